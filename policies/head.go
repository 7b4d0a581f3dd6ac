package policies

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/catalog"
)

// Head says what a network's outputs mean: an action, or a distribution over actions. It is the loss in training and the
// action in inference. Each head is one file of this package that registers itself in Heads.
type Head interface {
	// About is one line for help texts, with the unit of the loss.
	About() string
	// outputs is the number of network outputs for n action components.
	outputs(n int) int
	// loss is the loss of each row [batch], for outputs [batch, outputs(n) or more] and demonstrated components
	// [batch, n or more]. Spare slots are zero in both.
	loss(out, y *graph.Node, n int) *graph.Node
	// decode writes the n action components that one row of outputs means.
	decode(dst, out []float32)
}

// Heads holds every head by name.
var Heads = catalog.New[Head]("head")

// perAction turns component losses [batch, n] into the loss of each row [batch]: the sum over an action's components, in nats if
// they are, averaged over the chunk.
func perAction(c *graph.Node, n int) *graph.Node {
	return graph.MulScalar(graph.ReduceSum(c, 1), float64(actionSize)/float64(n))
}
