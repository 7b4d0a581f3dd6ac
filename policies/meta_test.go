package policies

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
)

// The inner-product form of the meta-gradient (Parekh et al., Eq. 18 and 19), d L_i(θ')/d α_j = -β <∇L_i(θ'), ∇L_j(θ)>, is
// held to central differences of L_i(θ - β ∇L_α(θ)) in α for every head, and for the squared error to the gradient
// of that expression taken through the gradient, in float64.
func TestMetaGradientIsAnInnerProduct(t *testing.T) {
	const n, beta = 6, 0.3
	s := shape{features: 4, in: 4, hidden: 5, actions: 7}
	for _, name := range Heads.Names() {
		s.head(name)
		h, _ := Heads.Get(name)
		r := seed.Of("meta").Rand()
		noise := func(dims ...int) *tensors.Tensor {
			v := make([]float64, layers.Volume(dims))
			for i := range v {
				v[i] = 0.4 * r.NormFloat64()
			}
			return tensors.FromFlatDataAndDimensions(v, dims...)
		}
		in := []*tensors.Tensor{ // two groups' frames for θ, other frames for θ'
			noise(n, s.in), noise(n, s.slots), noise(n, s.in), noise(n, s.slots), noise(n, s.in), noise(n, s.slots),
			tensors.FromFlatDataAndDimensions([]float64{.3, .7}, 2),
		}
		for _, d := range s.Dims() {
			in = append(in, noise(d...))
		}
		b, err := backend.Go()
		if err != nil {
			t.Fatal(err)
		}
		ex := graph.MustNewExec(b, func(in []*graph.Node) []*graph.Node { return metaGraph(in, h, s.actions, beta) })
		out := execute(t, ex, in)
		product := tensors.MustCopyFlatData[float64](out[1])
		through := product
		if name == "squared" {
			through = tensors.MustCopyFlatData[float64](out[2])
		}
		for j := range product {
			fd := difference(in[6], j, func() float64 { return tensors.MustCopyFlatData[float64](execute(t, ex, in)[0])[0] })
			if math.Abs(product[j]-fd) > 1e-8*max(1, math.Abs(fd)) {
				t.Errorf("%s: by α_%d: inner product %v, finite difference %v", name, j, product[j], fd)
			}
			if math.Abs(product[j]-through[j]) > 1e-12*max(1, math.Abs(fd)) {
				t.Errorf("%s: by α_%d: inner product %v, gradient through gradient %v", name, j, product[j], through[j])
			}
		}
	}
}

// head fits a test's shape to a head without spare slots.
func (s *shape) head(name string) {
	h, _ := Heads.Get(name)
	s.slots, s.outputs, s.out = s.actions, h.outputs(s.actions), h.outputs(s.actions)
}

// metaGraph is L_i(θ'), the inner-product form of its gradient by α, and for the squared error that gradient through the step.
func metaGraph(in []*graph.Node, h Head, actions int, beta float64) []*graph.Node {
	alpha, p := in[6], in[7:]
	loss := func(x, y *graph.Node, p []*graph.Node) *graph.Node {
		return graph.ReduceAllMean(rowLosses(append([]*graph.Node{x, y}, p...), front{}, h, actions))
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
	if h == (squared{}) { // the backend cannot differentiate the gradient of a slice, which the other heads take
		out = append(out, graph.Gradient(outer, alpha)[0])
	}
	return out
}

// curious observes gradients.
type curious struct {
	toydata.FixedMixture
	beta float64
	gram [][][]float64
}

func (c *curious) LookAhead() float64                { return c.beta }
func (c *curious) ObserveGradients(gram [][]float64) { c.gram = append(c.gram, gram) }

// What the trainer reports is that form on its own frames: d L_i(θ')/d α_j by central differences of the losses over the frames
// that the outer gradients were taken on, in float32.
func TestObservedGradientsAgainstFiniteDifferences(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	m := &curious{FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}}, beta: 0.2}
	tr, err := newRun(d, g, m, small(), seed.Of("train"))
	if err == nil {
		err = tr.survey()
	}
	if err == nil {
		err = tr.step(0) // moves θ, so that gradients are not those of the start
	}
	if err == nil {
		err = tr.differentiate(m.Weights)
	}
	if err == nil {
		err = tr.report()
	}
	if err != nil {
		t.Fatal(err)
	}
	const h = 0.05
	gram := m.gram[1]
	for j := range g.N {
		group := groupGradients(t, tr)
		moved := func(by float64) []float64 {
			alpha := slices.Clone(m.Weights)
			alpha[j] += by
			for i := range tr.g {
				clear(tr.g[i])
			}
			for i, a := range alpha {
				add(tr.g, float32(a), group[i])
			}
			tr.group.lookAhead(tr)
			loss := make([]float64, 3)
			if err := tr.group.batch.evaluate(tr.policy.eval, tr.group.ahead); err != nil {
				t.Fatal(err)
			}
			if err := means(loss, tr.group.batch, tr.s); err != nil {
				t.Fatal(err)
			}
			return loss
		}
		up, down := moved(h), moved(-h)
		for i := range up {
			fd, got := (up[i]-down[i])/(2*h), -m.beta*gram[i][j]
			if math.Abs(got-fd) > 2e-3*math.Abs(fd)+1e-6 {
				t.Errorf("dL_%d by α_%d: observed %v, finite difference %v", i, j, got, fd)
			}
		}
	}
}

