package network

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
)

// The meta-gradient of Parekh et al., Eq. 18 and 19, in its inner-product form
//
//	d L_i(θ')/d α_j = -β <∇L_i(θ'), ∇L_j(θ)>,   θ' = θ - β ∇L_α(θ)
//
// equals central differences of L_i(θ') in α for every head. For the squared error it also equals automatic
// differentiation through the gradient step. All in float64.
func TestMetaGradientIsAnInnerProduct(t *testing.T) {
	const n, beta = 6, 0.3
	for _, name := range Heads.Names() {
		h, _ := Heads.Get(name)
		if _, ok := h.(Generative); ok {
			continue // its losses need noise; the identity is the same
		}
		s := Sizes{Features: 4, In: 4, Hidden: 5, Actions: 7, Slots: 7, Outputs: h.Outputs(7), Out: h.Outputs(7)}
		r := seed.Of("meta").Rand()
		noise := func(dims ...int) *tensors.Tensor { return noise(r, 0.4, dims...) }
		in := []*tensors.Tensor{ // frames of two groups for θ, other frames for θ'
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

// metaGraph returns L_i(θ'), the inner-product form of its gradient in α, and for the squared error the gradient by
// automatic differentiation through the step.
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
