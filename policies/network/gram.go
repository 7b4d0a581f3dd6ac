//go:build !js

package network

import "github.com/gomlx/gomlx/core/graph"

// Inner products of gradients without the gradients. The gradient of the loss of a row by the matrix of a dense layer
// is the outer product of the layer's input h and of the derivative δ of the loss by the layer's pre-activation z,
//
//	∂l_r/∂W = h_r δ_rᵀ,   ∂l_r/∂b = δ_r,   δ_r = ∂l_r/∂z_r
//
// so that, summed over all layers, for any two rows of one batch or of two, under the same parameters or others,
//
//	<∇l_r, ∇l'_s> = sum_layers (h_r·h'_s + 1)(δ_r·δ'_s)
//
// That is two matrix products a layer, whatever the number of groups (Goodfellow 2015, "Efficient per-example gradient
// computations", has the case r = s).

func (mlp) KnownCount() int { return 2 * mlpDepth }

// Backward returns as known the inputs h and the derivatives δ of all layers.
func (mlp) Backward(s Sizes, in Input, p []*graph.Node, loss func(*graph.Node) *graph.Node, w *graph.Node) (
	rows *graph.Node, gradients, known []*graph.Node,
) {
	return mlpBackward(SideBySide(s, in), p, loss, w)
}

// mlpBackward is Backward for a perceptron with inputs x [batch, in], for networks that have one behind other layers.
// delta is exact row by row because a row's loss depends on that row alone: the gradient of their sum is that of each.
func mlpBackward(x *graph.Node, p []*graph.Node, loss func(*graph.Node) *graph.Node, w *graph.Node) (
	rows *graph.Node, gradients, known []*graph.Node,
) {
	h, z := mlpLayers(x, p)
	rows = loss(z[len(z)-1])
	delta := graph.Gradient(graph.ReduceAllSum(rows), z...)
	column := graph.ExpandAxes(w, 1)
	for l := range z {
		d := graph.Mul(column, delta[l])
		gradients = append(gradients, graph.Einsum("ri,rj->ij", h[l], d), graph.ReduceSum(d, 0))
	}
	return rows, gradients, append(append(known, h...), delta...)
}

// Products sums (h_r·h'_s + 1)(δ_r·δ'_s) over the layers.
func (mlp) Products(s Sizes, in Input, p []*graph.Node, loss func(*graph.Node) *graph.Node, known []*graph.Node) (
	rows, products *graph.Node,
) {
	return mlpProducts(SideBySide(s, in), p, loss, known)
}

// mlpProducts is Products for a perceptron with inputs x [batch, in].
func mlpProducts(x *graph.Node, p []*graph.Node, loss func(*graph.Node) *graph.Node, known []*graph.Node) (
	rows, products *graph.Node,
) {
	h, z := mlpLayers(x, p)
	rows = loss(z[len(z)-1])
	delta := graph.Gradient(graph.ReduceAllSum(rows), z...)
	for l := range z {
		inputs := graph.AddScalar(graph.Einsum("si,ri->sr", h[l], known[l]), 1)
		layer := graph.Mul(inputs, graph.Einsum("sj,rj->sr", delta[l], known[mlpDepth+l]))
		if products == nil {
			products = layer
		} else {
			products = graph.Add(products, layer)
		}
	}
	return rows, products
}
