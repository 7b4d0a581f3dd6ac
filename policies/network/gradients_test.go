package network

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
)

// The gradients of every network under every head equal central differences, for three elements of each parameter. So
// do the gradients that a Grammed network returns from Backward. Graphs compute in the precision of their inputs, here
// float64, in which a central difference has an error of about 1e-9. Networks that read pictures take long; they are
// tested under a head that samples and one that does not, and of a network of more than 100 parameters every tenth is
// tested: TestNetworksAgainstTorch compares all of them.
func TestGradientsAgainstFiniteDifferences(t *testing.T) {
	few := []string{"squared", "flow"}
	for _, name := range Networks.Names() {
		for _, head := range Heads.Names() {
			m := testModel(t, name, head, testFeatures(t, name), 5)
			if m.Pictures() != nil && !slices.Contains(few, head) {
				continue
			}
			t.Run(name+"/"+head, func(t *testing.T) {
				t.Parallel()
				checkGradients(t, m, name+", "+head)
			})
		}
	}
}

// checkGradients compares the gradients of one model with central differences.
func checkGradients(t *testing.T, m *Model, name string) {
	t.Helper()
	const n = 2
	r := seed.Of("gradient", name).Rand()
	in := []*tensors.Tensor{noise(r, 0.5, n, m.Row()), noise(r, 0.5, n, m.Sizes.Slots)}
	if _, ok := m.Head.(Generative); ok {
		in = append(in, noise(r, 1, n, m.Sizes.Slots), tensors.FromFlatDataAndDimensions([]float64{.2, .7}, n, 1))
	}
	first := len(in)
	dims, initial := m.Network.Dims(m.Sizes), m.Network.Init(m.Sizes, seed.Of("initial"))
	drawn := len(dims)
	if m.Scales() {
		drawn = 2 * mlpDepth // the encoder keeps its weights, from which it trains
	}
	for i, d := range dims {
		if i < drawn {
			in = append(in, noise(r, 0.5, d...))
			continue
		}
		wide := make([]float64, len(initial[i])) // the parameters of an encoder keep their initial values
		for j, x := range initial[i] {
			wide[j] = float64(x)
		}
		in = append(in, tensors.FromFlatDataAndDimensions(wide, d...))
	}
	in = append(in, noise(r, 1, n))
	gradient := exec(t, func(in []*graph.Node) []*graph.Node {
		b, rest := batchOf(m, in)
		last := len(rest) - 1
		rows, g := m.Gradient(b, rest[:last], rest[last])
		return append([]*graph.Node{rows}, g...)
	})
	loss := exec(t, func(in []*graph.Node) []*graph.Node {
		b, rest := batchOf(m, in)
		return []*graph.Node{m.RowLosses(b, rest[:len(rest)-1])}
	})
	out := execute(t, gradient, in)
	same := out
	if net, ok := m.Network.(Grammed); ok {
		same = execute(t, exec(t, func(in []*graph.Node) []*graph.Node {
			b, rest := batchOf(m, in)
			last := len(rest) - 1
			rows, g, _ := net.Backward(m.Sizes, m.Input(b), rest[:last], m.LossOf(b), rest[last])
			return append([]*graph.Node{rows}, g...)
		}), in)
	}
	draws, every := 3, 1
	if m.Pictures() != nil {
		draws = 1
	}
	if len(dims) > 100 {
		every = 10
	}
	weights := tensors.MustCopyFlatData[float64](in[len(in)-1])
	objective := func() (j float64) {
		for i, l := range tensors.MustCopyFlatData[float64](execute(t, loss, in)[0]) {
			j += weights[i] * l
		}
		return j
	}
	for p := 0; p < len(dims); p += every {
		g, g2 := tensors.MustCopyFlatData[float64](out[1+p]), tensors.MustCopyFlatData[float64](same[1+p])
		for range draws {
			i := r.IntN(len(g))
			want := difference(in[first+p], i, objective)
			tolerance := 1e-6 * max(1, math.Abs(want))
			if m.Pictures() != nil { // the kink of one of thousands of rectified units may lie within the difference
				tolerance *= 1000
			}
			if math.Abs(g[i]-want) > tolerance || math.Abs(g2[i]-want) > tolerance {
				t.Errorf("parameter %d[%d]: gradient %v and %v, finite difference %v", p, i, g[i], g2[i], want)
			}
		}
	}
}
