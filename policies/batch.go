package policies

import (
	"counterpoise/policies/backend"
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// batch holds the frames that a graph sees at once, and what came out. Its buffers are reused from step to step.
type batch struct {
	rows   []int32   // views, see samples
	weight []float32 // of each row in the objective
	losses []float32 // of each row, once run

	x, y, w *tensors.Tensor
}

func newBatch(n int, sh shape) *batch {
	return &batch{
		rows: make([]int32, n), weight: make([]float32, n), losses: make([]float32, n),
		x: tensors.FromFlatDataAndDimensions(make([]float32, n*sh.row()), n, sh.row()),
		y: tensors.FromFlatDataAndDimensions(make([]float32, n*sh.slots), n, sh.slots),
		w: tensors.FromFlatDataAndDimensions(make([]float32, n), n),
	}
}

// load copies the rows' frames and weights to where the graphs read them.
func (b *batch) load(s *samples, sh shape) {
	tensors.MustMutableFlatData(b.x, func(x []float32) {
		if sh.eyes {
			s.present(x, b.rows, sh)
		} else {
			gather(x, s.x, b.rows, sh.in)
		}
	})
	tensors.MustMutableFlatData(b.y, func(y []float32) { gather(y, s.y, b.rows, sh.slots) })
	tensors.MustMutableFlatData(b.w, func(w []float32) { copy(w, b.weight) })
}

// gather copies the given rows, n numbers each. Past its last row src begins again: a view's target is its frame's.
func gather(dst, src []float32, rows []int32, n int) {
	for r, row := range rows {
		copy(dst[r*n:][:n], src[int(row)*n%len(src):])
	}
}

// gradients runs the gradient graph on what is loaded, with the given parameters: the losses of the rows stay in the
// batch, the gradient of their weighted sum goes to dst, one slice a parameter.
func (b *batch) gradients(grad *graph.Exec, params []*tensors.Tensor, dst [][]float32) error {
	out, err := b.exec(grad, params, b.w)
	if err != nil {
		return err
	}
	for i, o := range out[1:] {
		tensors.MustConstFlatData(o, func(g []float32) { copy(dst[i], g) })
	}
	backend.Release(out)
	return nil
}

// evaluate runs the graph of losses on what is loaded.
func (b *batch) evaluate(loss *graph.Exec, params []*tensors.Tensor) error {
	out, err := b.exec(loss, params)
	backend.Release(out)
	return err
}

// exec runs a graph of x, y, the parameters and more; its first output is the rows' losses.
func (b *batch) exec(e *graph.Exec, params []*tensors.Tensor, more ...*tensors.Tensor) ([]*tensors.Tensor, error) {
	in := []any{b.x, b.y}
	for _, p := range append(params[:len(params):len(params)], more...) {
		in = append(in, p)
	}
	out, err := e.Call(in...)
	backend.VZeroUpper()
	if err != nil {
		return nil, fmt.Errorf("computing losses: %w", err)
	}
	tensors.MustConstFlatData(out[0], func(l []float32) { copy(b.losses, l) })
	return out, nil
}
