package policies

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

// The computation graphs that gomlx compiles. Parameters are inputs of the graph, so one graph serves any weights.

// forward is the network: x [batch, in] to outputs [batch, out], which the head reads.
//
//	h1 = max(0, x W1 + b1),  h2 = max(0, h1 W2 + b2),  a = h2 W3 + b3
func forward(x *graph.Node, p []*graph.Node) *graph.Node {
	_, z := mlpLayers(x, p)
	return z[len(z)-1]
}

// mlpLayers are what enters each layer, h, and what its product gives, z = h W + b.
func mlpLayers(x *graph.Node, p []*graph.Node) (h, z []*graph.Node) {
	for l := 0; l < len(p); l += 2 {
		if l > 0 {
			x = layers.ReLU(z[l/2-1])
		}
		h, z = append(h, x), append(z, layers.Dense(x, p[l], p[l+1]))
	}
	return h, z
}

// rowLosses is the loss of each row [batch], for inputs x [batch, row], y [batch, slots] and the parameters.
func rowLosses(in []*graph.Node, f front, h Head, actions int) *graph.Node {
	return h.loss(forward(f.enter(in[0], in[2:])), in[1], actions)
}

// gradient computes, for inputs x [batch, row], y [batch, slots], the parameters and weights w [batch], the loss of each row
// [batch] and the gradient of J = sum_r w_r l_r by each parameter.
func gradient(in []*graph.Node, f front, h Head, actions int) []*graph.Node {
	last := len(in) - 1
	p, w := in[2:last], in[last]
	rows := rowLosses(in[:last], f, h, actions)
	return append([]*graph.Node{rows}, graph.Gradient(graph.ReduceAllSum(graph.Mul(rows, w)), p...)...)
}

// initialise draws the weights: He et al. 2015 (Eq. 10) for rectified layers, N(0, 2/from); a tenth of that deviation
// for the last, so that training starts near the action zero; biases 0. Spare slots are zero. Eyes
// start as the frozen encoder's.
func initialise(s shape, k seed.Key) [][]float32 {
	r := k.Rand()
	from := []int{s.features, s.hidden, s.hidden}
	to := []int{s.hidden, s.hidden, s.outputs}
	scale := []float64{1, 1, 0.1}
	var p [][]float32
	for l, d := range s.Dims()[:layerParams] {
		v := make([]float32, layers.Volume(d))
		if l%2 == 0 {
			sd := scale[l/2] * layers.HeDeviation(from[l/2])
			for i := range from[l/2] {
				for j := range to[l/2] {
					v[i*d[1]+j] = float32(sd * r.NormFloat64())
				}
			}
		}
		p = append(p, v)
	}
	if s.eyes {
		p = append(append(p, encoder.Frozen().Static...), encoder.Frozen().Gripper...)
	}
	return p
}
