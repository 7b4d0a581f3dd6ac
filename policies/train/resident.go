package train

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/frames"
	"counterpoise/policies/network"
)

// device is where a training computes, and how.
type device struct {
	backend compute.Backend
	info    backend.Info
	// fused graphs contain Adam, and parameters, moments and data stay on the device from step to step; only indices of
	// rows go there and losses come back. A card needs that; for XLA on the CPU a training takes the same processor
	// time either way. On the Go backend Adam in a graph costs seven times what it costs on slices (optimizer.Adam), so
	// there gradients come back instead.
	fused bool
}

// trainingDevice returns the device of trainings that start now.
func trainingDevice() (device, error) {
	b, d, err := backend.ForTraining()
	if err != nil {
		return device{}, fmt.Errorf("train: %w", err)
	}
	return device{b, d, d.Device != backend.GoCPU}, nil
}

// resident is the data of a training on its device.
type resident struct {
	x *tensors.Tensor // [views, In] inputs of all views, then rows of zeros
	y *tensors.Tensor // [rows, Slots] targets of all rows, then rows of zeros
}

// newResident copies a standardised set to the device. It returns nil where batches are copied instead: on a device
// that does not fuse, and for a network that reads pictures, which would take 0.6 MB a row as numbers.
func (d device) newResident(s *frames.Set, m *network.Model) (*resident, error) {
	if !d.fused || m.Pictures() != nil {
		return nil, nil
	}
	rows := roundRows(len(s.Y) / s.Slots)
	out := new(resident)
	var err error
	if out.x, err = d.copyRows(s.X, rows*s.Variants, s.In); err == nil {
		out.y, err = d.copyRows(s.Y, rows, s.Slots)
	}
	return out, err
}

// roundRows returns the number of rows that a set of n rows has on a device: the next power of two from 1,024 on, and
// beyond 65,536 the next multiple of that. XLA compiles a graph for each shape of its inputs, and the number of frames
// differs between any two datasets; the rows that are added are never gathered, so they change no bit of a result. They
// are fewer than the set's or than 1,024, and fewer than 65,536, which take 33 MB at 128 numbers a row.
//
// With half the smallest number, small sets would have one more shape to compile; twice it would add half a megabyte to
// each of them.
func roundRows(n int) int {
	const least, most = 1 << 10, 1 << 16
	if n > most {
		return (n + most - 1) / most * most
	}
	rounded := least
	for rounded < n {
		rounded *= 2
	}
	return rounded
}

// copyRows returns a tensor on the device with a number of rows, each of n numbers: those of v, and then zeros.
func (d device) copyRows(v []float32, rows, n int) (*tensors.Tensor, error) {
	out := tensors.FromShape(shapes.Make(dtypes.Float32, rows, n))
	tensors.MustMutableFlatData(out, func(to []float32) { copy(to, v) })
	if err := out.MaterializeOnDevice(d.backend, false, 0); err != nil {
		return nil, fmt.Errorf("train: no room for %d MB of data on the device: %w", out.ByteSize()>>20, err)
	}
	return out, nil
}
