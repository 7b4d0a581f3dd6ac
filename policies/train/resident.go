package train

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
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
	// pictures of all rows stay on the device too. A card needs that: rows of a network that reads them have 0.6 MB.
	pictures bool
}

// trainingDevice returns the device of trainings that start now.
func trainingDevice() (device, error) {
	b, d, err := backend.ForTraining()
	if err != nil {
		return device{}, fmt.Errorf("train: %w", err)
	}
	return device{b, d, d.Device != backend.GoCPU, d.Device == backend.CUDA}, nil
}

// resident is the data of a training on its device.
type resident struct {
	x *tensors.Tensor // [views, Row()] inputs of all views, then rows of zeros
	y *tensors.Tensor // [rows, Slots] targets of all rows, then rows of zeros
}

// residentPictures is the most memory that a training's rows with pictures take on the device, in bytes: 7,600 rows of
// both pictures at full size. A card has room for a dozen such trainings side by side.
const residentPictures = 4 << 30

// place copies the run's rows to its device, where they stay until release.
func (r *run) place() (err error) {
	m, err := r.resolve(r.cfg)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	r.data, err = r.device.newResident(r.set, m)
	return err
}

// newResident copies a standardised set to the device. It returns nil where batches are copied instead: on a device
// that does not fuse, and for a network that reads pictures, unless the device keeps pictures and there are not too
// many.
func (d device) newResident(s *trainset.Set, m *network.Model) (*resident, error) {
	rows, row, pictures := roundRows(len(s.Y)/s.Slots), m.Row(), m.Pictures()
	tooMany := !d.pictures || 4*rows*s.Variants*row > residentPictures
	if !d.fused || pictures != nil && tooMany {
		return nil, nil
	}
	out := new(resident)
	var err error
	out.x, err = d.copyRows(rows*s.Variants, row, func(x []float32) {
		if pictures == nil {
			copy(x, s.X)
			return
		}
		var shifted [2][]uint8 // buffers, one a camera
		for view := range len(s.X) / s.In {
			fillRow(x[view*row:][:row], s, int32(view), pictures, &shifted)
		}
	})
	if err == nil {
		out.y, err = d.copyRows(rows, s.Slots, func(y []float32) { copy(y, s.Y) })
	}
	return out, err
}

// release frees the memory of the rows on the device.
func (r *resident) release() {
	if r != nil {
		backend.Release([]*tensors.Tensor{r.x, r.y})
	}
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

// copyRows returns a tensor on the device with a number of rows, each of n numbers: those that fill writes, and zeros.
func (d device) copyRows(rows, n int, fill func(to []float32)) (*tensors.Tensor, error) {
	out := tensors.FromShape(shapes.Make(dtypes.Float32, rows, n))
	tensors.MustMutableFlatData(out, fill)
	if err := out.MaterializeOnDevice(d.backend, false, 0); err != nil {
		return nil, fmt.Errorf("train: no room for %d MB of data on the device: %w", out.ByteSize()>>20, err)
	}
	out.FinalizeLocal()
	return out, nil
}
