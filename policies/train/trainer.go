package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/optimizer"
	"counterpoise/policies/trainset"
)

// trainer is the state of one training run. A step of it is, in this order:
//
//	α ← mixture                        weights of the step
//	rows ← sampler, or by groups       a batch
//	l_r, ∇J(θ)                         losses of its rows, gradient
//	mixture ← losses and whatever else it observes
//	θ ← θ - Adam(∇J(θ))
//
// The gradient is computed before anything is reported, so α of a step never depends on the losses of that step.
type trainer struct {
	cfg     Config
	model   *network.Model
	params  []*tensors.Tensor // θ, on the training backend, as model.Network.Dims
	set     *trainset.Set
	ref     []float32 // row -> its loss under the policy of the last reference run; nil without one
	mix     mixture.Mixture
	sampler *trainset.Sampler
	log     *mixture.Log

	evaluator *evaluator
	data      *resident // the rows on the device; nil: they are copied batch by batch

	// On a device that fuses, the step is in fused. On others gradients come back to the host, where Adam is.
	fused    *fused
	gradient *graph.Exec // losses of the rows, and the gradient of their weighted sum
	adam     []optimizer.Adam
	g        [][]float32 // ∇J(θ), one slice a parameter

	now     int // number of the present step, from 0
	batch   *batch
	loss    []float64     // last known mean loss of each group
	group   *groupwise    // nil unless the mixture observes gradients
	heldOut *heldOutCheck // nil where nothing is held out
}

// allocate compiles the graphs and makes the buffers that every step reuses. The strings that extend the key name the
// streams of random numbers; a changed string would change every trained policy.
func (t *trainer) allocate(d device, key seed.Key) error {
	m := t.model
	for i, of := range m.Network.Dims(m.Sizes) {
		t.params = append(t.params, tensors.FromFlatDataAndDimensions(slices.Clone(m.Weights[i]), of...))
	}
	var err error
	d.fused = d.fused && unrolling(t.mix) == 1 // gradients through several steps come back to the host
	if d.fused {
		t.fused, err = newFused(d, t)
	} else {
		err = t.allocateHost(d)
	}
	if err != nil {
		return err
	}
	if t.evaluator, err = newEvaluator(d, m, t.data, t.params); err != nil {
		return err
	}
	t.batch = newBatch(t.cfg.Batch, m, t.data, key.With("noise"))
	t.heldOut = newHeldOutCheck(t, key.With("checks"))
	t.group, err = newGroupwise(d, t, key.With("gradients"))
	return err
}

// allocateHost makes the buffers of gradients and moments on the host, and the graph of gradients.
func (t *trainer) allocateHost(d device) (err error) {
	m := t.model
	for _, w := range m.Weights {
		n := len(w)
		t.g = append(t.g, make([]float32, n))
		t.adam = append(t.adam, optimizer.Adam{M: make([]float32, n), V: make([]float32, n)})
	}
	t.gradient, err = gradientGraph(d, m, t.data)
	return err
}

// trained returns a model with copies of the present parameters.
func (t *trainer) trained() *network.Model {
	m := *t.model
	m.Weights = nil
	for _, p := range t.params {
		m.Weights = append(m.Weights, tensors.MustCopyFlatData[float32](p))
	}
	return &m
}

// release frees everything that the run has on the device but the rows, which its other runs have too. Parameters and
// Adam's moments of a residual network take half a gigabyte, and its gradients as much for each two groups; a device's
// memory does not make the garbage collector run.
func (t *trainer) release() {
	backend.Release(t.params)
	t.batch.release()
	if t.fused != nil {
		t.fused.release()
	}
	if t.group != nil {
		t.group.release()
	}
	if t.heldOut != nil {
		t.heldOut.batch.release()
	}
}

// survey measures a first loss of every group before any step. Without it a small group, of which many batches have no
// frame, would have no loss to report.
func (t *trainer) survey() error {
	t.sampler.Survey(t.batch.rows)
	clear(t.batch.weight)
	if err := t.compute(); err != nil {
		return err
	}
	return t.measure(t.batch)
}

// step makes one step. Slices given to the mixture or the log are copies.
func (t *trainer) step(step int) error {
	t.now = step
	alpha := slices.Clone(t.mix.Alpha())
	if err := mixture.CheckSimplex(alpha, len(t.set.Names)); err != nil {
		return fmt.Errorf("the mixture gave %w", err)
	}
	if err := t.differentiate(alpha); err != nil {
		return err
	}
	t.mix.Observe(slices.Clone(t.loss))
	t.log.Alpha = append(t.log.Alpha, alpha)
	t.log.Loss = append(t.log.Loss, slices.Clone(t.loss))
	if err := t.report(); err != nil {
		return err
	}
	return t.descend()
}