// Without a look-ahead the matrix is the Gram matrix of the groups' gradients: symmetric and positive semidefinite.
func TestObservedGradientsWithoutLookAhead(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	m := &curious{FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}}}
	c := small()
	c.Steps = 3
	mustTrain(t, d, g, m, c, seed.Of("train"))
	for _, gram := range m.gram {
		for i := range gram {
			for j := range gram {
				if gram[i][j] != gram[j][i] || gram[i][j]*gram[i][j] > gram[i][i]*gram[j][j]*(1+1e-9) {
					t.Fatalf("not a Gram matrix: %v", gram)
				}
			}
		}
	}
}

// groupGradients are the gradients of each group's mean loss over a groupwise batch, one group after another by the ordinary
// graph.
func groupGradients(t *testing.T, tr *trainer) [][][]float32 {
	t.Helper()
	b, k := tr.batch, len(tr.s.names)
	var out [][][]float32
	for g := range k {
		for r := range b.rows {
			if b.weight[r] = 0; r%k == g {
				b.weight[r] = 1 / float32(count(len(b.rows), g, k))
			}
		}
		b.load(tr.s, tr.policy.shape)
		out = append(out, newVector(tr.policy.shape))
		if err := b.gradients(tr.grad, tr.policy.weights, out[g]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// add is dst += a v.
func add(dst [][]float32, a float32, v [][]float32) {
	for p := range dst {
		for i, x := range v[p] {
			dst[p][i] += a * x
		}
	}
}

// A groupwise batch's gradient is the weighted sum of its groups' gradients, and their inner products are what is reported, for
// every head.
func TestGroupwiseGradients(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 4, 2)
	for _, head := range Heads.Names() {
		c := small()
		c.Head, c.Batch = head, 65
		m := &curious{FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}}}
		tr, err := newRun(d, g, m, c, seed.Of("train"))
		if err == nil {
			err = tr.step(0)
		}
		if err == nil {
			err = tr.differentiate(m.Weights)
		}
		if err == nil {
			err = tr.report()
		}
		if err != nil {
			t.Fatal(err)
		}
		group, want := groupGradients(t, tr), newVector(tr.policy.shape)
		for i, a := range m.Weights {
			add(want, float32(a), group[i])
		}
		for p := range want {
			for i, v := range want[p] {
				if got := tr.g[p][i]; math.Abs(float64(got-v)) > 2e-5*max(1, math.Abs(float64(v))) {
					t.Fatalf("%s: parameter %d[%d]: %v, weighted sum %v", head, p, i, got, v)
				}
			}
		}
		for i := range group {
			for j := range group {
				want := 0.0
				for p := range group[i] {
					for e, v := range group[i][p] {
						want += float64(v) * float64(group[j][p][e])
					}
				}
				if got := m.gram[1][i][j]; math.Abs(got-want) > 1e-4*math.Abs(want)+1e-5 {
					t.Errorf("%s: <∇L_%d, ∇L_%d> reported as %v, by the gradients %v", head, i, j, got, want)
				}
			}
		}
	}
}
