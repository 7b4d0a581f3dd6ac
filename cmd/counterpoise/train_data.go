package main

import (
	"context"
	"fmt"
	"sync"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render/soft"
)

// lessons are the demonstrations to learn from, looked at where the policy looks at pictures, and settles how many steps are
// taken if nobody said.
func (p program) lessons(ctx context.Context, t *training) (data *demos.Dataset, err error) {
	if t.recipe != nil {
		progress, end := counter(p.err, "demonstrations")
		data, err = demos.Generate(ctx, *t.recipe, t.pool, t.workers, progress)
		end()
	} else {
		data, err = p.dataset(ctx, t)
	}
	if err != nil {
		return nil, err
	}
	if len(data.Episodes) == 0 {
		return nil, fmt.Errorf("%s has no demonstrations", t.data)
	}
	if t.steps == 0 {
		task := data.Episodes[0].Task
		if t.cfg.Steps = bench.FrozenSteps(task, t.policy); t.cfg.Steps == 0 {
			return nil, misused("--steps is needed: the benchmark has no number of steps for policy %s and task %q", t.policy, task)
		}
	}
	return data, p.look(ctx, t, data)
}

// dataset reads a dataset. What was drawn is looked at as it comes: pictures of all demonstrations take gigabytes.
func (p program) dataset(ctx context.Context, t *training) (*demos.Dataset, error) {
	r, err := demos.OpenAny(t.data)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := &demos.Dataset{Card: r.Card()}
	progress, end := counter(p.err, "demonstrations read")
	defer end()
	n := r.Episodes()
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		raw, err := r.Read(i, t.cfg.Pictures())
		if err != nil {
			return nil, err
		}
		e, err := raw.Episode()
		if err != nil {
			return nil, fmt.Errorf("%s: demonstration %d cannot be learned: %w", t.data, i, err)
		}
		if e.Observations[0].Static != nil && e.Observations[0].Gripper != nil {
			if err := t.cfg.View().EncodeEpisode(e, t.sight(i)); err != nil {
				return nil, fmt.Errorf("%s: demonstration %d: %w", t.data, i, err)
			}
		}
		d.Episodes = append(d.Episodes, *e)
		progress(i+1, n)
	}
	return d, nil
}

// sight draws how demonstration i is looked at.
func (t *training) sight(i int) seed.Key { return t.key().With("pictures", i) }

// look draws and looks at the demonstrations that have not been looked at, if the policy does.
func (p program) look(ctx context.Context, t *training, d *demos.Dataset) error {
	if !t.cfg.Pictures() {
		return nil
	}
	progress, end := counter(p.err, "demonstrations drawn")
	defer end()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int, len(d.Episodes))
	for i := range d.Episodes {
		next <- i
	}
	close(next)
	var mu sync.Mutex
	var wait sync.WaitGroup
	done := 0
	for range t.workers {
		wait.Go(func() {
			eye := painter{soft.New()}
			defer eye.Close()
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				if err := see(eye, t.cfg, &d.Episodes[i], t.sight(i)); err != nil {
					stop(fmt.Errorf("demonstration %d: %w", i, err))
				}
				mu.Lock()
				done++
				progress(done, len(d.Episodes))
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// see looks at a demonstration, which is drawn where nobody has.
func see(eye painter, cfg policies.Config, e *demos.Episode, key seed.Key) error {
	if o := &e.Observations[0]; e.Features.Rows == nil && (o.Static == nil || o.Gripper == nil) {
		for t := range e.Observations {
			s := scenes.SnapshotOf(&e.Observations[t])
			if err := eye.Render(&s, &e.Observations[t]); err != nil {
				return err
			}
		}
	}
	return cfg.View().EncodeEpisode(e, key)
}
