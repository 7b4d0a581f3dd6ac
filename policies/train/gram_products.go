package train

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
)

// productGram computes inner products of the gradients of rows without the gradients, for a network that is Grammed.
// A step costs two to three plain ones, whatever the number of groups.
type productGram struct {
	inside, outside *graph.Exec
	parameters      int               // parameters of the network, each with one gradient output
	known           []*tensors.Tensor // what Products needs of the rows at θ, on the training backend
}

// newProductGram compiles the graphs of Backward and Products.
func newProductGram(d device, m *network.Model, data *resident, net network.Grammed) (*productGram, error) {
	g := &productGram{parameters: len(net.Dims(m.Sizes))}
	inside := func(m *network.Model, b network.Batch, rest []*graph.Node) []*graph.Node {
		last := len(rest) - 1
		rows, gradients, known := net.Backward(m.Sizes, m.Input(b), rest[:last], m.LossOf(b), rest[last])
		return append(append([]*graph.Node{rows}, gradients...), known...)
	}
	var err error
	if g.inside, err = d.batchGraph("Backward", m, data, inside); err == nil {
		g.outside, err = productsGraph(d, m, data, net)
	}
	return g, err
}

// productsGraph returns the graph of Products: the losses of the rows of a batch, and the inner products of their
// gradients with those of the rows of Backward [batch, batch].
func productsGraph(d device, m *network.Model, data *resident, net network.Grammed) (*graph.Exec, error) {
	outside := func(m *network.Model, b network.Batch, rest []*graph.Node) []*graph.Node {
		first := len(rest) - net.KnownCount()
		rows, products := net.Products(m.Sizes, m.Input(b), rest[:first], m.LossOf(b), rest[first:])
		return []*graph.Node{rows, products}
	}
	return d.batchGraph("Products", m, data, outside)
}

// inner runs Backward on t.batch. The row weights in the batch contain α already. The tensors that Products needs stay
// on the backend until the next call.
func (g *productGram) inner(t *trainer, _ []float64) error {
	t.batch.load(t.set)
	out, err := t.batch.run(g.inside, t.params, t.batch.w)
	if err != nil {
		return err
	}
	backend.Release(g.known)
	n := 1 + g.parameters
	for i, o := range out[1:n] {
		tensors.MustConstFlatData(o, func(v []float32) { copy(t.g[i], v) })
	}
	backend.Release(out[:n])
	g.known = out[n:]
	return nil
}

// outer runs Products on b at θ'.
func (g *productGram) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	return products(t, g.outside, b, ahead, g.known, k)
}

// products runs Products on a batch at θ', after Backward gave known, and averages the inner products by group.
func products(t *trainer, graph *graph.Exec, b *batch, ahead, known []*tensors.Tensor, k int) ([][]float64, error) {
	b.load(t.set)
	out, err := b.run(graph, ahead, known...)
	if err != nil {
		return nil, err
	}
	defer backend.Release(out)
	var gram [][]float64
	tensors.MustConstFlatData(out[1], func(rows []float32) { gram = averageByGroup(rows, len(b.rows), k) })
	return gram, nil
}

// skip does nothing: the batches belong to groupwise, which skips them itself.
func (g *productGram) skip() {}

func (g *productGram) release() { backend.Release(g.known) }

// averageByGroup averages inner products of rows [n x n], of which row r belongs to group r mod k:
//
//	gram[i][j] = 1/(m_i m_j) sum of <∇l'_s, ∇l_r> over s in group i, r in group j
func averageByGroup(products []float32, n, k int) [][]float64 {
	gram := make([][]float64, k)
	for i := range gram {
		gram[i] = make([]float64, k)
	}
	for s := range n {
		for r, v := range products[s*n:][:n] {
			gram[s%k][r%k] += float64(v)
		}
	}
	for i := range gram {
		for j := range gram[i] {
			gram[i][j] /= float64(trainset.DealtTo(n, i, k) * trainset.DealtTo(n, j, k))
		}
	}
	return gram
}
