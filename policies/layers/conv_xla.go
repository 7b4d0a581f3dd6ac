//go:build !js

package layers

import "github.com/gomlx/gomlx/core/graph"

// convolve is Conv without a bias in the form for XLA. The gradients are convolutions too, written out here, because
// those of gomlx are wrong for kernels of even side (Conv). For y = convolve(x, w) at stride 1, with ' for the gradient
// of a loss,
//
//	x'[i, j] = sum_{u, v} y'[i - u, j - v] w[u, v]ᵀ         a convolution of y' in a border with w turned by 180°
//	w'[u, v] = sum_{i, j} x[i + u, j + v]ᵀ y'[i, j]         a convolution of x with y', over the pictures of a batch
//
// Pictures and kernels of another stride are brought to stride 1 first (inBlocks).
func convolve(x, w *graph.Node, stride int) *graph.Node {
	x, w = inBlocks(x, w, stride)
	k := w.Shape().Dimensions[0]
	forward := func(x, w *graph.Node) *graph.Node { return graph.Convolve(x, w).NoPadding().Done() }
	constX, constW := graph.StopGradient(x), graph.StopGradient(w)
	return withGradients(forward(constX, constW), []*graph.Node{x, w}, func(dy *graph.Node) []*graph.Node {
		turned := graph.TransposeAllAxes(graph.Reverse(constW, 0, 1), 0, 1, 3, 2)
		// [in, k, k, out]
		dw := forward(graph.TransposeAllAxes(constX, 3, 1, 2, 0), graph.TransposeAllAxes(dy, 1, 2, 0, 3))
		return []*graph.Node{forward(padded(dy, k-1), turned), graph.TransposeAllAxes(dw, 1, 2, 0, 3)}
	})
}

// inBlocks returns pictures and a kernel whose convolution at stride 1 is that of x [batch, side, side, in] and
// w [k, k, in, out] at a stride. Blocks of stride x stride pixels become one pixel with stride² in channels:
//
//	[batch, (to - 1) + n, (to - 1) + n, stride² in],  [n, n, stride² in, out]    for n = k / stride, rounded up
//
// Where the stride does not divide k, zeros complete the last blocks of the kernel.
func inBlocks(x, w *graph.Node, stride int) (blocks, kernel *graph.Node) {
	if stride == 1 {
		return x, w
	}
	k, side, s := w.Shape().Dimensions[0], x.Shape().Dimensions[1], stride
	n := (k + s - 1) / s
	across := (side-k)/s + n // blocks of a picture that the kernel reaches
	for axis := 1; axis <= 2; axis++ {
		x = resized(x, axis, across*s)
		w = resized(w, axis-1, n*s)
	}
	in, out := w.Shape().Dimensions[2], w.Shape().Dimensions[3]
	x = graph.TransposeAllAxes(graph.Reshape(x, -1, across, s, across, s, in), 0, 1, 3, 2, 4, 5)
	w = graph.TransposeAllAxes(graph.Reshape(w, n, s, n, s, in, out), 0, 2, 1, 3, 4, 5)
	return graph.Reshape(x, -1, across, across, s*s*in), graph.Reshape(w, n, n, s*s*in, out)
}

// resized returns x with a size along an axis: its first elements, or all and then zeros.
func resized(x *graph.Node, axis, size int) *graph.Node {
	dims := append([]int(nil), x.Shape().Dimensions...)
	switch more := size - dims[axis]; {
	case more < 0:
		part := make([]graph.SliceAxisSpec, len(dims))
		for i := range part {
			part[i] = graph.AxisRange()
		}
		part[axis] = graph.AxisRange(0, size)
		x = graph.Slice(x, part...)
	case more > 0:
		dims[axis] = more
		zeros := graph.BroadcastToDims(graph.ScalarZero(x.Graph(), x.DType()), dims...)
		x = graph.Concatenate([]*graph.Node{x, zeros}, axis)
	}
	return x
}

// withGradients returns y with gradients by the arguments, which backward computes from the gradient of y. y must have
// been computed from the arguments without their gradients (StopGradient).
//
// gomlx has a custom gradient for the identity of a single node (IdentityWithCustomGradient). So the elements of all
// arguments and as many zeros as y has go through one identity as one vector, and the zeros are added to y: the
// gradient of the zeros is that of y. XLA removes the vectors when it compiles: it simplifies slices of concatenations.
func withGradients(y *graph.Node, arguments []*graph.Node, backward func(dy *graph.Node) []*graph.Node) *graph.Node {
	zeros := graph.BroadcastToDims(graph.ScalarZero(y.Graph(), y.DType()), y.Shape().Size())
	join := func(parts []*graph.Node) *graph.Node {
		var all []*graph.Node
		for _, p := range parts {
			all = append(all, graph.Reshape(p, -1))
		}
		return graph.Concatenate(append(all, zeros), 0)
	}
	last := func(v *graph.Node) *graph.Node {
		n := v.Shape().Size()
		part := graph.Slice(v, graph.AxisRange(n-y.Shape().Size(), n))
		return graph.Reshape(part, y.Shape().Dimensions...)
	}
	carrier := graph.IdentityWithCustomGradient(join(arguments), func(_, v *graph.Node) *graph.Node {
		return join(backward(last(v)))
	})
	return graph.Add(y, last(carrier))
}
