//go:build !js

package encoder

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/layers"
)

// Forward computes the features [batch, 3K] of Spatial as a graph, from patches z [batch, P, PatchValues], patch
// centres x and y [P], and parameters p shaped as ParameterDims. It agrees with Encode up to the order of
// summation.
func (e Spatial) Forward(z, x, y *graph.Node, p []*graph.Node) *graph.Node {
	f, _ := e.forwardWithMaps(z, x, y, p)
	return f
}

// forwardWithMaps also returns the maps before their ReLU, raw [batch, P, K], so that a_k(p) = max(0, raw_k(p)).
func (e Spatial) forwardWithMaps(z, x, y *graph.Node, p []*graph.Node) (f, raw *graph.Node) {
	batch, n := z.Shape().Dimensions[0], e.PatchCount()
	h := graph.Reshape(z, batch*n, e.PatchValues())
	for l := 0; l < 4; l += 2 {
		h = layers.ReLU(layers.Dense(h, p[l], p[l+1]))
	}
	maps := layers.Columns(layers.Dense(h, p[4], p[5]), 0, e.Maps) // without the padding
	raw = graph.Reshape(maps, batch, n, e.Maps)
	a := layers.ReLU(raw)
	a = graph.Mul(a, a)
	moment := func(at *graph.Node) *graph.Node { // sum_p a_k(p)² at_p
		return graph.ReduceSum(graph.Mul(a, graph.BroadcastToShape(graph.Reshape(at, 1, n, 1), a.Shape())), 1)
	}
	m := graph.ReduceSum(a, 1)
	total := graph.AddScalar(m, massEps)
	f = graph.Concatenate([]*graph.Node{
		graph.Div(moment(x), total), graph.Div(moment(y), total), graph.Div(m, graph.AddScalar(m, 1)),
	}, 1)
	return f, raw
}

// tensors returns the patch centres x, y and the parameters w as Forward takes them.
func (e Spatial) tensors(w [][]float32) (centres, params []*tensors.Tensor) {
	x, y := e.PatchCentres()
	n := e.PatchCount()
	centres = []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, n), tensors.FromFlatDataAndDimensions(y, n)}
	for i, d := range e.ParameterDims() {
		params = append(params, tensors.FromFlatDataAndDimensions(w[i], d...))
	}
	return centres, params
}
