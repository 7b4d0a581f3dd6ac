package train

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/frames"
	"counterpoise/policies/network"
)

// productGram computes inner products of the gradients of rows without the gradients, for a network that is Grammed.
// A step costs two to three plain ones, whatever the number of groups.
type productGram struct {
	inside, outside *graph.Exec
	parameters      int               // parameters of the network, each with one gradient output
	known           []*tensors.Tensor // what Products needs of the rows at θ, on the training backend
}

// newProductGram compiles the graphs of Backward and Products.
func newProductGram(b compute.Backend, m *network.Model, net network.Grammed) (*productGram, error) {
	g := &productGram{parameters: len(net.Dims(m.Sizes))}
	var err error
	g.inside, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node {
		batch, rest := batchNodes(m, in)
		last := len(rest) - 1
		rows, gradients, known := net.Backward(m.Sizes, m.Input(batch), rest[:last], m.LossOf(batch), rest[last])
		return append(append([]*graph.Node{rows}, gradients...), known...)
	})
	if err == nil {
		g.outside, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node {
			batch, rest := batchNodes(m, in)
			first := len(rest) - net.KnownCount()
			rows, products := net.Products(m.Sizes, m.Input(batch), rest[:first], m.LossOf(batch), rest[first:])
			return []*graph.Node{rows, products}
		})
	}
	if err != nil {
		return nil, fmt.Errorf("train: graph of gradients: %w", err)
	}
	return g, nil
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

// outer runs Products on b at θ' and averages the inner products of rows by group.
func (g *productGram) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	b.load(t.set)
	out, err := b.run(g.outside, ahead, g.known...)
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
			gram[i][j] /= float64(frames.DealtTo(n, i, k) * frames.DealtTo(n, j, k))
		}
	}
	return gram
}
