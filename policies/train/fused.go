package train

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
	"counterpoise/policies/optimizer"
)

// fused makes the steps of a run with graphs that contain Adam. θ and Adam's moments m and v stay on the device: a
// graph returns those after the step, which wait in next until the mixture has observed the step (move).
type fused struct {
	device
	plain *graph.Exec
	m, v  []*tensors.Tensor // moments, as trainer.params
	next  []*tensors.Tensor // θ, m and v after the step, one after the other
}

// newFused returns the moments of a run before its first step, and its graph of a plain step.
func newFused(d device, t *trainer) (*fused, error) {
	f := &fused{device: d}
	for _, of := range t.model.Network.Dims(t.model.Sizes) {
		f.m = append(f.m, tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(of)), of...))
		f.v = append(f.v, tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(of)), of...))
	}
	step := func(m *network.Model, b network.Batch, in []*graph.Node) []*graph.Node {
		s, rest := splitState(m, in)
		rows, g := m.Gradient(b, s.params, rest[0])
		return append([]*graph.Node{rows}, s.adam(g)...)
	}
	var err error
	f.plain, err = d.batchGraph("a step", t.model, t.data, step)
	return f, err
}

// inputs returns the state of a run and the factors of Adam for the present step, as splitState takes them.
func (f *fused) inputs(t *trainer) []*tensors.Tensor {
	rate, unbias := optimizer.Corrections(t.rate(), t.now+1)
	in := append(append(t.params[:len(t.params):len(t.params)], f.m...), f.v...)
	return append(in, tensors.FromFlatDataAndDimensions([]float32{rate, unbias}, 2))
}

// compute evaluates the losses of the loaded batch, and the state after the step.
func (f *fused) compute(t *trainer) error {
	out, err := t.batch.run(f.plain, f.inputs(t), t.batch.w)
	if err != nil {
		return err
	}
	f.pend(out[1:])
	backend.Release(out[:1])
	return nil
}

// pend keeps the state after a step until move. One that is never taken, since a batch was only surveyed, is released.
func (f *fused) pend(state []*tensors.Tensor) {
	backend.Release(f.next)
	f.next = state
}

// move makes the state after the step that of the run.
func (f *fused) move(t *trainer) {
	n := len(t.params)
	for i := range n {
		for at, v := range [3]*[]*tensors.Tensor{&t.params, &f.m, &f.v} {
			backend.Release((*v)[i : i+1])
			(*v)[i] = f.next[at*n+i]
		}
	}
	f.next = nil
}

// release frees the moments, and a step that was not taken.
func (f *fused) release() {
	backend.Release(f.m)
	backend.Release(f.v)
	backend.Release(f.next)
}

// state are the nodes of a run's state in a graph.
type state struct {
	params, m, v []*graph.Node
	rates        *graph.Node // [2], optimizer.Corrections
}

// splitState splits the inputs of a graph into the state of a run and the rest.
func splitState(m *network.Model, in []*graph.Node) (state, []*graph.Node) {
	n := len(m.Network.Dims(m.Sizes))
	return state{in[:n], in[n : 2*n], in[2*n : 3*n], in[3*n]}, in[3*n+1:]
}

// adam returns θ, m and v after a step of optimizer.Adam by the gradient g.
func (s state) adam(g []*graph.Node) []*graph.Node {
	n := len(g)
	out := make([]*graph.Node, 3*n)
	factor := func(i int) *graph.Node { return graph.Squeeze(graph.Slice(s.rates, graph.AxisElem(i))) }
	rate, unbias := factor(0), factor(1)
	average := func(of, with *graph.Node, decay float64) *graph.Node {
		return graph.Add(graph.MulScalar(of, decay), graph.MulScalar(with, 1-decay))
	}
	for i, gi := range g {
		m, v := average(s.m[i], gi, optimizer.Beta1), average(s.v[i], graph.Mul(gi, gi), optimizer.Beta2)
		size := graph.AddScalar(graph.Sqrt(graph.Mul(v, unbias)), optimizer.Epsilon)
		out[i], out[n+i], out[2*n+i] = graph.Sub(s.params[i], graph.Mul(rate, graph.Div(m, size))), m, v
	}
	return out
}

// ahead returns θ - β g, the parameters after a look-ahead step (groupwise), for β of shape [].
func (s state) ahead(g []*graph.Node, beta *graph.Node) (out []*graph.Node) {
	for i, p := range s.params {
		out = append(out, graph.Sub(p, graph.Mul(beta, g[i])))
	}
	return out
}
