package policies

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
)

// The computation graphs that gomlx compiles. Parameters are inputs of the graph, so one graph serves any weights.

// forward is the network: x [batch, in] to chunks of actions [batch, out].
//
//	h1 = max(0, x W1 + b1),  h2 = max(0, h1 W2 + b2),  a = h2 W3 + b3
func forward(x *graph.Node, p []*graph.Node) *graph.Node {
	h := rectify(affine(x, p[0], p[1]))
	h = rectify(affine(h, p[2], p[3]))
	return affine(h, p[4], p[5])
}

func affine(x, w, b *graph.Node) *graph.Node {
	return graph.Add(graph.Dot(x, w).Product(), graph.ExpandLeftToRank(b, 2))
}

func rectify(x *graph.Node) *graph.Node { return graph.Max(x, graph.ZerosLike(x)) }

// squaredError is the loss of each row, the mean squared error over the chunk's components [batch]:
//
//	l_r = 1/(7 chunk) sum_c (a_rc - y_rc)²
//
// Spare output slots are zero in a and y alike.
func squaredError(a, y *graph.Node, actions int) *graph.Node {
	d := graph.Sub(a, y)
	return graph.MulScalar(graph.ReduceSum(graph.Mul(d, d), 1), 1/float64(actions))
}

// gradient computes, for inputs x [batch, in], y [batch, out], w [batch] and the parameters, the loss of each row
// [batch] and the gradient of J = sum_r w_r l_r by each parameter.
func gradient(in []*graph.Node, actions int) []*graph.Node {
	x, y, w, p := in[0], in[1], in[2], in[3:]
	rows := squaredError(forward(x, p), y, actions)
	return append([]*graph.Node{rows}, graph.Gradient(graph.ReduceAllSum(graph.Mul(rows, w)), p...)...)
}

// initialise draws the weights: He et al. 2015 (Eq. 10) for rectified layers, N(0, 2/from); a tenth of that deviation
// for the last, so that training starts near the action zero; biases 0. Spare slots are zero.
func initialise(s shape, k seed.Key) [][]float32 {
	r := k.Rand()
	from := []int{s.features, s.hidden, s.hidden}
	to := []int{s.hidden, s.hidden, s.actions}
	scale := []float64{1, 1, 0.1}
	var p [][]float32
	for l, d := range s.dims() {
		v := make([]float32, volume(d))
		if l%2 == 0 {
			sd := scale[l/2] * math.Sqrt(2/float64(from[l/2]))
			for i := range from[l/2] {
				for j := range to[l/2] {
					v[i*d[1]+j] = float32(sd * r.NormFloat64())
				}
			}
		}
		p = append(p, v)
	}
	return p
}

func volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
