package train

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/network"
)

// graphKey is everything that a graph depends on besides the shapes of its inputs.
type graphKey struct {
	backend  compute.Backend
	name     string
	spec     network.Spec
	onDevice bool // the graph gathers the rows of a batch, see batchNodes
}

// graphs holds the graphs of this process. Parameters, data and scaling are inputs, so all policies of one architecture
// share them: XLA takes 0.3 to 1 s to compile the step of a small network, which is as long as 500 steps. Data of
// different sizes has one shape (roundRows).
var graphs struct {
	sync.Mutex
	of       map[graphKey]*graph.Exec
	compiled atomic.Int64 // how often a graph was built and compiled: once for each shape of its inputs
}

// sharedGraph returns the graph of a name for a model. f builds it from the inputs; it is compiled at the first call
// with inputs of some shapes. Calls from several goroutines are safe.
func (d device) sharedGraph(name string, m *network.Model, onDevice bool, f func(in []*graph.Node) []*graph.Node) (
	*graph.Exec, error,
) {
	graphs.Lock()
	defer graphs.Unlock()
	key := graphKey{d.backend, name, m.Spec, onDevice}
	if e, ok := graphs.of[key]; ok {
		return e, nil
	}
	e, err := graph.NewExec(d.backend, func(in []*graph.Node) []*graph.Node {
		graphs.compiled.Add(1)
		return f(in)
	})
	if err != nil {
		return nil, fmt.Errorf("train: graph of %s: %w", name, err)
	}
	if graphs.of == nil {
		graphs.of = map[graphKey]*graph.Exec{}
	}
	graphs.of[key] = e.SetMaxCache(-1)
	return e, nil
}

// batchGraph is sharedGraph for a graph whose inputs begin with a batch of the model.
func (d device) batchGraph(name string, m *network.Model, data *resident,
	f func(b network.Batch, rest []*graph.Node) []*graph.Node,
) (*graph.Exec, error) {
	return d.sharedGraph(name, m, data != nil, func(in []*graph.Node) []*graph.Node {
		return f(batchNodes(m, data != nil, in))
	})
}

// gradientGraph returns the graph of a gradient, for batch.gradients: from the parameters and the weights of the rows,
// the losses of the rows and the gradient of their weighted sum by each parameter.
func gradientGraph(d device, m *network.Model, data *resident) (*graph.Exec, error) {
	return d.batchGraph("the gradient", m, data, func(b network.Batch, rest []*graph.Node) []*graph.Node {
		last := len(rest) - 1
		rows, g := m.Gradient(b, rest[:last], rest[last])
		return append([]*graph.Node{rows}, g...)
	})
}
