package policies

import "github.com/gomlx/gomlx/core/graph"

// Inner products of gradients without the gradients. The gradient of a row's loss by a layer's matrix is an outer product of
// what enters the layer and of the loss's derivative by what its product gives,
//
//	∂l_r/∂W = h_r δ_rᵀ,   ∂l_r/∂b = δ_r,   δ_r = ∂l_r/∂z_r
//
// so that over all layers, for any two rows, of the same batch or of two, under the same parameters or others,
//
//	<∇l_r, ∇l'_s> = sum over layers of (h_r·h'_s + 1)(δ_r·δ'_s)
//
// which is two matrix products a layer, however many groups the rows are in.

// Where an encoder's eyes are trained too, inner products are over the layers alone: the eyes' weights are shared by all patches of a
// picture, so their gradients are no outer products. Backward knows the eyes' gradients nevertheless.

// backward computes, for inputs as gradient's, the loss of each row [batch], the gradient of J = sum_r w_r l_r by each parameter,
// and then h and δ of each layer, from which pairs starts.
func backward(in []*graph.Node, f front, head Head, actions int) []*graph.Node {
	last := len(in) - 1
	y, w := in[1], graph.ExpandAxes(in[last], 1)
	h, z := mlpLayers(f.enter(in[0], in[2:last]))
	rows := head.loss(z[len(z)-1], y, actions)
	delta := graph.Gradient(graph.ReduceAllSum(rows), z...)
	out := []*graph.Node{rows}
	for l := range z {
		d := graph.Mul(w, delta[l])
		out = append(out, graph.Einsum("ri,rj->ij", h[l], d), graph.ReduceSum(d, 0))
	}
	if eyes := in[2+layerParams : last]; len(eyes) > 0 {
		out = append(out, graph.Gradient(graph.ReduceAllSum(graph.Mul(rows, in[last])), eyes...)...)
	}
	return append(append(out, h...), delta...)
}

// pairs computes <∇l'_s, ∇l_r> [batch, batch] of each row s of the inputs x', y' under the parameters p with each row r whose h
// and δ backward has given.
func pairs(in []*graph.Node, f front, head Head, actions int) []*graph.Node {
	const layerCount = 3
	first := len(in) - 2*layerCount
	h, z := mlpLayers(f.enter(in[0], in[2:first]))
	rows := head.loss(z[len(z)-1], in[1], actions)
	delta := graph.Gradient(graph.ReduceAllSum(rows), z...)
	var sum *graph.Node
	for l := range z {
		inputs := graph.Einsum("si,ri->sr", h[l], in[first+l])
		k := graph.Mul(graph.AddScalar(inputs, 1), graph.Einsum("sj,rj->sr", delta[l], in[first+layerCount+l]))
		if sum == nil {
			sum = k
		} else {
			sum = graph.Add(sum, k)
		}
	}
	return []*graph.Node{rows, sum}
}
