package train

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// fusedProducts is productGram with the state of the run on the device: the graph of Backward returns θ' and the state
// after the step besides.
type fusedProducts struct {
	inside, outside *graph.Exec
	known           []*tensors.Tensor // what Products needs of the rows at θ
}

func newFusedProducts(d device, t *trainer, net network.Grammed) (g *fusedProducts, err error) {
	g, m := new(fusedProducts), t.model
	inside := func(m *network.Model, b network.Batch, in []*graph.Node) []*graph.Node {
		s, rest := splitState(m, in)
		rows, gradients, known := net.Backward(m.Sizes, m.Input(b), s.params, m.LossOf(b), rest[0])
		out := append([]*graph.Node{rows}, s.ahead(gradients, rest[1])...)
		return append(append(out, s.adam(gradients)...), known...)
	}
	if g.inside, err = d.batchGraph("a step with Backward", m, t.data, inside); err == nil {
		g.outside, err = productsGraph(d, m, t.data, net)
	}
	return g, err
}

// inner runs Backward on t.batch, and sets θ' and the state after the step.
func (g *fusedProducts) inner(t *trainer, _ []float64) error {
	t.batch.load(t.set)
	beta := tensors.FromScalar(float32(t.group.mix.LookAhead()))
	out, err := t.batch.run(g.inside, t.fused.inputs(t), t.batch.w, beta)
	if err != nil {
		return err
	}
	n := len(t.params)
	backend.Release(g.known)
	backend.Release(t.group.ahead)
	backend.Release(out[:1])
	t.group.ahead, g.known = out[1:1+n], out[1+4*n:]
	t.fused.pend(out[1+n : 1+4*n])
	return nil
}

func (g *fusedProducts) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	return products(t, g.outside, b, ahead, g.known, k)
}

// skip does nothing: the batches belong to groupwise, which skips them itself.
func (g *fusedProducts) skip() {}

func (g *fusedProducts) release() { backend.Release(g.known) }
