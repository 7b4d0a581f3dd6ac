package train

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
	"counterpoise/policies/optimizer"
	"counterpoise/policies/trainset"
)

// state returns what a checkpoint keeps of a run after some steps. It shares memory with the run, so it must be written
// before the next step.
func (t *trainer) state(step int) runState {
	s := runState{Step: step, Loss: slices.Clone(t.loss), Log: t.log, Memory: memoryOf(t.mix)}
	if t.heldOut != nil {
		s.HeldOutLoss = t.heldOut.loss
	}
	for i, w := range t.params {
		s.Weights = append(s.Weights, tensors.MustCopyFlatData[float32](w))
		if f := t.fused; f != nil {
			s.M = append(s.M, tensors.MustCopyFlatData[float32](f.m[i]))
			s.V = append(s.V, tensors.MustCopyFlatData[float32](f.v[i]))
			continue
		}
		s.M, s.V = append(s.M, t.adam[i].M), append(s.V, t.adam[i].V)
	}
	return s
}

// restore puts a fresh run into a state. It repeats the draws of all logged steps, so that the next step draws what it
// would have drawn without an interruption. A state of other sizes, or of another mixture, is an error.
func (t *trainer) restore(s runState) error {
	if err := t.check(s); err != nil {
		return err
	}
	for i, w := range t.params {
		set := func(w *tensors.Tensor, to []float32) {
			tensors.MustMutableFlatData(w, func(v []float32) { copy(v, to) })
		}
		set(w, s.Weights[i])
		if f := t.fused; f != nil {
			set(f.m[i], s.M[i])
			set(f.v[i], s.V[i])
			continue
		}
		t.adam[i] = optimizer.Adam{M: s.M[i], V: s.V[i]}
	}
	t.loss, t.log = s.Loss, s.Log
	if t.heldOut != nil {
		t.heldOut.loss = s.HeldOutLoss
	}
	for _, alpha := range s.Log.Alpha {
		t.skip(alpha)
	}
	return restoreMemory(t.mix, s.Memory)
}

// check returns an error unless a state has the sizes of this run and weights on the simplex. It keeps restore from
// panicking on a file whose digest is right but whose content is not.
func (t *trainer) check(s runState) error {
	k, dims := len(t.set.Names), t.model.Network.Dims(t.model.Sizes)
	bad := fmt.Errorf("its state has other sizes than the training")
	if s.Step < 1 || s.Step > t.cfg.Steps || len(s.Loss) != k || s.Log == nil || len(s.Log.Alpha) != s.Step ||
		!logFits(s.Log, k) {
		return bad
	}
	if held := t.heldOut != nil; held != (s.Log.HeldOut != nil) || held && len(s.HeldOutLoss) != k {
		return bad
	}
	for _, part := range [][][]float32{s.Weights, s.M, s.V} {
		if len(part) != len(dims) {
			return bad
		}
		for i, d := range dims {
			if len(part[i]) != layers.Volume(d) {
				return bad
			}
		}
	}
	for _, alpha := range s.Log.Alpha {
		if mixture.CheckSimplex(alpha, k) != nil {
			return bad
		}
	}
	return nil
}

// skip advances everything random past a step that was made under the weights alpha. Under resampling the weights
// decide how many rows each group drew, so the logged ones are needed.
func (t *trainer) skip(alpha []float64) {
	if t.heldOut != nil {
		trainset.Deal(t.heldOut.batch.rows, t.heldOut.cycles)
		t.heldOut.batch.loads++
	}
	t.batch.loads++
	if t.group != nil {
		t.group.skip(t)
		return
	}
	t.sampler.Draw(t.batch.rows, t.batch.weight, alpha)
}

// memoryOf copies the state of a mixture; nil for one that has none.
func memoryOf(m mixture.Mixture) [][]float64 {
	r, ok := m.(mixture.Resumable)
	if !ok {
		return nil
	}
	var out [][]float64
	for _, v := range r.Memory() {
		out = append(out, slices.Clone(*v))
	}
	return out
}

// restoreMemory gives a mixture its state back. Package packed encodes nil and empty slices alike; both are restored as
// nil. Another number of lists than the mixture has is an error, and so is a list of another length than one that it
// starts with.
func restoreMemory(m mixture.Mixture, memory [][]float64) error {
	var into []*[]float64
	if r, ok := m.(mixture.Resumable); ok {
		into = r.Memory()
	}
	if len(into) != len(memory) {
		return fmt.Errorf("it has %d lists of numbers of a mixture that keeps %d: the method is another",
			len(memory), len(into))
	}
	for i, v := range memory {
		if n := len(*into[i]); n > 0 && n != len(v) {
			return fmt.Errorf("it has %d numbers of a mixture that keeps %d: the method is another", len(v), n)
		}
		if *into[i] = nil; len(v) > 0 {
			*into[i] = slices.Clone(v)
		}
	}
	return nil
}
