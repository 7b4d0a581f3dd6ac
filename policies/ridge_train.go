package policies

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// TrainRidge lets a mixture weigh the groups of a ridge: at each of cfg.Steps steps the optimum for its weights is
// solved for, and the mixture is told what Train would tell it, over all frames instead of a batch. What the mixture asks
// of a reference run's head is left aside; a ridge has one.
//
// To a GradientObserver with a look-ahead β > 0 it tells gram = -H/β, H the exact hypergradient: d L_i/d α_j = -β gram[i][j]
// holds as in Train, through the whole way to the optimum instead of one step. With β = 0 it tells the gradients' inner
// products.
func TrainRidge(ctx context.Context, data *demos.Dataset, groups demos.Groups, mix mixture.Mixture, cfg RidgeConfig, key seed.Key) (*Ridge, *mixture.Log, error) {
	r, f, err := frame(data, groups, cfg, key)
	if err != nil {
		return nil, nil, err
	}
	log, err := r.train(ctx, f, mix, key)
	if err != nil {
		return nil, nil, err
	}
	return r, log, nil
}

// train makes the runs that the mixture asks for and then its own, over the frames f.
func (r *Ridge) train(ctx context.Context, f *frames, mix mixture.Mixture, key seed.Key) (*mixture.Log, error) {
	var ref []float32
	run := func(m mixture.Mixture, k seed.Key) (*ridgeTrainer, error) {
		t, err := newRidgeTrainer(r, f, m, ref, key, k)
		if err == nil {
			err = t.run(ctx)
		}
		return t, err
	}
	logs, err := mixture.RunReferences(mix, func(n int, m mixture.Mixture) (*mixture.Log, error) {
		t, err := run(m, key.With("reference", n))
		if err != nil {
			return nil, err
		}
		ref = r.rowLosses(f)
		t.log.Reached = reached(t.split, ref)
		return t.log, nil
	})
	if err != nil {
		return nil, err
	}
	t, err := run(mix, key)
	if err != nil {
		return nil, err
	}
	t.log.References = logs
	return t.log, nil
}

// ridgeTrainer is the state of one run.
type ridgeTrainer struct {
	r     *Ridge
	f     *frames
	split *samples
	mix   mixture.Mixture
	ref   []float32
	steps int
	log   *mixture.Log

	alpha []float64 // that s is the optimum of
	s     solution
	gram  [][]float64 // of s, once somebody asked
}

func newRidgeTrainer(r *Ridge, f *frames, m mixture.Mixture, ref []float32, key, own seed.Key) (*ridgeTrainer, error) {
	if err := mixture.Check(m); err != nil {
		return nil, err
	}
	share, err := mixture.HeldOutShare(m)
	if err != nil {
		return nil, err
	}
	t := &ridgeTrainer{r: r, f: f, split: f.s.holdOut(share, key.With("held out")), mix: m, ref: ref, steps: mixture.Steps(m, r.cfg.Steps)}
	t.log = &mixture.Log{Groups: slices.Clone(f.s.names)}
	r.measure(f, t.split)
	mixture.Initialize(m, t.steps, own.With("mixture"))
	return t, nil
}

func (t *ridgeTrainer) run(ctx context.Context) error {
	for step := range t.steps {
		if ctx.Err() != nil {
			return fmt.Errorf("policies: training stopped after %d of %d steps: %w", step, t.steps, context.Cause(ctx))
		}
		if err := t.step(); err != nil {
			return fmt.Errorf("policies: step %d: %w", step, err)
		}
	}
	return nil
}

func (t *ridgeTrainer) step() error {
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
	}
	train, held := t.r.Losses()
	t.log.Alpha, t.log.Loss = append(t.log.Alpha, alpha), append(t.log.Loss, train)
	t.mix.Observe(slices.Clone(train))
	if t.split.held != nil {
		t.log.HeldOut = append(t.log.HeldOut, held)
		if o, ok := t.mix.(mixture.HeldOutObserver); ok {
			o.ObserveHeldOut(slices.Clone(held))
		}
	}
	return t.report()
}

// report tells the mixture gradients or examples, if it asks.
func (t *ridgeTrainer) report() error {
	switch m := t.mix.(type) {
	case mixture.GradientObserver:
		gram, err := t.gradients(m.LookAhead())
		if err != nil {
			return err
		}
		m.ObserveGradients(gram)
	case mixture.ExampleObserver:
		all, group, loss, ref := t.r.rowLosses(t.f), []int32(nil), []float32(nil), []float32(nil)
		for _, row := range t.split.train {
			group, loss = append(group, t.f.s.group[row]), append(loss, all[row])
			if t.ref != nil {
				ref = append(ref, t.ref[row])
			}
		}
		m.ObserveExamples(group, loss, ref)
	}
	return nil
}

// gradients is what an observer is told; it changes with the weights alone.
func (t *ridgeTrainer) gradients(beta float64) ([][]float64, error) {
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
	for i := range h {
		h[i] = scaled(-1/beta, h[i])
	}
	t.gram = h
	return h, nil
}

// rowLosses is the loss of every frame.
func (r *Ridge) rowLosses(f *frames) []float32 {
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
