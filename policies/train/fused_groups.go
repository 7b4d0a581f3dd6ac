package train

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// fusedGroups is groupGram with gradients and the state of the run on the device: 2k calls of one graph for the
// gradients, one that combines those at θ into the step, and one for the inner products. The batches of all groups have
// the size of the largest, so there is one shape to compile.
type fusedGroups struct {
	gradient, combine, gram *graph.Exec
	inside, outside         groupBatches        // for G_j and H_i
	at                      [][]*tensors.Tensor // group -> G_j, a tensor a parameter
}

func newFusedGroups(d device, t *trainer, k int, key seed.Key) (g *fusedGroups, err error) {
	g, m := new(fusedGroups), t.model
	n := len(m.Network.Dims(m.Sizes))
	g.inside, g.outside = newGroupBatches(t, k, true, key)
	combine := func(m *network.Model, in []*graph.Node) []*graph.Node {
		s, rest := splitState(m, in)
		beta, alpha, of := rest[0], rest[1], rest[2:]
		j := make([]*graph.Node, n) // ∇J
		for i := range of {
			a := graph.Squeeze(graph.Slice(alpha, graph.AxisElem(i/n)))
			if term := graph.Mul(a, of[i]); i < n {
				j[i] = term
			} else {
				j[i%n] = graph.Add(j[i%n], term)
			}
		}
		return append(s.ahead(j, beta), s.adam(j)...)
	}
	gram := func(_ *network.Model, in []*graph.Node) []*graph.Node {
		at, ahead := in[:len(in)/2], in[len(in)/2:]
		var all []*graph.Node
		for i := 0; i < len(ahead); i += n {
			for j := 0; j < len(at); j += n {
				all = append(all, innerProduct(ahead[i:][:n], at[j:][:n]))
			}
		}
		return []*graph.Node{graph.Stack(all, 0)}
	}
	if g.gradient, err = gradientGraph(d, m, t.data); err == nil {
		g.combine, err = d.sharedGraph("a step by groups", m, false, combine)
	}
	if err == nil {
		g.gram, err = d.sharedGraph("inner products", m, false, gram)
	}
	return g, err
}

// innerProduct returns <a, b> over all parameters.
func innerProduct(a, b []*graph.Node) *graph.Node {
	sum := graph.ReduceAllSum(graph.Mul(a[0], b[0]))
	for i := 1; i < len(a); i++ {
		sum = graph.Add(sum, graph.ReduceAllSum(graph.Mul(a[i], b[i])))
	}
	return sum
}

// gradients computes the gradient of each group on its rows of b under parameters, with the losses of the rows.
func (g *fusedGroups) gradients(t *trainer, b *batch, own groupBatches, params []*tensors.Tensor) (
	all [][]*tensors.Tensor, err error,
) {
	for j, of := range own {
		own.load(j, t.set, b)
		out, err := of.run(g.gradient, params, of.w)
		if err != nil {
			return nil, err
		}
		own.copyLosses(j, b)
		backend.Release(out[:1])
		all = append(all, out[1:])
	}
	return all, nil
}

// inner computes G_j for each group, and from them θ' and the state after the step.
func (g *fusedGroups) inner(t *trainer, alpha []float64) (err error) {
	g.releaseGradients()
	if g.at, err = g.gradients(t, t.batch, g.inside, t.params); err != nil {
		return err
	}
	a := make([]float32, len(alpha))
	for j, v := range alpha {
		a[j] = float32(v)
	}
	in := append(t.fused.inputs(t), tensors.FromScalar(float32(t.group.mix.LookAhead())),
		tensors.FromFlatDataAndDimensions(a, len(a)))
	for _, of := range g.at {
		in = append(in, of...)
	}
	out, err := call(g.combine, in)
	if err != nil {
		return err
	}
	backend.Release(t.group.ahead)
	n := len(t.params)
	t.group.ahead = out[:n]
	t.fused.pend(out[n:])
	return nil
}

// outer computes H_i for each group, and the inner products with the G_j of inner.
func (g *fusedGroups) outer(t *trainer, b *batch, ahead []*tensors.Tensor, k int) ([][]float64, error) {
	of, err := g.gradients(t, b, g.outside, ahead)
	if err != nil {
		return nil, err
	}
	var in []*tensors.Tensor
	for _, group := range append(g.at[:k:k], of...) {
		in = append(in, group...)
	}
	out, err := call(g.gram, in)
	if err != nil {
		return nil, err
	}
	all := tensors.MustCopyFlatData[float32](out[0])
	backend.Release(out)
	for _, group := range of {
		backend.Release(group)
	}
	gram := make([][]float64, k)
	for i := range gram {
		for _, v := range all[i*k:][:k] {
			gram[i] = append(gram[i], float64(v))
		}
	}
	return gram, nil
}

func (g *fusedGroups) skip() {
	g.inside.skip()
	g.outside.skip()
}

// releaseGradients frees the G_j of a step.
func (g *fusedGroups) releaseGradients() {
	for _, of := range g.at {
		backend.Release(of)
	}
	g.at = nil
}

func (g *fusedGroups) release() {
	g.releaseGradients()
	g.inside.release()
	g.outside.release()
}
