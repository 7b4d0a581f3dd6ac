package layers

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

// Dense returns x w + b [rows, out] for x [rows, in], w [in, out] and b [out].
func Dense(x, w, b *graph.Node) *graph.Node {
	return graph.Add(graph.Dot(x, w).Product(), graph.ExpandLeftToRank(b, 2))
}

// ReLU returns max(0, x), element by element.
func ReLU(x *graph.Node) *graph.Node { return graph.Max(x, graph.ZerosLike(x)) }

// HeDeviation returns the standard deviation of the initial weights of a layer with ReLU: sqrt(2/from), for from
// inputs (He et al. 2015, Eq. 10). It keeps the variance of activations equal from layer to layer.
func HeDeviation(from int) float64 { return math.Sqrt(2 / float64(from)) }

// Volume returns the number of elements of a tensor: the product of its dimensions, 1 for a scalar.
func Volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// Columns returns the columns from, ..., to-1 of x [rows, columns].
func Columns(x *graph.Node, from, to int) *graph.Node {
	return graph.Slice(x, graph.AxisRange(), graph.AxisRange(from, to))
}
