package ridge

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Train fits a ridge to demonstrations in groups under a mixture. Each of cfg.Steps steps solves for the optimum W_α
// of the mixture's weights and reports to the mixture what train.Train would report, over all frames instead of a
// batch. A mixture.Headed has no effect, since a ridge has one head, and a mixture.FrameWeigher is an error. The log
// has the losses at W_α for each α.
//
// A GradientObserver with look-ahead β > 0 receives gram = -H/β, where H is the exact hypergradient. The identity
//
//	d L_i/d α_j = -β gram[i][j]
//
// of package mixture holds as in train.Train, with the optimum of the inner problem in place of one gradient step. Once
// the weights have turned back it holds up to a factor, see damping. With β = 0 the observer receives the inner
// products of the gradients at W_α.
func Train(ctx context.Context, data *demos.Dataset, groups demos.Groups, mix mixture.Mixture, cfg Config,
	key seed.Key) (*Ridge, *mixture.Log, error) {
	r, rows, err := collect(data, groups, cfg, key)
	if err != nil {
		return nil, nil, err
	}
	log, err := r.train(ctx, rows, mix, key)
	if err != nil {
		return nil, nil, err
	}
	return r, log, nil
}

// Weigh runs a mixture on any regression problem in groups: rows of s.In standardised inputs X and s.Slots targets Y.
// Of cfg it uses Features, Width, Lambda and Steps. Concurrent calls may share a set. The last weights in the log are
// those before the last step; mix.Alpha returns those after it.
func Weigh(ctx context.Context, s *trainset.Set, mix mixture.Mixture, cfg Config, key seed.Key) (*mixture.Log, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("ridge: %w", err)
	}
	r := &Ridge{cfg: cfg}
	return r.train(ctx, r.expand(s, key), mix, key)
}

// train makes the runs before the main run of a mixture, and then that run.
func (r *Ridge) train(ctx context.Context, f *rows, mix mixture.Mixture, key seed.Key) (*mixture.Log, error) {
	var ref []float32
	run := func(m mixture.Mixture, k seed.Key) (*trainer, error) {
		t, err := newTrainer(r, f, m, ref, key, k)
		if err == nil {
			err = t.run(ctx)
		}
		return t, err
	}
	references, first, err := mixture.RunBefore(mix, func(n int, m mixture.Mixture, first bool) (*mixture.Log, error) {
		own := key.With("reference", n)
		if first {
			own = key
		}
		t, err := run(m, own)
		if err != nil {
			return nil, err
		}
		ref = r.rowLosses(f)
		t.log.Reached = t.split.MeanByGroup(ref)
		return t.log, nil
	})
	if err != nil {
		return nil, err
	}
	t, err := run(mix, key)
	if err != nil {
		return nil, err
	}
	t.log.References, t.log.First = references, first
	return t.log, nil
}

// trainer is the state of one run.
type trainer struct {
	r     *Ridge
	f     *rows
	split *trainset.Set
	mix   mixture.Mixture
	ref   []float32 // row -> its loss under the policy of the last reference run; nil without one
	steps int
	log   *mixture.Log

	// The last solution and what follows from it. A mixture with constant weights solves once, whatever its number of
	// steps, and so does one that has arrived, such as the search for the lowest loss of a group.
	alpha         []float64
	s             solution
	loss, heldOut []float64   // of each group
	gram          [][]float64 // gradients at the solution; nil until a GradientObserver needs them
	damping       damping     // of a search
}

// newTrainer prepares a run. The key shared by all runs of a training decides the held-out episodes, so that a
// reference run and the main run hold out the same ones; own is the key of this run alone.
func newTrainer(r *Ridge, f *rows, m mixture.Mixture, ref []float32, key, own seed.Key) (*trainer, error) {
	if err := mixture.Check(m); err != nil {
		return nil, fmt.Errorf("ridge: %w", err)
	}
	if _, ok := m.(mixture.FrameWeigher); ok {
		return nil, fmt.Errorf("ridge: %T weighs the frames within a group, and a ridge keeps no frames to weigh; "+
			"train a neural policy under it", m)
	}
	if _, ok := m.(mixture.Mover); ok {
		return nil, errors.New("ridge: a ridge answers new weights with its optimum and takes no steps: a search " +
			"with Theta=fixed or step, Minimum=ahead or Unroll above 1 takes a network, as weigh --policy mlp or " +
			"train has")
	}
	share, err := mixture.HeldOutShare(m)
	if err != nil {
		return nil, fmt.Errorf("ridge: %w", err)
	}
	t := &trainer{
		r: r, f: f, split: f.set.HoldOut(share, key.With("held out")), mix: m, ref: ref,
		steps: mixture.Steps(m, r.cfg.Steps), log: &mixture.Log{Groups: slices.Clone(f.set.Names)},
	}
	r.measure(f, t.split)
	mixture.Initialize(m, t.steps, own.With("mixture"))
	return t, nil
}

