//go:build !js

package network

import "github.com/gomlx/gomlx/core/graph"

func init() { Heads.Add("squared", squared{}) }

// squared predicts the action itself. The loss of a row is the mean squared error over the n components of its chunk:
//
//	l_r = 1/n sum_c (a_rc - y_rc)²
//
// in squared action units, where 1 is the fastest motion and the gripper is -1 or +1. Where demonstrations disagree it
// predicts their mean, an action that may never have been demonstrated.
type squared struct{}

func (squared) About() string { return "the action itself; mean squared error, squared action units" }

func (squared) Outputs(n int) int { return n }

func (squared) Loss(out *graph.Node, t Targets, n int) *graph.Node {
	d := graph.Sub(out, t.Actions) // spare slots are zero in both
	return graph.MulScalar(graph.ReduceSum(graph.Mul(d, d), 1), 1/float64(n))
}

func (squared) Decode(dst, out []float32) { copy(dst, out) }
