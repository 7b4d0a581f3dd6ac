package train

import (
	"fmt"
	"sync/atomic"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// graphKey is everything that a graph depends on besides its backend and the shapes of its inputs.
type graphKey struct {
	name     string
	spec     network.Spec
	onDevice bool // the graph gathers the rows of a batch, see batchNodes
}

// graphs holds the graphs of trainings. Parameters, data and scaling are inputs. Data of different sizes has one shape
// (roundRows).
var graphs backend.Graphs[graphKey]

// compiled is how often a graph was built and compiled: once for each shape of its inputs.
var compiled atomic.Int64

// sharedGraph returns the graph of a name for a model. f builds it from the inputs, for the model without its numbers.
// The graph outlives the training, so f must not refer to anything of it: the data of the first training of each
// architecture would stay in memory.
func (d device) sharedGraph(name string, m *network.Model, onDevice bool,
	f func(m *network.Model, in []*graph.Node) []*graph.Node,
) (*graph.Exec, error) {
	own := *m
	own.Weights, own.Standardizer = nil, network.Standardizer{}
	e, err := graphs.Get(d.backend, graphKey{name, m.Spec, onDevice}, func(in []*graph.Node) []*graph.Node {
		compiled.Add(1)
		return f(&own, in)
	})
	if err != nil {
		return nil, fmt.Errorf("train: graph of %s: %w", name, err)
	}
	return e, nil
}

// batchGraph is sharedGraph for a graph whose inputs begin with a batch of the model.
func (d device) batchGraph(name string, m *network.Model, data *resident,
	f func(m *network.Model, b network.Batch, rest []*graph.Node) []*graph.Node,
) (*graph.Exec, error) {
	onDevice := data != nil
	return d.sharedGraph(name, m, onDevice, func(m *network.Model, in []*graph.Node) []*graph.Node {
		b, rest := batchNodes(m, onDevice, in)
		return f(m, b, rest)
	})
}

// gradientGraph returns the graph of a gradient, for batch.gradients: from the parameters and the weights of the rows,
// the losses of the rows and the gradient of their weighted sum by each parameter.
func gradientGraph(d device, m *network.Model, data *resident) (*graph.Exec, error) {
	gradient := func(m *network.Model, b network.Batch, rest []*graph.Node) []*graph.Node {
		last := len(rest) - 1
		rows, g := m.Gradient(b, rest[:last], rest[last])
		return append([]*graph.Node{rows}, g...)
	}
	return d.batchGraph("the gradient", m, data, gradient)
}
