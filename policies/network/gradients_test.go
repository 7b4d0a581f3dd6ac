package network

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

// testModel is a small model of a network and a head for chunks of one action, with some features and no observer. Its
// parameters are arguments of the graphs.
func testModel(t *testing.T, network, head string, features, hidden int) *Model {
	t.Helper()
	net, err := Networks.Get(network)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Heads.Get(head)
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Network: net, Head: h, Sizes: NewSizes(features, hidden, 1, h)}
	m.Standardizer = Standardizer{make([]float32, features), make([]float32, features)}
	for i := range m.Standardizer.Gain {
		m.Standardizer.Gain[i] = 2
	}
	return m
}

// noise is a tensor of normal numbers in float64.
func noise(r interface{ NormFloat64() float64 }, scale float64, dims ...int) *tensors.Tensor {
	v := make([]float64, layers.Volume(dims))
	for i := range v {
		v[i] = scale * r.NormFloat64()
	}
	return tensors.FromFlatDataAndDimensions(v, dims...)
}

// batchOf splits the inputs of a test's graph: x, y, noise and time where the head needs them, and the rest.
func batchOf(m *Model, in []*graph.Node) (Batch, []*graph.Node) {
	b := Batch{X: in[0], Y: in[1]}
	if _, ok := m.Head.(Generative); ok {
		b.Noise, b.Time = in[2], in[3]
		return b, in[4:]
	}
	return b, in[2:]
}

// The graphs take the precision of their inputs, so gradients are checked in float64, where a central difference is
// good to about 1e-9: for every network under every head, some elements of each parameter. So are the gradients that
// a Grammed network computes together with its inner products.
func TestGradientsAgainstFiniteDifferences(t *testing.T) {
	for _, name := range Networks.Names() {
		for _, head := range Heads.Names() {
			t.Run(name+"/"+head, func(t *testing.T) {
				t.Parallel()
				checkGradients(t, testModel(t, name, head, encoder.Width+8, 5), name+", "+head)
			})
		}
	}
}

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
	for i, d := range dims {
		if i < 2*mlpDepth {
			in = append(in, noise(r, 0.5, d...))
			continue
		}
		wide := make([]float64, len(initial[i])) // an encoder works on its own weights alone
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
	weights := tensors.MustCopyFlatData[float64](in[len(in)-1])
	objective := func() (j float64) {
		for i, l := range tensors.MustCopyFlatData[float64](execute(t, loss, in)[0]) {
			j += weights[i] * l
		}
		return j
	}
	for p := range dims {
		g, g2 := tensors.MustCopyFlatData[float64](out[1+p]), tensors.MustCopyFlatData[float64](same[1+p])
		for range 3 {
			i := r.IntN(len(g))
			want := difference(in[first+p], i, objective)
			tolerance := 1e-6 * max(1, math.Abs(want))
			if p >= 2*mlpDepth { // one of thousands of rectified units may have its kink within the difference
				tolerance *= 1000
			}
			if math.Abs(g[i]-want) > tolerance || math.Abs(g2[i]-want) > tolerance {
				t.Errorf("parameter %d[%d]: gradient %v and %v, finite difference %v", p, i, g[i], g2[i], want)
			}
		}
	}
}

// difference is (J(θ+h e_i) - J(θ-h e_i)) / 2h.
func difference(theta *tensors.Tensor, i int, objective func() float64) float64 {
	const h = 1e-6
	add := func(d float64) { tensors.MustMutableFlatData(theta, func(v []float64) { v[i] += d }) }
	add(h)
	up := objective()
	add(-2 * h)
	down := objective()
	add(h)
	return (up - down) / (2 * h)
}

func exec(t *testing.T, f func(in []*graph.Node) []*graph.Node) *graph.Exec {
	t.Helper()
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	return graph.MustNewExec(b, f)
}

func execute(t *testing.T, ex *graph.Exec, in []*tensors.Tensor) []*tensors.Tensor {
	t.Helper()
	args := make([]any, len(in))
	for i, v := range in {
		args[i] = v
	}
	out, err := ex.Call(args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The loss by hand: 2 rows, one feature, everything 1 but the targets.
func TestSquaredErrorByHand(t *testing.T) {
	m := &Model{
		Network: mlp{}, Head: squared{},
		Sizes: Sizes{Features: 1, In: 1, Hidden: 2, Actions: 2, Slots: 3, Outputs: 2, Out: 3},
	}
	one := func(dims ...int) *tensors.Tensor { return tensors.FromScalarAndDimensions(1.0, dims...) }
	in := []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions([]float64{1, -9}, 2, 1),
		tensors.FromFlatDataAndDimensions([]float64{7, 6, 7, 1, 4, 1}, 2, 3),
	}
	for _, d := range m.Network.Dims(m.Sizes) {
		in = append(in, one(d...))
	}
	// Row 0: h1 = (2, 2), h2 = (5, 5), a = (11, 11, 11); the third slot is spare, but counts if it differs.
	// Row 1: h1 = max(0, -8) = 0, h2 = (1, 1), a = (3, 3, 3).
	ex := exec(t, func(in []*graph.Node) []*graph.Node {
		b, p := batchOf(m, in)
		return []*graph.Node{m.RowLosses(b, p)}
	})
	got := tensors.MustCopyFlatData[float64](execute(t, ex, in)[0])
	want := []float64{(16 + 25 + 16) / 2.0, (4 + 1 + 4) / 2.0}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("loss of row %d is %v, by hand %v", i, got[i], want[i])
		}
	}
}

