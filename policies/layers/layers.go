package layers

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

func Dense(x, w, b *graph.Node) *graph.Node {
	return graph.Add(graph.Dot(x, w).Product(), graph.ExpandLeftToRank(b, 2))
}

func ReLU(x *graph.Node) *graph.Node { return graph.Max(x, graph.ZerosLike(x)) }

// he is the standard deviation of the weights of a rectified layer with so many inputs.
func HeDeviation(from int) float64 { return math.Sqrt(2 / float64(from)) }

func Volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// columns are the columns [from, to) of x [batch, slots].
func Columns(x *graph.Node, from, to int) *graph.Node {
	return graph.Slice(x, graph.AxisRange(), graph.AxisRange(from, to))
}
