//go:build !js

package layers

import "github.com/gomlx/gomlx/core/graph"

// ConvSame is Conv of a kernel of odd side k without a bias, of pictures with a border of (k - 1)/2 zeros: the side of
// the result is that of x divided by the stride, rounded up.
//
// gomlx's gradients are right for odd sides (Conv), and XLA computes convolutions faster than products of shifted
// pictures, which take k² times the memory besides; the Go backend computes the products faster.
func ConvSame(x, w *graph.Node, stride int) *graph.Node {
	k := w.Shape().Dimensions[0]
	border := (k - 1) / 2
	if x.Graph().Backend().Name() != goBackend {
		paddings := [][2]int{{border, border}, {border, border}}
		return graph.Convolve(x, w).Strides(stride).PaddingPerDim(paddings).Done()
	}
	all := graph.Concatenate(shifted(padded(x, border), k, stride), 3)
	dims := append([]int(nil), all.Shape().Dimensions...)
	dims[3] = w.Shape().Dimensions[3]
	return graph.Reshape(graph.Dot(graph.Reshape(all, -1, all.Shape().Dimensions[3]), asMatrix(w)).Product(), dims...)
}

// goBackend is the name of gomlx's Go backend.
const goBackend = "Go Backend"

// padded returns pictures x [batch, side, side, maps] with a border of zeros. gomlx's Pad has no gradient.
func padded(x *graph.Node, border int) *graph.Node {
	for axis := 1; axis <= 2 && border > 0; axis++ {
		dims := append([]int(nil), x.Shape().Dimensions...)
		dims[axis] = border
		zeros := graph.BroadcastToDims(graph.ScalarZero(x.Graph(), x.DType()), dims...)
		x = graph.Concatenate([]*graph.Node{zeros, x, zeros}, axis)
	}
	return x
}

// MaxPool returns the greatest of each 3x3 pixels at stride 2 of pictures x [batch, side, side, maps] with a border of
// zeros, element by element. x must not be negative, as after ReLU, so that the border is never greater.
func MaxPool(x *graph.Node) *graph.Node {
	all := shifted(padded(x, 1), 3, 2)
	for _, y := range all[1:] {
		all[0] = graph.Max(all[0], y)
	}
	return all[0]
}

// GroupNorm is group normalisation (Wu & He 2018, "Group Normalization", Eq. 1, 2 and 6) of x [batch, side, side,
// maps]: mean and variance are those of all positions of the maps of one group, of which there are groups, in one
// picture. gain and bias [maps].
//
//	(x - mean) / sqrt(variance + ε) gain + bias
func GroupNorm(x, gain, bias *graph.Node, groups int) *graph.Node {
	dims := x.Shape().Dimensions
	y := graph.Reshape(x, dims[0], dims[1]*dims[2], groups, dims[3]/groups)
	over := func(v *graph.Node) *graph.Node { return graph.ReduceAndKeep(v, graph.ReduceMean, 1, 3) }
	d := graph.Sub(y, over(y))
	d = graph.Div(d, graph.Sqrt(graph.AddScalar(over(graph.Mul(d, d)), NormEps)))
	d = graph.Reshape(d, dims...)
	return graph.Add(graph.Mul(d, graph.ExpandLeftToRank(gain, 4)), graph.ExpandLeftToRank(bias, 4))
}