// differentiate computes ∇J(θ) under the weights alpha, and the losses of the groups.
func (t *trainer) differentiate(alpha []float64) error {
	if t.group != nil {
		return t.group.differentiate(t, alpha)
	}
	t.sampler.Draw(t.batch.rows, t.batch.weight, alpha)
	if err := t.compute(); err != nil {
		return err
	}
	return t.measure(t.batch)
}

// compute evaluates losses and gradient of the batch.
func (t *trainer) compute() error {
	t.batch.load(t.set)
	if t.fused != nil {
		return t.fused.compute(t)
	}
	return t.batch.gradients(t.gradient, t.params, t.g)
}

// report gives the mixture whatever it observes besides the losses of the groups.
func (t *trainer) report() error {
	t.reportExamples()
	if t.heldOut != nil {
		if err := t.heldOut.report(t); err != nil {
			return err
		}
	}
	if t.group != nil {
		return t.group.report(t)
	}
	return nil
}

// reportExamples gives an ExampleObserver the loss of each frame of the batch.
func (t *trainer) reportExamples() {
	o, ok := t.mix.(mixture.ExampleObserver)
	if !ok {
		return
	}
	b := t.batch
	group, loss := make([]int32, len(b.rows)), append([]float32(nil), b.losses...)
	var ref []float32
	for r, row := range b.rows {
		row = t.set.Row(row)
		group[r] = t.set.Group[row]
		if t.ref != nil {
			ref = append(ref, t.ref[row])
		}
	}
	o.ObserveExamples(group, loss, ref)
}

// measure updates the losses of the groups by the means of a batch.
func (t *trainer) measure(b *batch) error {
	if err := groupMeans(t.loss, b, t.set); err != nil {
		return fmt.Errorf("%w: training diverged; lower the learning rate (%g)", err, t.cfg.Rate)
	}
	return nil
}

// checkFinite returns an error if a parameter is NaN or infinite. No loss tells after the last step.
func (t *trainer) checkFinite() (err error) {
	for i, w := range t.params {
		tensors.MustConstFlatData(w, func(theta []float32) {
			if at := num.FirstNonFinite(theta); at >= 0 && err == nil {
				err = fmt.Errorf("parameter %d is %v: training diverged; lower the learning rate (%g)", i, theta[at],
					t.cfg.Rate)
			}
		})
	}
	return err
}

// groupMeans sets dst[g] to the mean loss of the rows of group g in a batch, for each group that has any there. A
// mean that is not finite is an error.
func groupMeans(dst []float64, b *batch, s *trainset.Set) error {
	sum, n := make([]float64, len(dst)), make([]int, len(dst))
	for r, row := range b.rows {
		g := s.Group[s.Row(row)]
		sum[g] += float64(b.losses[r])
		n[g]++
	}
	for g := range dst {
		if n[g] == 0 {
			continue
		}
		dst[g] = sum[g] / float64(n[g])
		if math.IsNaN(dst[g]) || math.IsInf(dst[g], 0) {
			return fmt.Errorf("the loss of group %q is %v", s.Names[g], dst[g])
		}
	}
	return nil
}

// moveOf is how the parameters move after a step of a mixture.
func moveOf(m mixture.Mixture, step int) mixture.Move {
	if mv, ok := m.(mixture.Mover); ok {
		return mv.Move(step)
	}
	return mixture.ByAdam
}

// rate is the learning rate of the present step.
func (t *trainer) rate() float64 {
	return t.cfg.Rate * optimizer.Schedule(t.cfg.Schedule).Factor(t.now, t.cfg.Steps)
}

// descend moves the parameters as the mixture says. By Adam, every parameter moves by one step at the rate that the
// schedule gives for this step. Steps count from 0, and Adam's bias correction from 1.
func (t *trainer) descend() error {
	switch moveOf(t.mix, t.now) {
	case mixture.Stay:
		if t.fused != nil {
			t.fused.pend(nil)
		}
		return nil
	case mixture.ToAhead:
		if t.fused != nil {
			t.fused.pend(nil)
		}
		for i, v := range t.group.last() {
			move(t.params[i], v, nil, 0)
		}
		return nil
	}
	if t.fused != nil {
		t.fused.move(t)
		return nil
	}
	for i, w := range t.params {
		err := tensors.MutableFlatData(w, func(theta []float32) { t.adam[i].Step(theta, t.g[i], t.rate(), t.now+1) })
		if err != nil {
			return fmt.Errorf("parameter %d: %w", i, err)
		}
	}
	return nil
}
