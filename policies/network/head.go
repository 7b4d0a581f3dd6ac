//go:build !js

package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/catalog"
)

// Head says what the outputs of a network mean: an action, or a distribution over actions. It is the loss in training
// and the action in inference. Each head is one file of this package that registers itself in Heads.
type Head interface {
	// About describes the head in one line with the unit of its loss, for help texts.
	About() string
	// Outputs returns the number of outputs that n action components need, a multiple of n. Those of a component
	// stand side by side, in the order of components.
	Outputs(n int) int
	// Loss computes the loss of each row [batch] from outputs [batch, Outputs(n) or more] and targets of n components.
	// Spare slots are 0 in both.
	Loss(out *graph.Node, t Targets, n int) *graph.Node
	// Decode writes the n action components that one row of outputs means to dst.
	Decode(dst, out []float32)
}

// Targets are what the outputs of a batch are compared with.
type Targets struct {
	Actions *graph.Node // [batch, n or more] demonstrated components
	Noise   *graph.Node // [batch, n or more] what the noised actions were made with; nil unless the head is Generative
	Time    *graph.Node // [batch, 1] the time steps; nil unless the head is Generative
}

// Generative is a Head whose policy samples actions step by step from noise, such as flow matching or diffusion. Its
// network reads noised actions and a time step t in [0, 1] besides the features. In training both are drawn anew for
// every row: noise from N(0, 1), t uniformly. In inference the sampler starts from noise and calls the network Steps
// times:
//
//	x <- noise;   for i = 0 .. Steps-1:   x <- Advance(x, network(features, x, Time(i)), i);   action = x
//
// The noise of a sample is derived from the observation, so the same observation always gives the same action.
type Generative interface {
	Head
	// Corrupt makes the noised actions [batch, slots] from demonstrated ones, noise of the same shape and time
	// [batch, 1].
	Corrupt(actions, noise, time *graph.Node) *graph.Node
	// Steps is the number of network evaluations for one sample.
	Steps() int
	// Time is the time step of evaluation i.
	Time(i int) float32
	// Advance moves a sample of n components by the outputs of evaluation i, in place.
	Advance(x, out []float32, i int)
}

// Heads holds every head by name.
var Heads = catalog.New[Head]("head")

// perAction turns losses of components [batch, n] into the loss of each row [batch]: summed over the components of an
// action and averaged over the actions of the chunk. Components in nats give nats an action.
func perAction(c *graph.Node, n int) *graph.Node {
	return graph.MulScalar(graph.ReduceSum(c, 1), float64(ActionSize)/float64(n))
}
