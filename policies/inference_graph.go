package policies

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// inferences holds the graphs by which the policies of this process act.
var inferences backend.Graphs[network.Spec]

// inference returns the graph that computes the outputs of a deployed model from its inputs: features, pictures, the
// noised actions and the time under a Generative head, and the parameters.
func inference(b compute.Backend, m *network.Model) (*graph.Exec, error) {
	own := *m
	own.Weights = nil // the graph outlives the policy
	_, generative := own.Head.(network.Generative)
	e, err := inferences.Get(b, own.Spec, func(in []*graph.Node) []*graph.Node {
		pictures := len(own.Pictures())
		x := network.Input{Features: in[0], Pictures: in[1 : 1+pictures]}
		params := in[1+pictures:]
		if generative {
			x.Noisy, x.Time, params = params[0], params[1], params[2:]
		}
		return []*graph.Node{own.Network.Forward(own.Sizes, x, params)}
	})
	if err != nil {
		return nil, fmt.Errorf("policies: inference graph: %w", err)
	}
	return e, nil
}
