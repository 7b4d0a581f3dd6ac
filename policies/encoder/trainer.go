package encoder

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/optimizer"
)

// open makes the first weights and the graphs.
func (s *trainer) open(key seed.Key) error {
	n := len(s.labels)
	for i, e := range Cameras {
		s.patches[i], s.shares[i] = zeros(s.cfg.Batch, e.PatchCount(), e.PatchValues()), zeros(s.cfg.Batch, e.PatchCount(), len(s.cfg.Objects))
		m, p := e.tensors(e.initialise(key.With("eye", i)))
		s.centres, s.params = append(s.centres, m...), append(s.params, p...)
	}
	s.params = append(s.params, zeros(Width, n), zeros(n))
	for _, p := range s.params {
		s.opt = append(s.opt, optimizer.Adam{M: make([]float32, p.Shape().Size()), V: make([]float32, p.Shape().Size())})
	}
	s.y, s.c = make([]float32, s.cfg.Batch*n), make([]float32, s.cfg.Batch*n)
	if err := s.standardise(); err != nil {
		return err
	}
	b, err := backend.ForTraining()
	if err == nil {
		s.readOut, err = graph.NewExec(b, func(in []*graph.Node) *graph.Node { return readOut(in) })
	}
	if err == nil {
		s.grad, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node {
			loss := objective(in)
			return append([]*graph.Node{loss}, graph.Gradient(loss, in[6:len(in)-6]...)...)
		})
	}
	return err
}

// zeros is a tensor of them.
func zeros(dims ...int) *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(make([]float32, layers.Volume(dims)), dims...)
}

// load cuts the next lessons into patches and reads their labels.
func (s *trainer) load() error {
	n := len(s.labels)
	for r := range s.cfg.Batch {
		l, err := s.sample(s.next)
		if err == nil {
			err = l.labels(s.y[r*n:][:n], s.c[r*n:][:n], s.cfg.Objects)
		}
		if err != nil {
			return fmt.Errorf("lesson %d: %w", s.next, err)
		}
		for i, picture := range [2][]uint8{l.Static, l.Gripper} {
			e := Cameras[i]
			size := e.PatchCount() * e.PatchValues()
			tensors.MustMutableFlatData(s.patches[i], func(z []float32) { e.CutPatches(z[r*size:][:size], picture) })
			size = e.PatchCount() * len(s.cfg.Objects)
			pixels := [2][]uint8{l.StaticObjects, l.GripperObjects}[i]
			tensors.MustMutableFlatData(s.shares[i], func(v []float32) { e.shares(v[r*size:][:size], pixels, s.cfg.Objects) })
		}
		s.next++
	}
	return nil
}

// measure takes the variance of every label, and starts the read-out at its mean.
func (s *trainer) standardise() error {
	n := len(s.labels)
	count, sum, square := make([]float64, n), make([]float64, n), make([]float64, n)
	k := len(s.cfg.Objects)
	shares := [2][]float64{make([]float64, k), make([]float64, k)}
	for s.next < 1000 {
		if err := s.load(); err != nil {
			return err
		}
		for i, c := range s.c {
			v := float64(s.y[i])
			count[i%n] += float64(c)
			sum[i%n] += float64(c) * v
			square[i%n] += float64(c) * v * v
		}
		for i, t := range s.shares {
			tensors.MustConstFlatData(t, func(v []float32) {
				for j, share := range v {
					shares[i][j%k] += float64(max(0, share)) * float64(max(0, share))
				}
			})
		}
	}
	for i := range Cameras {
		s.weight[i] = make([]float32, k)
		for j, v := range shares[i] {
			if v > 0 { // some lesson shows it
				s.weight[i][j] = float32(float64(s.next) / (v * float64(k*s.cfg.Batch)))
			}
		}
	}
	s.scale = make([]float32, n)
	return tensors.MutableFlatData(s.params[13], func(bias []float32) {
		for j := range s.scale {
			mean := sum[j] / max(1, count[j])
			bias[j] = float32(mean)
			if sd := math.Sqrt(square[j]/max(1, count[j]) - mean*mean); sd > 1e-3 {
				s.scale[j] = float32(1 / sd)
			}
		}
	})
}

// inputs are what readOut takes.
func (s *trainer) inputs() []any {
	in := []any{s.patches[0], s.patches[1]}
	for _, t := range append(s.centres[:4:4], s.params...) {
		in = append(in, t)
	}
	return in
}

// examine judges the read-out on lessons that no step has seen.
func (s *trainer) evaluate() ([]Accuracy, error) {
	var out, y, c []float32
	for len(y) < s.cfg.HeldOut*len(s.labels) {
		if err := s.load(); err != nil {
			return nil, err
		}
		answer, err := s.readOut.Call1(s.inputs()...)
		if err != nil {
			return nil, err
		}
		out = append(out, tensors.MustCopyFlatData[float32](answer)...)
		answer.MustFinalizeAll()
		y, c = append(y, s.y...), append(c, s.c...)
	}
	return accuracies(s.labels, out, y, c), nil
}
