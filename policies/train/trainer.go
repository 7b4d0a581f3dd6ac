package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/frames"
	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/optimizer"
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
	set     *frames.Set
	ref     []float32 // row -> its loss under the policy of the last reference run; nil without one
	mix     mixture.Mixture
	sampler *frames.Sampler
	log     *mixture.Log

	gradient  *graph.Exec // losses of the rows, and the gradient of their weighted sum
	evaluator *evaluator
	adam      []optimizer.Adam

	batch   *batch
	g       [][]float32   // ∇J(θ), one slice a parameter
	loss    []float64     // last known mean loss of each group
	group   *groupwise    // nil unless the mixture observes gradients
	heldOut *heldOutCheck // nil where nothing is held out
}

// allocate compiles the graphs and makes the buffers that every step reuses. The strings that extend the key name the
// streams of random numbers; a changed string would change every trained policy.
func (t *trainer) allocate(key seed.Key) error {
	b, err := backend.ForTraining()
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	m := t.model
	for i, d := range m.Network.Dims(m.Sizes) {
		t.params = append(t.params, tensors.FromFlatDataAndDimensions(slices.Clone(m.Weights[i]), d...))
		n := layers.Volume(d)
		t.g = append(t.g, make([]float32, n))
		t.adam = append(t.adam, optimizer.Adam{M: make([]float32, n), V: make([]float32, n)})
	}
	t.gradient, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node {
		batch, rest := batchNodes(m, in)
		last := len(rest) - 1
		rows, g := m.Gradient(batch, rest[:last], rest[last])
		return append([]*graph.Node{rows}, g...)
	})
	if err != nil {
		return fmt.Errorf("train: gradient graph: %w", err)
	}
	if t.evaluator, err = newEvaluator(b, m, t.params); err != nil {
		return err
	}
	t.batch = newBatch(t.cfg.Batch, m, key.With("noise"))
	t.heldOut = newHeldOutCheck(t, key.With("checks"))
	t.group, err = newGroupwise(b, t, key.With("gradients"))
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
	return t.descend(step)
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

// groupMeans sets dst[g] to the mean loss of the rows of group g in a batch, for each group that has any there. A
// mean that is not finite is an error.
func groupMeans(dst []float64, b *batch, s *frames.Set) error {
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

// descend moves every parameter by one step of Adam, at the rate that the schedule gives for this step. Steps count
// from 0, and Adam's bias correction from 1.
func (t *trainer) descend(step int) error {
	rate := t.cfg.Rate * t.cfg.Schedule.Factor(step, t.cfg.Steps)
	for i, w := range t.params {
		err := tensors.MutableFlatData(w, func(theta []float32) { t.adam[i].Step(theta, t.g[i], rate, step+1) })
		if err != nil {
			return fmt.Errorf("parameter %d: %w", i, err)
		}
	}
	return nil
}
