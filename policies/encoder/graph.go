package encoder

import (
	"counterpoise/policies/layers"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// forward is what look computes, as a graph: patches z [batch, P, inputs], the middles of the patches x and y [P] and the eye's
// parameters to features [batch, 3K]. Spare maps, if any, are left out.
func (e Spatial) Forward(z, x, y *graph.Node, p []*graph.Node) *graph.Node {
	f, _ := e.withMaps(z, x, y, p)
	return f
}

// withMaps are the features, and what the maps are the squared positive part of, [batch, P, K].
func (e Spatial) withMaps(z, x, y *graph.Node, p []*graph.Node) (f, raw *graph.Node) {
	batch, n := z.Shape().Dimensions[0], e.PatchCount()
	h := graph.Reshape(z, batch*n, e.PatchValues())
	for l := 0; l < 4; l += 2 {
		h = layers.ReLU(layers.Dense(h, p[l], p[l+1]))
	}
	raw = graph.Reshape(layers.Columns(layers.Dense(h, p[4], p[5]), 0, e.Maps), batch, n, e.Maps)
	a := layers.ReLU(raw)
	a = graph.Mul(a, a)
	along := func(at *graph.Node) *graph.Node {
		return graph.ReduceSum(graph.Mul(a, graph.BroadcastToShape(graph.Reshape(at, 1, n, 1), a.Shape())), 1)
	}
	m := graph.ReduceSum(a, 1)
	whole := graph.AddScalar(m, massEps)
	f = graph.Concatenate([]*graph.Node{
		graph.Div(along(x), whole), graph.Div(along(y), whole), graph.Div(m, graph.AddScalar(m, 1)),
	}, 1)
	return f, raw
}

// tensors are the middles and the parameters, as forward takes them.
func (e Spatial) tensors(w [][]float32) (middles, params []*tensors.Tensor) {
	x, y := e.PatchCentres()
	middles = []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, e.PatchCount()), tensors.FromFlatDataAndDimensions(y, e.PatchCount())}
	for i, d := range e.ParameterDims() {
		params = append(params, tensors.FromFlatDataAndDimensions(w[i], d...))
	}
	return middles, params
}
