package train

import (
	"fmt"

	"github.com/gomlx/compute"
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
	x *tensors.Tensor // [views, In] inputs of all views
	y *tensors.Tensor // [rows, Slots] targets of all rows
}

// newResident copies a standardised set to the device. It returns nil where batches are copied instead: on a device
// that does not fuse, and for a network that reads pictures, which would take 0.6 MB a row as numbers.
func (d device) newResident(s *frames.Set, m *network.Model) (*resident, error) {
	if !d.fused || m.Pictures() != nil {
		return nil, nil
	}
	out := &resident{
		x: tensors.FromFlatDataAndDimensions(s.X, len(s.X)/s.In, s.In),
		y: tensors.FromFlatDataAndDimensions(s.Y, len(s.Y)/s.Slots, s.Slots),
	}
	for _, v := range []*tensors.Tensor{out.x, out.y} {
		if err := v.MaterializeOnDevice(d.backend, false, 0); err != nil {
			return nil, fmt.Errorf("train: no room for %d MB of data on the device: %w", v.ByteSize()>>20, err)
		}
	}
	return out, nil
}
