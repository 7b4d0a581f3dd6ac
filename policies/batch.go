package policies

import (
	"fmt"

	"github.com/gomlx/gomlx/core/tensors"
)

// run computes losses and gradients of the batch. The first output is kept in losses, the others are the gradients.
func (t *trainer) run() ([]*tensors.Tensor, error) {
	t.load()
	in := []any{t.x, t.y, t.w}
	for _, w := range t.policy.weights {
		in = append(in, w)
	}
	out, err := t.grad.Exec(in...)
	clearUpper()
	if err != nil {
		return nil, fmt.Errorf("gradient: %w", err)
	}
	tensors.MustConstFlatData(out[0], func(l []float32) { copy(t.losses, l) })
	return out, nil
}

// load copies the batch's frames and weights to where the graph reads them.
func (t *trainer) load() {
	sh := t.policy.shape
	tensors.MustMutableFlatData(t.x, func(x []float32) { gather(x, t.s.x, t.rows, sh.in) })
	tensors.MustMutableFlatData(t.y, func(y []float32) { gather(y, t.s.y, t.rows, sh.out) })
	tensors.MustMutableFlatData(t.w, func(w []float32) { copy(w, t.weight) })
}

// gather copies the given rows, n numbers each.
func gather(dst, src []float32, rows []int32, n int) {
	for r, row := range rows {
		copy(dst[r*n:][:n], src[int(row)*n:])
	}
}

// release gives the buffers of a run back.
func release(out []*tensors.Tensor) {
	for _, o := range out {
		o.MustFinalizeAll()
	}
}
