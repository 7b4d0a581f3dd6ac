package backend

import (
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
)

// Graphs holds graphs of this process by whatever they depend on besides the shapes of their inputs, K. A graph is
// compiled at its first call with inputs of some shapes: XLA takes 0.3 to 1 s for the step of a small network, and a
// card some seconds for a residual network. So parameters and data are inputs, and all policies of one architecture
// share a graph. The zero value is empty. Calls from several goroutines are safe, and so are those of the graphs.
type Graphs[K comparable] struct {
	mu sync.Mutex
	of map[graphKey[K]]*graph.Exec
}

type graphKey[K comparable] struct {
	backend compute.Backend
	of      K
}

// Get returns the graph of a key on a backend. At the first call f says how it is built from its inputs.
func (g *Graphs[K]) Get(b compute.Backend, key K, f func(in []*graph.Node) []*graph.Node) (*graph.Exec, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := graphKey[K]{b, key}
	if e, ok := g.of[at]; ok {
		return e, nil
	}
	e, err := graph.NewExec(b, f)
	if err != nil {
		return nil, err
	}
	if g.of == nil {
		g.of = map[graphKey[K]]*graph.Exec{}
	}
	g.of[at] = e.SetMaxCache(-1)
	return e, nil
}
