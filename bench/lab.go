package bench

import (
	"context"
	"fmt"
	"time"

	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// lab makes records the real way: demonstrations, training, rollouts.
type lab struct {
	library library
	sight   sight
	painter func() (Painter, error)
}

// NewLab is a lab for so many workers. It keeps as many datasets in memory as they may be at, and a few more. Painter makes
// what draws for policies that look at pictures; without one they cannot be trained. What their encoder saw of demonstrations is
// kept in the folder cache; an empty name keeps it in memory only.
func NewLab(workers int, painter func() (Painter, error), cache string) Lab {
	l := &lab{painter: painter}
	l.library.keep = workers + 4
	l.sight.keep, l.sight.dir = seenEpisodes, cache
	return l
}

// seenEpisodes is the number of episodes of which is kept in memory what an encoder saw: about what two trials use, at some
// 30 kB a variant.
const seenEpisodes = 400

// Run makes the record of a cell.
func (l *lab) Run(ctx context.Context, c Cell) (Record, error) {
	r := Record{Cell: c, Renderer: Unseen, Origin: Here()}
	watch := stopwatch()
	p, eye, data, err := l.prepare(ctx, c)
	if eye != nil {
		defer eye.Close()
		r.Renderer = eye.Name()
	}
	if err != nil {
		return r, err
	}
	r.Data = Data{Hash: data.Card.Hash, Version: data.Card.Version, Seed: data.Card.Seed, Groups: data.Card.Groups}
	r.Duration.Data = watch()
	policy, err := train(ctx, &r, p, data)
	if err != nil {
		return r, err
	}
	r.Duration.Training = watch()
	if err := rollOut(ctx, &r, policy, p.cue, eye); err != nil {
		return r, err
	}
	r.Duration.Rollouts = watch()
	return r, nil
}

// prepare is what a cell's policy needs: its preset, what draws for it (nil where it looks at no pictures; to be closed), and
// the demonstrations that it is trained on, as it sees them.
func (l *lab) prepare(ctx context.Context, c Cell) (p preset, eye Painter, data *demos.Dataset, err error) {
	if p, err = presetOf(c.Policy, c.Steps); err != nil {
		return p, nil, nil, err
	}
	if eye, err = l.eye(p); err != nil {
		return p, nil, nil, err
	}
	data, err = l.library.dataset(ctx, c, p)
	if err == nil && eye != nil {
		data, err = l.sight.see(ctx, data, p.config, eye)
	}
	if err != nil {
		return p, eye, nil, fmt.Errorf("demonstrations: %w", err)
	}
	return p, eye, data, nil
}

// eye is what draws for a policy, or nil where it looks at no pictures.
func (l *lab) eye(p preset) (Painter, error) {
	if !p.config.Pictures() {
		return nil, nil
	}
	if l.painter == nil {
		return nil, fmt.Errorf("the policy looks at pictures, and this lab has nothing to draw them with")
	}
	return l.painter()
}

// train clones the record's policy from its data and notes how that went.
func train(ctx context.Context, r *Record, p preset, data *demos.Dataset) (*policies.Policy, error) {
	method, err := balance.Named(r.Cell.Method)
	if err != nil {
		return nil, err
	}
	by := demos.Grouping(r.Cell.Groups)
	if err := by.Check(); err != nil {
		return nil, err
	}
	groups := data.Groups(by)
	policy, log, err := policies.Train(ctx, data, groups, method.Start(groups), p.config, r.Cell.trainingKey())
	if err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	r.Training = Training{Backend: Backend(), Config: p.config, Groups: groups.Names, Alpha: points(log.Alpha), Loss: points(log.Loss)}
	for _, ref := range log.References {
		r.Training.References = append(r.Training.References, Reference{Alpha: points(ref.Alpha), Loss: points(ref.Loss), Reached: ref.Reached})
	}
	return policy, nil
}

// rollOut tests the policy on every behaviour of the task.
func rollOut(ctx context.Context, r *Record, policy *policies.Policy, cue float64, eye Painter) error {
	task, err := scenes.Tasks.Get(r.Cell.Task)
	if err != nil {
		return err
	}
	stage := newTheatre(task, policy, policy.Execute(), cue, eye)
	for i, name := range task.Behaviours() {
		steps, err := stage.outcomes(ctx, i, r.Cell.startKey().With(name), r.Cell.Rollouts)
		if err != nil {
			return fmt.Errorf("rollouts of %s: %w", name, err)
		}
		r.Rollouts = append(r.Rollouts, Outcomes{Behaviour: name, Horizon: task.Horizon(), Steps: steps})
	}
	return nil
}

// Backend names what trainings compute on in this process: their results are the same bytes on the same backend only.
func Backend() string {
	if a := policies.Accelerator(); a != "" {
		return a
	}
	if Here().SIMD {
		return "gomlx's Go backend with SIMD"
	}
	return "gomlx's Go backend"
}

// points thins a trajectory of values per step.
func points(steps [][]float64) []Point {
	all := make([]Point, len(steps))
	for i, v := range steps {
		all[i] = Point{Step: i, Group: v}
	}
	return thinned(all, TrajectoryPoints)
}

// thinned keeps about n of the points, the first and the last among them.
func thinned(p []Point, n int) []Point {
	if len(p) <= n {
		return p
	}
	out := make([]Point, n)
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
