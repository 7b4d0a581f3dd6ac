package policies

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
	"counterpoise/policies/optimizer"
	"counterpoise/scenes/demos"
)

// course is one call of Train: the run that was asked for, and the runs that its mixture wants made before it, over
// the same frames.
type course struct {
	cfg Config
	net Network
	s   *samples  // standardised
	std standard  // as they are
	ref []float32 // row -> loss under the policy of the last reference run
	key seed.Key

	keep keeper
}

func newCourse(data *demos.Dataset, groups demos.Groups, cfg Config, key seed.Key) (*course, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	net, err := Networks.Get(cfg.Network)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	sh := cfg.shape(net)
	s, err := collect(net, cfg.View(), data, groups, sh, cfg.Chunk, key.With("pictures"))
	if err != nil {
		return nil, err
	}
	if k := len(s.names); k > cfg.Batch {
		return nil, fmt.Errorf("policies: a batch of %d frames for %d groups; use at least one a group", cfg.Batch, k)
	}
	return &course{cfg: cfg, net: net, s: s, std: s.standardise(sh), key: key}, nil
}

// references makes the runs that the mixture asks for before its own.
func (c *course) references(ctx context.Context, mix mixture.Mixture) ([]*mixture.Log, error) {
	return mixture.RunReferences(mix, func(n int, m mixture.Mixture) (*mixture.Log, error) {
		if log, ok, err := c.keep.ran(n, m); ok || err != nil {
			c.ref = c.keep.at.Ref // right for the run after the last finished one, and no other is to be made
			return log, err
		}
		t, err := c.run(ctx, m, c.configure(m), c.key.With("reference", n), Progress{Before: n})
		if err != nil {
			return nil, fmt.Errorf("policies: reference run %d: %w", n, err)
		}
		if c.ref, err = t.policy.rowLosses(c.s); err != nil {
			return nil, err
		}
		t.log.Reached = reached(t.s, c.ref)
		return t.log, c.keep.ended(t, c.ref)
	})
}

// configure is how the policy of a reference run is trained: as the main one, but for what its mixture wants otherwise.
func (c *course) configure(m mixture.Mixture) Config {
	cfg := c.cfg
	cfg.Steps = mixture.Steps(m, cfg.Steps)
	if h, ok := m.(mixture.Headed); ok {
		cfg.Head = h.Head()
	}
	return cfg
}

// run makes one training run, which is in the place among the others that at says.
func (c *course) run(ctx context.Context, mix mixture.Mixture, cfg Config, key seed.Key, at Progress) (*trainer, error) {
	t, err := c.newTrainer(mix, cfg, key)
	if err != nil {
		return nil, err
	}
	if err := t.survey(); err != nil {
		return nil, err
	}
	first, err := c.keep.resume(t)
	if err != nil {
		return nil, err
	}
	see := watcher(ctx)
	at.Steps, at.Log = cfg.Steps, t.log
	for step := first; step < cfg.Steps; step++ {
		if ctx.Err() != nil {
			stopped := fmt.Errorf("policies: training stopped after %d of %d steps: %w", step, cfg.Steps, context.Cause(ctx))
			return nil, errors.Join(stopped, c.keep.keep(t, step))
		}
		if err := t.step(step); err != nil {
			return nil, fmt.Errorf("policies: step %d: %w", step, err)
		}
		at.Done = step + 1
		see(at)
		if (step+1)%keepEvery == 0 {
			if err := c.keep.keep(t, step+1); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (c *course) newTrainer(mix mixture.Mixture, cfg Config, key seed.Key) (*trainer, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	if err := mixture.Check(mix); err != nil {
		return nil, err
	}
	share, err := mixture.HeldOutShare(mix)
	if err != nil {
		return nil, err
	}
	b, err := backend.ForTraining()
	if err != nil {
		return nil, err
	}
	p, err := untrained(b, cfg, c.net, c.std, key)
	if err != nil {
		return nil, err
	}
	s := c.s.holdOut(share, c.key.With("held out"))
	mixture.Initialize(mix, cfg.Steps, key.With("mixture"))
	t := &trainer{
		cfg: cfg, policy: p, s: s, ref: c.ref, mix: mix,
		draw: newSampler(s, mixture.Resamples(mix), key.With("batches")),
		log:  &mixture.Log{Groups: slices.Clone(s.names)},
		loss: make([]float64, len(s.names)),
	}
	return t, t.allocate(key)
}

// allocate compiles the gradient and makes the buffers that every step reuses.
func (t *trainer) allocate(key seed.Key) error {
	b := t.policy.backend
	f, h, sh := t.policy.front(), t.policy.head, t.policy.shape
	var err error
	t.grad, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node { return gradient(in, f, h, sh.actions) })
	if err != nil {
		return fmt.Errorf("policies: training graph: %w", err)
	}
	t.batch, t.g = newBatch(t.cfg.Batch, sh), newVector(sh)
	for _, d := range sh.Dims() {
		t.opt = append(t.opt, optimizer.Adam{M: make([]float32, layers.Volume(d)), V: make([]float32, layers.Volume(d))})
	}
	t.check = newChecker(t, key.With("checks"))
	t.group, err = newGroupwise(t, key.With("gradients"))
	return err
}

// newVector is a zero for each parameter of the network.
func newVector(sh shape) [][]float32 {
	var v [][]float32
	for _, d := range sh.Dims() {
		v = append(v, make([]float32, layers.Volume(d)))
	}
	return v
}

// reached averages rows' losses by group: of the held-out frames, or of all training frames where nothing is held out.
func reached(s *samples, loss []float32) []float64 {
	rows := s.frames
	if s.held != nil {
		rows = s.held
	}
	mean := make([]float64, len(rows))
	for g, of := range rows {
		for _, row := range of {
			mean[g] += float64(loss[row]) / float64(len(of))
		}
	}
	return mean
}
