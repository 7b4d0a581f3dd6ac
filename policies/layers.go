package policies

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

func affine(x, w, b *graph.Node) *graph.Node {
	return graph.Add(graph.Dot(x, w).Product(), graph.ExpandLeftToRank(b, 2))
}

func rectify(x *graph.Node) *graph.Node { return graph.Max(x, graph.ZerosLike(x)) }

// he is the standard deviation of the weights of a rectified layer with so many inputs.
func he(from int) float64 { return math.Sqrt(2 / float64(from)) }

func volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// columns are the columns [from, to) of x [batch, slots].
func columns(x *graph.Node, from, to int) *graph.Node {
	return graph.Slice(x, graph.AxisRange(), graph.AxisRange(from, to))
}
