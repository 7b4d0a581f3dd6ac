package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// run is one call of Train: the main run and the reference runs before it, over the same rows.
type run struct {
	cfg          Config
	set          *trainset.Set // features standardised
	standardizer network.Standardizer
	device       device
	data         *resident // rows of set on the device; nil: they are copied batch by batch
	ref          []float32 // row -> loss under the policy of the last reference run; nil before one
	key          seed.Key
	from         *network.Model // whose weights the main run starts from; nil: from those that its key draws
	// resolve returns the model of settings, without standardizer and weights: the one that they name, or that of rows
	// of any meaning (Weigh, Rows).
	resolve  func(Config) (*network.Model, error)
	progress func(Progress)
	keep     func(*network.Model, *mixture.Log) error // see Options; nil keeps nothing

	checkpoints checkpointer
}

// newRun collects the training rows and standardises them, once for all runs of a training.
func newRun(data *demos.Dataset, groups demos.Groups, cfg Config, key seed.Key, opts Options) (*run, error) {
	resolve := func(cfg Config) (*network.Model, error) { return cfg.Spec().Resolve() }
	m, on, err := prepare(cfg, resolve)
	if err != nil {
		return nil, err
	}
	s, err := trainset.Collect(layout(m, cfg), data, groups, key.With("pictures"))
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	std := network.FitStandardizer(s.X, m.Sizes.In, network.Floors(m.Features()))
	if r, ok := m.Network.(network.EncoderTrainer); ok {
		r.LimitInputs(std)
	}
	r := &run{cfg: cfg, set: s, standardizer: std, key: key, device: on, resolve: resolve}
	return r, r.begin(m.Spec, opts)
}

// prepare checks settings, and returns the model that they resolve to and the device that trains it.
func prepare(cfg Config, resolve func(Config) (*network.Model, error)) (m *network.Model, on device, err error) {
	if err = cfg.Validate(); err == nil {
		m, err = resolve(cfg)
	}
	if err != nil {
		return nil, on, fmt.Errorf("train: %w", err)
	}
	if on, err = trainingDevice(); err != nil {
		return nil, on, err
	}
	if err = checkMemory(m, cfg, on, 1); err != nil {
		return nil, on, fmt.Errorf("train: %w", err)
	}
	return m, on, nil
}

// begin standardises the rows of a run: by its standardizer, or by that of the model to go on from.
func (r *run) begin(spec network.Spec, opts Options) error {
	if k := len(r.set.Names); k > r.cfg.Batch {
		return fmt.Errorf("train: a batch of %d frames for %d groups; use at least one a group", r.cfg.Batch, k)
	}
	if opts.From != nil {
		if err := opts.From.Spec.Same(spec); err != nil {
			return fmt.Errorf("train: the policy to go on from %w", err)
		}
		r.standardizer = opts.From.Standardizer
	}
	r.set.Standardize(r.standardizer)
	r.progress, r.keep, r.from, r.checkpoints.path = opts.Progress, opts.Keep, opts.From, opts.Checkpoint
	return nil
}

// train makes the run and those before it, see Train.
func (r *run) train(ctx context.Context, mix mixture.Mixture) (*network.Model, *mixture.Log, error) {
	if err := r.place(); err != nil {
		return nil, nil, err
	}
	defer r.data.release()
	return r.placed(ctx, mix)
}

// placed is train once the rows are on the device.
func (r *run) placed(ctx context.Context, mix mixture.Mixture) (*network.Model, *mixture.Log, error) {
	defer backend.VZeroUpper()
	if err := r.checkpoints.open(r); err != nil {
		return nil, nil, err
	}
	references, first, err := r.makeBefore(ctx, mix)
	if err != nil {
		return nil, nil, err
	}
	before := len(references)
	if first != nil {
		before++
	}
	t, err := r.make(ctx, mix, r.configOf(mix), r.key, Progress{Before: before, Main: true})
	if err != nil {
		return nil, nil, err
	}
	defer t.release()
	t.log.References, t.log.First = references, first
	model := t.trained()
	if r.keep != nil {
		if err := r.keep(model, t.log); err != nil {
			return nil, nil, errors.Join(err, r.checkpoints.save(t, t.cfg.Steps))
		}
	}
	return model, t.log, r.checkpoints.remove()
}

// layout says how frames become rows of a model.
func layout(m *network.Model, cfg Config) trainset.Layout {
	return trainset.Layout{
		Observer: m.Observer, Extractor: cfg.Extractor(), Chunk: cfg.Chunk, In: m.Sizes.In, Slots: m.Sizes.Slots,
		History: m.Sizes.History, Stride: cfg.Execute,
	}
}

