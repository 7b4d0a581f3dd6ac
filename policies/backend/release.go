package backend

import "github.com/gomlx/gomlx/core/tensors"

// release gives the buffers of a run back.
func Release(out []*tensors.Tensor) {
	for _, o := range out {
		o.MustFinalizeAll()
	}
}
