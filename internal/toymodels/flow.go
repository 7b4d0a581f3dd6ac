package toymodels

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
	"counterpoise/policies/network"
)

// Flow is a flow-matching head (Lipman et al. 2023, "Flow Matching for Generative Modeling", with the straight paths of
// Eq. 20 at σ_min = 0). With noise ε ~ N(0, I), demonstrated action a and time t ~ U[0, 1),
//
//	x_t = (1-t) ε + t a,   l = 1/n |v(x_t, t) - (a - ε)|²
//
// and a sample is ε moved along v by Euler steps of 1/Steps.
type Flow struct{}

// About describes the head.
func (Flow) About() string { return "flow matching, a toy" }

// Outputs is one velocity a component.
func (Flow) Outputs(n int) int { return n }

// Corrupt returns x_t.
func (Flow) Corrupt(actions, noise, time *graph.Node) *graph.Node {
	t := graph.BroadcastToShape(time, actions.Shape())
	return graph.Add(graph.Mul(graph.OneMinus(t), noise), graph.Mul(t, actions))
}

// Loss is the mean squared error of the velocity.
func (Flow) Loss(out *graph.Node, t network.Targets, n int) *graph.Node {
	first := func(x *graph.Node) *graph.Node { return layers.Columns(x, 0, n) }
	d := graph.Sub(first(out), graph.Sub(first(t.Actions), first(t.Noise)))
	return graph.MulScalar(graph.ReduceSum(graph.Mul(d, d), 1), 1/float64(n))
}

// Decode is what a sample means: the action itself.
func (Flow) Decode(dst, out []float32) { copy(dst, out) }

// Steps is the number of Euler steps.
func (Flow) Steps() int { return 8 }

// Time is the start of step i.
func (f Flow) Time(i int) float32 { return float32(i) / float32(f.Steps()) }

// Advance makes an Euler step along the velocity.
func (f Flow) Advance(x, out []float32, _ int) {
	for c := range x {
		x[c] += out[c] / float32(f.Steps())
	}
}
