package policies

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
)

// open makes the first weights and the graphs.
func (s *school) open(key seed.Key) error {
	n := len(s.labels)
	for i, e := range eyes {
		s.z[i], s.share[i] = zeros(s.cfg.Batch, e.patches(), e.inputs()), zeros(s.cfg.Batch, e.patches(), len(s.cfg.Parts))
		m, p := e.tensors(e.initialise(key.With("eye", i)))
		s.middles, s.params = append(s.middles, m...), append(s.params, p...)
	}
	s.params = append(s.params, zeros(encoderWidth, n), zeros(n))
	for _, p := range s.params {
		s.opt = append(s.opt, adam{make([]float32, p.Shape().Size()), make([]float32, p.Shape().Size())})
	}
	s.y, s.c = make([]float32, s.cfg.Batch*n), make([]float32, s.cfg.Batch*n)
	if err := s.measure(); err != nil {
		return err
	}
	b, err := trainingBackend()
	if err == nil {
		s.answer, err = graph.NewExec(b, func(in []*graph.Node) *graph.Node { return readOut(in) })
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
	return tensors.FromFlatDataAndDimensions(make([]float32, volume(dims)), dims...)
}

// load cuts the next lessons into patches and reads their labels.
func (s *school) load() error {
	n := len(s.labels)
	for r := range s.cfg.Batch {
		l, err := s.lesson(s.next)
		if err == nil {
			err = l.read(s.y[r*n:][:n], s.c[r*n:][:n], s.cfg.Parts)
		}
		if err != nil {
			return fmt.Errorf("lesson %d: %w", s.next, err)
		}
		for i, picture := range [2][]uint8{l.Static, l.Ego} {
			e := eyes[i]
			size := e.patches() * e.inputs()
			tensors.MustMutableFlatData(s.z[i], func(z []float32) { e.cut(z[r*size:][:size], picture) })
			size = e.patches() * len(s.cfg.Parts)
			pixels := [2][]uint8{l.StaticParts, l.EgoParts}[i]
			tensors.MustMutableFlatData(s.share[i], func(v []float32) { e.share(v[r*size:][:size], pixels, s.cfg.Parts) })
		}
		s.next++
	}
	return nil
}

// measure takes the variance of every label, and starts the read-out at its mean.
func (s *school) measure() error {
	n := len(s.labels)
	count, sum, square := make([]float64, n), make([]float64, n), make([]float64, n)
	k := len(s.cfg.Parts)
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
		for i, t := range s.share {
			tensors.MustConstFlatData(t, func(v []float32) {
				for j, share := range v {
					shares[i][j%k] += float64(max(0, share)) * float64(max(0, share))
				}
			})
		}
	}
	for i := range eyes {
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
func (s *school) inputs() []any {
	in := []any{s.z[0], s.z[1]}
	for _, t := range append(s.middles[:4:4], s.params...) {
		in = append(in, t)
	}
	return in
}

// examine judges the read-out on lessons that no step has seen.
func (s *school) examine() ([]Judgement, error) {
	var out, y, c []float32
	for len(y) < s.cfg.HeldOut*len(s.labels) {
		if err := s.load(); err != nil {
			return nil, err
		}
		answer, err := s.answer.Call1(s.inputs()...)
		if err != nil {
			return nil, err
		}
		out = append(out, tensors.MustCopyFlatData[float32](answer)...)
		answer.MustFinalizeAll()
		y, c = append(y, s.y...), append(c, s.c...)
	}
	return judge(s.labels, out, y, c), nil
}
