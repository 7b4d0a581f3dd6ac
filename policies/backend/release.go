package backend

import "github.com/gomlx/gomlx/core/tensors"

// Release frees the buffers of tensors, normally the outputs of a graph, without waiting for the garbage collector.
func Release(out []*tensors.Tensor) {
	for _, o := range out {
		o.MustFinalizeAll()
	}
}
