package policies

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/policies/optimizer"
	"counterpoise/scenes/demos"
)

// Train fits a policy to demonstrations in groups, by a fixed number of steps of Adam on
//
//	J(θ) = sum_g α_g L_g(θ)
//
// where L_g is the mean loss over the frames of group g and the weights α come from the mixture at every step. Runs that
// the mixture wants made before (see Referenced) are made first; the log keeps theirs too.
// The result depends on the arguments alone: the same key gives the same bytes, whatever runs beside it.
//
// Errors: settings out of range; groups that do not fit the dataset or have no frames; NaN in the data; weights off the
// simplex; a loss that is no longer finite, naming step and group; and ctx's when it ends, looked at between steps.
func Train(ctx context.Context, data *demos.Dataset, groups demos.Groups, mix mixture.Mixture, cfg Config, key seed.Key) (*Policy, *mixture.Log, error) {
	return TrainKept(ctx, "", data, groups, mix, cfg, key)
}

// TrainKept is Train with a checkpoint in a file: it goes on from there where the file has a training of the same data, groups,
// settings and key, writes it every 500 steps and when ctx ends, and removes it once the policy is trained. A training
// that was stopped any number of times ends in the same bytes as one that was not.
//
// The mixture must be a fresh one of the same method. A file of another training, damaged or of another format is an error.
func TrainKept(ctx context.Context, file string, data *demos.Dataset, groups demos.Groups, mix mixture.Mixture, cfg Config, key seed.Key) (*Policy, *mixture.Log, error) {
	c, err := newCourse(data, groups, cfg, key)
	if err != nil {
		return nil, nil, err
	}
	defer backend.VZeroUpper()
	c.keep.path = file
	if err := c.keep.open(c); err != nil {
		return nil, nil, err
	}
	references, err := c.references(ctx, mix)
	if err != nil {
		return nil, nil, err
	}
	t, err := c.run(ctx, mix, c.cfg, key, Progress{Before: len(references), Main: true})
	if err != nil {
		return nil, nil, err
	}
	t.log.References = references
	p, err := t.policy.onProcessor()
	if err != nil {
		return nil, nil, err
	}
	return p, t.log, c.keep.remove()
}

// trainer is the state of one training run.
type trainer struct {
	cfg    Config
	policy *Policy
	s      *samples
	ref    []float32 // row -> its loss under the policy of the last reference run; nil without one
	mix    mixture.Mixture
	draw   *sampler
	grad   *graph.Exec
	opt    []optimizer.Adam
	log    *mixture.Log

	batch *batch
	g     [][]float32 // the gradient of J, one slice a parameter
	loss  []float64   // last known mean loss of each group
	group *groupwise  // nil where the mixture observes no gradients
	check *checker    // nil where nothing is held out and nobody asks
}

// survey gives every group a first loss, before any step: a batch may lack a small group for a while.
func (t *trainer) survey() error {
	t.draw.survey(t.batch.rows)
	clear(t.batch.weight)
	if err := t.run(); err != nil {
		return err
	}
	return t.observe(t.batch)
}

// step takes the weights, draws a batch, reports what came of it and moves the parameters.
func (t *trainer) step(step int) error {
	alpha := slices.Clone(t.mix.Alpha())
	if err := mixture.CheckSimplex(alpha, len(t.s.names)); err != nil {
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

// differentiate computes the gradient of J under the weights, and the groups' losses.
func (t *trainer) differentiate(alpha []float64) error {
	if t.group != nil {
		return t.group.differentiate(t, alpha)
	}
	t.draw.draw(t.batch.rows, t.batch.weight, alpha)
	if err := t.run(); err != nil {
		return err
	}
	return t.observe(t.batch)
}

// run computes losses and gradient of the batch.
func (t *trainer) run() error {
	t.batch.load(t.s, t.policy.shape)
	return t.batch.gradients(t.grad, t.policy.weights, t.g)
}

// report tells the mixture what else it asks for.
func (t *trainer) report() error {
	t.examples()
	if t.check != nil {
		if err := t.check.report(t); err != nil {
			return err
		}
	}
	if t.group != nil {
		return t.group.report(t)
	}
	return nil
}

// observe averages a batch's losses by group.
func (t *trainer) observe(b *batch) error {
	if err := means(t.loss, b, t.s); err != nil {
		return fmt.Errorf("%w: training diverged; lower the learning rate (%g)", err, t.cfg.Rate)
	}
	return nil
}

// means sets dst[g] to the mean of the batch's losses of group g, where it has any.
func means(dst []float64, b *batch, s *samples) error {
	sum, n := make([]float64, len(dst)), make([]int, len(dst))
	for r, row := range b.rows {
		g := s.group[s.frame(row)]
		sum[g] += float64(b.losses[r])
		n[g]++
	}
	for g := range dst {
		if n[g] == 0 {
			continue
		}
		dst[g] = sum[g] / float64(n[g])
		if math.IsNaN(dst[g]) || math.IsInf(dst[g], 0) {
			return fmt.Errorf("the loss of group %q is %v", s.names[g], dst[g])
		}
	}
	return nil
}

// descend moves every parameter by its gradient.
func (t *trainer) descend(step int) error {
	rate := t.cfg.Rate * t.cfg.Schedule.Factor(step, t.cfg.Steps)
	for i, w := range t.policy.weights {
		err := tensors.MutableFlatData(w, func(theta []float32) { t.opt[i].Step(theta, t.g[i], rate, step+1) })
		if err != nil {
			return fmt.Errorf("parameter %d: %w", i, err)
		}
	}
	return nil
}