// Every network draws as many parameters as its dimensions say, the same for the same key.
func TestInit(t *testing.T) {
	for _, name := range Networks.Names() {
		m := testModel(t, name, "squared", encoder.Width+8, 64)
		a, b := m.Network.Init(m.Sizes, seed.Of("init")), m.Network.Init(m.Sizes, seed.Of("init"))
		dims, n := m.Network.Dims(m.Sizes), 0
		if len(a) != len(dims) {
			t.Fatalf("%s: %d parameters for %d dimensions", name, len(a), len(dims))
		}
		for i, d := range dims {
			n += len(a[i])
			if len(a[i]) != layers.Volume(d) {
				t.Fatalf("%s: parameter %d has %d numbers for dimensions %v", name, i, len(a[i]), d)
			}
			for j := range a[i] {
				if a[i][j] != b[i][j] {
					t.Fatalf("%s: parameter %d differs the second time", name, i)
				}
			}
		}
		if got := Count(m.Network, m.Sizes); n != got {
			t.Errorf("%s: %d parameters, Count says %d", name, n, got)
		}
	}
}

func TestMLPInit(t *testing.T) {
	s := NewSizes(19, 256, 8, squared{})
	p := mlp{}.Init(s, seed.Of("init"))
	var square float64
	for _, v := range p[0][:s.Features*s.Hidden] {
		square += float64(v) * float64(v)
	}
	// He et al. 2015: variance 2/features; 4864 draws give it to a standard error of 2 %.
	if got := square / float64(s.Features*s.Hidden) * float64(s.Features) / 2; math.Abs(got-1) > 0.08 {
		t.Errorf("variance of the first layer is %.3f of He's", got)
	}
	for _, v := range p[0][s.Features*s.Hidden:] {
		if v != 0 {
			t.Fatal("a spare input slot has a weight")
		}
	}
	for i, v := range p[4] {
		if i%s.Out >= s.Actions && v != 0 {
			t.Fatal("a spare output slot has a weight")
		}
	}
}

// The inner-product form of the meta-gradient (Parekh et al., Eq. 18 and 19), d L_i(θ')/d α_j = -β <∇L_i(θ'),
// ∇L_j(θ)>, is held to central differences of L_i(θ - β ∇L_α(θ)) in α for every head, and for the squared error to
// the gradient of that expression taken through the gradient, in float64.
func TestMetaGradientIsAnInnerProduct(t *testing.T) {
	const n, beta = 6, 0.3
	for _, name := range Heads.Names() {
		h, _ := Heads.Get(name)
		if _, ok := h.(Generative); ok {
			continue // its losses need noise; the form is the same
		}
		s := Sizes{Features: 4, In: 4, Hidden: 5, Actions: 7, Slots: 7, Outputs: h.Outputs(7), Out: h.Outputs(7)}
		r := seed.Of("meta").Rand()
		noise := func(dims ...int) *tensors.Tensor { return noise(r, 0.4, dims...) }
		in := []*tensors.Tensor{ // two groups' frames for θ, other frames for θ'
			noise(n, s.In), noise(n, s.Slots), noise(n, s.In), noise(n, s.Slots), noise(n, s.In), noise(n, s.Slots),
			tensors.FromFlatDataAndDimensions([]float64{.3, .7}, 2),
		}
		for _, d := range (mlp{}).Dims(s) {
			in = append(in, noise(d...))
		}
		m := &Model{Network: mlp{}, Head: h, Sizes: s}
		ex := exec(t, func(in []*graph.Node) []*graph.Node { return metaGraph(in, m, beta) })
		out := execute(t, ex, in)
		product := tensors.MustCopyFlatData[float64](out[1])
		through := product
		if name == "squared" {
			through = tensors.MustCopyFlatData[float64](out[2])
		}
		for j := range product {
			fd := difference(in[6], j, func() float64 {
				return tensors.MustCopyFlatData[float64](execute(t, ex, in)[0])[0]
			})
			if math.Abs(product[j]-fd) > 1e-8*max(1, math.Abs(fd)) {
				t.Errorf("%s: by α_%d: inner product %v, finite difference %v", name, j, product[j], fd)
			}
			if math.Abs(product[j]-through[j]) > 1e-12*max(1, math.Abs(fd)) {
				t.Errorf("%s: by α_%d: inner product %v, gradient through gradient %v",
					name, j, product[j], through[j])
			}
		}
	}
}

// metaGraph is L_i(θ'), the inner-product form of its gradient by α, and for the squared error that gradient through
// the step.
func metaGraph(in []*graph.Node, m *Model, beta float64) []*graph.Node {
	alpha, p := in[6], in[7:]
	loss := func(x, y *graph.Node, p []*graph.Node) *graph.Node {
		return graph.ReduceAllMean(m.RowLosses(Batch{X: x, Y: y}, p))
	}
	l := []*graph.Node{loss(in[0], in[1], p), loss(in[2], in[3], p)}
	j := graph.ReduceAllSum(graph.Mul(alpha, graph.Stack(l, 0)))
	var ahead []*graph.Node
	for i, g := range graph.Gradient(j, p...) {
		ahead = append(ahead, graph.Sub(p[i], graph.MulScalar(g, beta)))
	}
	outer := loss(in[4], in[5], ahead)
	var product []*graph.Node
	outerGrad := graph.Gradient(outer, ahead...)
	for _, lj := range l {
		sum := graph.ScalarZero(outer.Graph(), outer.DType())
		for i, g := range graph.Gradient(lj, p...) {
			sum = graph.Add(sum, graph.ReduceAllSum(graph.Mul(g, outerGrad[i])))
		}
		product = append(product, graph.MulScalar(sum, -beta))
	}
	out := []*graph.Node{outer, graph.Stack(product, 0)}
	if m.Head == (squared{}) { // the backend cannot differentiate the gradient of a slice, which the other heads use
		out = append(out, graph.Gradient(outer, alpha)[0])
	}
	return out
}