// run makes all steps. It checks between steps whether ctx has ended.
func (t *trainer) run(ctx context.Context) error {
	for step := range t.steps {
		if ctx.Err() != nil {
			return fmt.Errorf("ridge: training stopped after %d of %d steps: %w", step, t.steps, context.Cause(ctx))
		}
		if err := t.step(); err != nil {
			return fmt.Errorf("ridge: step %d: %w", step, err)
		}
	}
	return nil
}

// step solves for the weights of the mixture, logs weights and losses, and reports to the mixture: first the training
// losses, then held-out losses, then gradients or examples. That is the order of package train.
func (t *trainer) step() error {
	alpha := slices.Clone(t.mix.Alpha())
	if err := mixture.CheckSimplex(alpha, t.r.groups()); err != nil {
		return fmt.Errorf("the mixture gave %w", err)
	}
	if !slices.Equal(alpha, t.alpha) {
		s, err := t.r.exact.solve(alpha)
		if err != nil {
			return err
		}
		t.alpha, t.s, t.r.W, t.gram = alpha, s, s.W, nil
		t.loss, t.heldOut = t.r.Losses()
	}
	t.log.Alpha, t.log.Loss = append(t.log.Alpha, alpha), append(t.log.Loss, slices.Clone(t.loss))
	t.mix.Observe(slices.Clone(t.loss))
	if t.split.HeldOut != nil {
		t.log.HeldOut = append(t.log.HeldOut, slices.Clone(t.heldOut))
		if o, ok := t.mix.(mixture.HeldOutObserver); ok {
			o.ObserveHeldOut(slices.Clone(t.heldOut))
		}
	}
	return t.report()
}

// report gives gradients to a GradientObserver, and the losses of all training rows to an ExampleObserver.
func (t *trainer) report() error {
	switch m := t.mix.(type) {
	case mixture.GradientObserver:
		gram, err := t.gradients(m.LookAhead())
		if err != nil {
			return err
		}
		if m.LookAhead() > 0 {
			gram = t.damping.damp(gram, t.alpha)
		}
		m.ObserveGradients(gram)
	case mixture.ExampleObserver:
		all, group, loss, ref := t.r.rowLosses(t.f), []int32(nil), []float32(nil), []float32(nil)
		for _, row := range t.split.Train {
			group, loss = append(group, t.f.set.Group[row]), append(loss, all[row])
			if t.ref != nil {
				ref = append(ref, t.ref[row])
			}
		}
		m.ObserveExamples(group, loss, ref)
	}
	return nil
}

// gradients returns what a GradientObserver with look-ahead beta receives (see Train). The result depends on the
// weights alone, so it is computed once for each solution.
func (t *trainer) gradients(beta float64) ([][]float64, error) {
	if t.gram != nil {
		return t.gram, nil
	}
	if beta == 0 {
		t.gram = t.r.exact.gradients(t.s.W)
		return t.gram, nil
	}
	h, err := t.r.exact.hypergradient(t.s)
	if err != nil {
		return nil, err
	}
	for _, row := range h {
		for j := range row {
			row[j] *= -1 / beta
		}
	}
	t.gram = h
	return h, nil
}

// rowLosses returns the mean squared error of each row over its p components, under the present policy, in O(N D p).
func (r *Ridge) rowLosses(f *rows) []float32 {
	var e mat.Dense
	e.Mul(f.phi, r.W)
	e.Sub(&e, f.y)
	n, p := e.Dims()
	out := make([]float32, n)
	for row := range out {
		sum := 0.0
		for _, v := range e.RawRowView(row) {
			sum += v * v
		}
		out[row] = float32(sum / float64(p))
	}
	return out
}
