package policies

import (
	"fmt"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/network"
)

// inferenceKey is everything that a graph of inference depends on besides the shapes of its inputs.
type inferenceKey struct {
	backend compute.Backend
	spec    network.Spec
}

// inferences holds the graphs by which the policies of this process act. Parameters are inputs, so all policies of one
// architecture share a graph: a graphics card takes some seconds to compile that of a residual network, which is as
// long as a hundred rollouts.
var inferences struct {
	sync.Mutex
	of map[inferenceKey]*graph.Exec
}

// inference returns the graph that computes the outputs of a deployed model from its inputs: features, pictures, the
// noised actions and the time under a Generative head, and the parameters. Calls from several goroutines are safe.
func inference(b compute.Backend, m *network.Model) (*graph.Exec, error) {
	inferences.Lock()
	defer inferences.Unlock()
	key := inferenceKey{b, m.Spec}
	if e, ok := inferences.of[key]; ok {
		return e, nil
	}
	own := *m
	own.Weights = nil // the graph outlives the policy
	_, generative := own.Head.(network.Generative)
	e, err := graph.NewExec(b, func(in []*graph.Node) *graph.Node {
		pictures := len(own.Pictures())
		x := network.Input{Features: in[0], Pictures: in[1 : 1+pictures]}
		params := in[1+pictures:]
		if generative {
			x.Noisy, x.Time, params = params[0], params[1], params[2:]
		}
		return own.Network.Forward(own.Sizes, x, params)
	})
	if err != nil {
		return nil, fmt.Errorf("policies: inference graph: %w", err)
	}
	if inferences.of == nil {
		inferences.of = map[inferenceKey]*graph.Exec{}
	}
	inferences.of[key] = e.SetMaxCache(-1)
	return e, nil
}
