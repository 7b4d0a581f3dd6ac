//go:build !js

package layers

import "github.com/gomlx/gomlx/core/graph"

// Dense returns x w + b [rows, out] for x [rows, in], w [in, out] and b [out].
func Dense(x, w, b *graph.Node) *graph.Node {
	return graph.Add(graph.Dot(x, w).Product(), graph.ExpandLeftToRank(b, 2))
}

// ReLU returns max(0, x), element by element.
func ReLU(x *graph.Node) *graph.Node { return graph.Max(x, graph.ZerosLike(x)) }

// Columns returns the columns from, ..., to-1 of x [rows, columns].
func Columns(x *graph.Node, from, to int) *graph.Node {
	return graph.Slice(x, graph.AxisRange(), graph.AxisRange(from, to))
}

// DenseLast returns x w + b [..., out] for x [..., in], w [in, out] and b [out].
func DenseLast(x, w, b *graph.Node) *graph.Node {
	dims := append([]int(nil), x.Shape().Dimensions...)
	last := len(dims) - 1
	rows := graph.Reshape(x, -1, dims[last])
	dims[last] = w.Shape().Dimensions[1]
	return graph.Reshape(Dense(rows, w, b), dims...)
}

// NormEps keeps the quotient of Norm finite where all elements are alike; torch has the same.
const NormEps = 1e-5

// Norm is layer normalisation (Ba et al. 2016, Eq. 3) over the last axis of x [..., n], by gain and bias [n]:
//
//	(x - mean) / sqrt(variance + ε) gain + bias
func Norm(x, gain, bias *graph.Node) *graph.Node {
	last, rank := x.Rank()-1, x.Rank()
	d := graph.Sub(x, graph.ExpandAxes(graph.ReduceMean(x, last), last))
	variance := graph.ExpandAxes(graph.ReduceMean(graph.Mul(d, d), last), last)
	d = graph.Div(d, graph.Sqrt(graph.AddScalar(variance, NormEps)))
	return graph.Add(graph.Mul(d, graph.ExpandLeftToRank(gain, rank)), graph.ExpandLeftToRank(bias, rank))
}

// Softmax returns exp(x_i) / sum_j exp(x_j) over the last axis. The greatest x is subtracted first, so that no
// exponential overflows.
func Softmax(x *graph.Node) *graph.Node {
	last := x.Rank() - 1
	greatest := graph.StopGradient(graph.ExpandAxes(graph.ReduceMax(x, last), last))
	e := graph.Exp(graph.Sub(x, greatest))
	return graph.Div(e, graph.ExpandAxes(graph.ReduceSum(e, last), last))
}
