//go:build !js

package layers

import "github.com/gomlx/gomlx/core/graph"

// Conv returns the convolution of x [batch, side, side, in] with w [k, k, in, out] at a stride, without padding, plus a
// bias b [out]: [batch, to, to, out] for to = (side - k)/stride + 1,
//
//	y[i, j] = sum_{u, v} x[stride i + u, stride j + v] w[u, v] + b
//
// On the Go backend, and for k = 1, the k² shifted pictures are put side by side and multiplied with w as one matrix.
// On XLA it is a convolution with gradients of its own (convolve), with which network "cnn" trains twice as fast. gomlx
// has both (Convolve), but its gradient by x is wrong for every kernel of even side, at every stride, in v0.28.2, on
// the Go backend and on XLA alike (TestConvolveOfGomlx). On the Go backend Convolve is also far slower than a matrix
// product.
func Conv(x, w, b *graph.Node, stride int) *graph.Node {
	if w.Shape().Dimensions[0] > 1 && x.Graph().Backend().Name() != goBackend {
		return graph.Add(convolve(x, w, stride), graph.ExpandLeftToRank(b, 4))
	}
	return DenseLast(graph.Concatenate(shifted(x, w.Shape().Dimensions[0], stride), 3), asMatrix(w), b)
}

// shifted returns the k² shifts of pictures x [batch, side, side, maps] under a kernel of side k, every stride pixels.
func shifted(x *graph.Node, k, stride int) (all []*graph.Node) {
	reach := x.Shape().Dimensions[1] - k + 1 // one more than the last position of the kernel
	for u := range k {
		for v := range k {
			along := func(from int) graph.SliceAxisSpec { return graph.AxisRange(from, from+reach).Stride(stride) }
			all = append(all, graph.Slice(x, graph.AxisRange(), along(u), along(v)))
		}
	}
	return all
}

// asMatrix returns a kernel [k, k, in, out] as a matrix [k k in, out].
func asMatrix(w *graph.Node) *graph.Node { return graph.Reshape(w, -1, w.Shape().Dimensions[3]) }

// SpatialSoftmax returns the expected position [batch, 2 maps] of each map of x [batch, side, side, maps] under a
// softmax over its positions (Levine et al. 2016, "End-to-End Training of Deep Visuomotor Policies", section 5.1):
//
//	s_ij = exp(x_ij) / sum exp(x),   (sum s_ij j, sum s_ij i)   with i, j from -1 to 1
//
// All horizontal positions come first.
func SpatialSoftmax(x *graph.Node) *graph.Node {
	batch, side, maps := x.Shape().Dimensions[0], x.Shape().Dimensions[1], x.Shape().Dimensions[3]
	place := make([][]float64, side*side) // [positions, 2]
	for p := range place {
		at := func(i int) float64 { return 2*float64(i)/float64(side-1) - 1 }
		place[p] = []float64{at(p % side), at(p / side)}
	}
	s := Softmax(graph.TransposeAllAxes(graph.Reshape(x, batch, side*side, maps), 0, 2, 1))
	positions := graph.ConvertDType(graph.Const(x.Graph(), place), x.DType())
	return graph.Reshape(graph.Einsum("bmp,pc->bcm", s, positions), batch, 2*maps)
}
