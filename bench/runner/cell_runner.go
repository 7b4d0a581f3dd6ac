package runner

import (
	"context"
	"counterpoise/bench"
	"fmt"
	"time"

	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// lab makes records the real way: demonstrations, training, rollouts.
type cellRunner struct {
	datasets    datasetCache
	features    featureCache
	newRenderer func() (Renderer, error)
}

// NewLab is a lab for so many workers. It keeps as many datasets in memory as they may be at, and a few more. Painter makes
// what draws for policies that look at pictures; without one they cannot be trained. What their encoder saw of demonstrations is
// kept in the folder cache; an empty name keeps it in memory only.
func NewCellRunner(workers int, newRenderer func() (Renderer, error), cache string) CellRunner {
	l := &cellRunner{newRenderer: newRenderer}
	l.datasets.capacity = workers + 4
	l.features.capacity, l.features.folder = maxCachedEpisodes, cache
	return l
}

// seenEpisodes is the number of episodes of which is kept in memory what an encoder saw: about what two trials use, at some
// 30 kB a variant.
const maxCachedEpisodes = 400

// Run makes the record of a cell.
func (l *cellRunner) Run(ctx context.Context, c bench.Cell) (bench.Record, error) {
	r := bench.Record{Cell: c, Renderer: bench.NoRenderer, Provenance: CurrentProvenance()}
	watch := stopwatch()
	p, eye, data, err := l.prepare(ctx, c)
	if eye != nil {
		defer eye.Close()
		r.Renderer = eye.Name()
	}
	if err != nil {
		return r, err
	}
	r.Data = bench.Data{Hash: data.Card.Hash, Version: data.Card.Version, Seed: data.Card.Seed, Groups: data.Card.Groups}
	r.Duration.Data = watch()
	policy, err := train(ctx, &r, p, data)
	if err != nil {
		return r, err
	}
	r.Duration.Training = watch()
	if err := rollOut(ctx, &r, policy, p.Ambiguity, eye); err != nil {
		return r, err
	}
	r.Duration.Rollouts = watch()
	return r, nil
}

// prepare is what a cell's policy needs: its preset, what draws for it (nil where it looks at no pictures; to be closed), and
// the demonstrations that it is trained on, as it sees them.
func (l *cellRunner) prepare(ctx context.Context, c bench.Cell) (p bench.Preset, eye Renderer, data *demos.Dataset, err error) {
	if p, err = bench.ParsePreset(c.Policy, c.Steps); err != nil {
		return p, nil, nil, err
	}
	if eye, err = l.renderer(p); err != nil {
		return p, nil, nil, err
	}
	data, err = l.datasets.dataset(ctx, c, p)
	if err == nil && eye != nil {
		data, err = l.features.encodeDataset(ctx, data, p.Config, eye)
	}
	if err != nil {
		return p, eye, nil, fmt.Errorf("demonstrations: %w", err)
	}
	return p, eye, data, nil
}

// eye is what draws for a policy, or nil where it looks at no pictures.
func (l *cellRunner) renderer(p bench.Preset) (Renderer, error) {
	if !p.Config.Pictures() {
		return nil, nil
	}
	if l.newRenderer == nil {
		return nil, fmt.Errorf("the policy looks at pictures, and this lab has nothing to draw them with")
	}
	return l.newRenderer()
}

// train clones the record's policy from its data and notes how that went.
func train(ctx context.Context, r *bench.Record, p bench.Preset, data *demos.Dataset) (*policies.Policy, error) {
	method, err := balance.Named(r.Cell.Method)
	if err != nil {
		return nil, err
	}
	by := demos.Grouping(r.Cell.Groups)
	if err := by.Check(); err != nil {
		return nil, err
	}
	groups := data.Groups(by)
	policy, log, err := policies.Train(ctx, data, groups, method.Start(groups), p.Config, r.Cell.TrainingKey())
	if err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	r.Training = bench.Training{Backend: Backend(), Config: p.Config, Groups: groups.Names, Alpha: points(log.Alpha), Loss: points(log.Loss)}
	for _, ref := range log.References {
		r.Training.References = append(r.Training.References, bench.Reference{Alpha: points(ref.Alpha), Loss: points(ref.Loss), Reached: ref.Reached})
	}
	return policy, nil
}

// rollOut tests the policy on every behaviour of the task.
func rollOut(ctx context.Context, r *bench.Record, policy *policies.Policy, cue float64, eye Renderer) error {
	task, err := scenes.Tasks.Get(r.Cell.Task)
	if err != nil {
		return err
	}
	environment := newRolloutBatch(task, policy, policy.Execute(), cue, eye)
	for i, name := range task.Behaviours() {
		steps, err := environment.run(ctx, i, r.Cell.StartKey().With(name), r.Cell.Rollouts)
		if err != nil {
			return fmt.Errorf("rollouts of %s: %w", name, err)
		}
		r.Rollouts = append(r.Rollouts, bench.Outcomes{Behaviour: name, Horizon: task.Horizon(), Steps: steps})
	}
	return nil
}

// Backend names what trainings compute on in this process: their results are the same bytes on the same backend only.
func Backend() string {
	if a := backend.AcceleratorName(); a != "" {
		return a
	}
	if CurrentProvenance().SIMD {
		return "gomlx's Go backend with SIMD"
	}
	return "gomlx's Go backend"
}

// points thins a trajectory of values per step.
func points(steps [][]float64) []bench.Point {
	all := make([]bench.Point, len(steps))
	for i, v := range steps {
		all[i] = bench.Point{Step: i, Group: v}
	}
	return thinned(all, bench.TrajectoryPoints)
}

// thinned keeps about n of the points, the first and the last among them.
func thinned(p []bench.Point, n int) []bench.Point {
	if len(p) <= n {
		return p
	}
	out := make([]bench.Point, n)
	for i := range out {
		out[i] = p[i*(len(p)-1)/(n-1)]
	}
	return out
}

// stopwatch gives the seconds since it was last asked.
func stopwatch() func() float64 {
	last := time.Now()
	return func() float64 {
		now := time.Now()
		defer func() { last = now }()
		return now.Sub(last).Seconds()
	}
}