// makeBefore makes the runs before the main run of a mixture, in order, and returns their logs: reference runs and a
// first stage. Reference run n has a key of its own, so the main run has the same weights and batches whatever runs
// precede it; a first stage has the key of the main run. After each run, the losses of all rows under its policy are
// kept for mixtures that compare losses of single frames with them.
func (r *run) makeBefore(ctx context.Context, mix mixture.Mixture) (references []*mixture.Log, first *mixture.Log,
	err error) {
	return mixture.RunBefore(mix, func(n int, m mixture.Mixture, first bool) (*mixture.Log, error) {
		if log, ok, err := r.checkpoints.finished(n, m); ok || err != nil {
			// The losses of the last finished run. Only the run after it is still to be made.
			r.ref = r.checkpoints.at.Ref
			return log, err
		}
		key, name := r.key.With("reference", n), fmt.Sprintf("reference run %d", n)
		if first {
			key, name = r.key, "first stage"
		}
		t, err := r.make(ctx, m, r.configOf(m), key, Progress{Before: n})
		if err != nil {
			return nil, fmt.Errorf("train: %s: %w", name, err)
		}
		defer t.release()
		if r.ref, err = t.evaluator.rows(r.set); err != nil {
			return nil, err
		}
		t.log.Reached = t.set.MeanByGroup(r.ref)
		return t.log, r.checkpoints.finish(t, r.ref)
	})
}

// configOf returns the settings of a run: those of the training, except for what the run's mixture changes.
func (r *run) configOf(m mixture.Mixture) Config {
	cfg := r.cfg
	cfg.Steps = mixture.Steps(m, cfg.Steps)
	if h, ok := m.(mixture.Headed); ok {
		cfg.Head = cmp.Or(h.Head(), cfg.Head)
	}
	return cfg
}

// make trains one model, from its checkpoint if there is one. It reports progress at, completed by the numbers of each
// step. When ctx ends, it saves a checkpoint and returns the cause.
func (r *run) make(ctx context.Context, mix mixture.Mixture, cfg Config, key seed.Key, at Progress) (*trainer, error) {
	t, err := r.newTrainer(mix, cfg, key)
	if err != nil {
		return nil, err
	}
	if err := r.steps(ctx, t, at); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

// steps makes all steps of a run, or those that its checkpoint lacks.
func (r *run) steps(ctx context.Context, t *trainer, at Progress) error {
	// Before resuming as well: the survey is a load of the batch, and noise is keyed by the number of loads.
	if err := t.survey(); err != nil {
		return err
	}
	first, err := r.checkpoints.resume(t)
	if err != nil {
		return err
	}
	steps := t.cfg.Steps
	at.Steps, at.Log = steps, t.log
	for step := first; step < steps; step++ {
		if ctx.Err() != nil {
			stopped := fmt.Errorf("train: training stopped after %d of %d steps: %w", step, steps, context.Cause(ctx))
			return errors.Join(stopped, r.checkpoints.save(t, step))
		}
		if err := t.step(step); err != nil {
			return fmt.Errorf("train: step %d: %w", step, err)
		}
		if at.Done = step + 1; r.progress != nil {
			r.progress(at)
		}
		if (step+1)%checkpointEvery == 0 {
			if err := r.checkpoints.save(t, step+1); err != nil {
				return err
			}
		}
	}
	if err := t.checkFinite(); err != nil {
		return fmt.Errorf("train: after the last step %w", err)
	}
	return nil
}

// newTrainer prepares a run before its first step. Everything random in it comes from the run's own key, except the
// choice of held-out episodes: its key is that of the training, so that reference runs hold out the same ones.
func (r *run) newTrainer(mix mixture.Mixture, cfg Config, key seed.Key) (*trainer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if err := mixture.Check(mix); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	share, err := mixture.HeldOutShare(mix)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	m, err := r.initial(cfg, key)
	if err != nil {
		return nil, err
	}
	s := r.set.HoldOut(share, r.key.With("held out"))
	if f, ok := mix.(mixture.FrameWeigher); ok {
		weights, err := f.FrameWeights()
		if err == nil {
			s, err = s.Weighted(weights)
		}
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
	}
	mixture.Initialize(mix, cfg.Steps, key.With("mixture"))
	t := &trainer{
		cfg: cfg, model: m, set: s, data: r.data, ref: r.ref, mix: mix,
		sampler: trainset.NewSampler(s, mixture.Resamples(mix), key.With("batches")),
		log:     &mixture.Log{Groups: slices.Clone(s.Names)},
		loss:    make([]float64, len(s.Names)),
	}
	return t, t.allocate(r.device, key)
}
