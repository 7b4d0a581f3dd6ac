//go:build !js

package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
)

func init() { Heads.Add("flow", flow{}) }

// flow samples chunks of actions by flow matching (Lipman et al. 2023, "Flow Matching for Generative Modeling", Eq. 23
// with σ_min = 0; Liu et al. 2023, "Flow Straight and Fast", Eq. 1). The network predicts the velocity v that carries
// noise to actions along straight paths. With noise ε ~ N(0, I), demonstrated actions a and time t ~ U[0, 1),
//
//	x_t = (1-t) ε + t a,   l_r = 1/n sum_c (v_rc(x_t, t) - (a_rc - ε_rc))²
//
// A sample starts at noise and follows v by Euler's method in flowSteps steps:
//
//	x <- ε;   x <- x + v(x, i/S)/S  for i = 0 .. S-1
//
// The loss does not reach 0 even on data without contradictions: the network cannot tell a from ε near t = 0. Where
// demonstrations disagree a sample is one of the demonstrated ways, not their mean.
type flow struct{}

// flowSteps is S. π0 (Black et al. 2024, "π0: A Vision-Language-Action Flow Model", section IV) takes 10 steps for
// chunks of actions. The cost of an action is proportional to it.
const flowSteps = 10

func (flow) About() string {
	return "samples by flow matching, 10 Euler steps; mean squared error of the velocity"
}

func (flow) Outputs(n int) int { return n }

func (flow) Corrupt(actions, noise, time *graph.Node) *graph.Node {
	t := graph.BroadcastToShape(time, actions.Shape())
	return graph.Add(graph.Mul(graph.OneMinus(t), noise), graph.Mul(t, actions))
}

func (flow) Loss(out *graph.Node, t Targets, n int) *graph.Node {
	return meanSquare(out, graph.Sub(t.Actions, t.Noise), n)
}

func (flow) Decode(dst, out []float32) { copy(dst, out) }

func (flow) Steps() int { return flowSteps }

func (flow) Time(i int) float32 { return float32(i) / flowSteps }

func (flow) Advance(x, out []float32, _ int) {
	for c := range x {
		x[c] += out[c] / flowSteps
	}
}

// meanSquare returns the mean of (out - target)² over the first n columns of each row [batch].
func meanSquare(out, target *graph.Node, n int) *graph.Node {
	d := graph.Sub(layers.Columns(out, 0, n), layers.Columns(target, 0, n))
	return graph.MulScalar(graph.ReduceSum(graph.Mul(d, d), 1), 1/float64(n))
}
