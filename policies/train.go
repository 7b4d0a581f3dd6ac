package policies

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// Train fits a policy to demonstrations in groups, by a fixed number of steps of Adam on
//
//	J(θ) = sum_g α_g L_g(θ)
//
// where L_g is the mean loss over the frames of group g and the weights α come from the mixture at every step.
// The result depends on the arguments alone: the same key gives the same bytes, whatever runs beside it.
//
// Errors: settings out of range; groups that do not fit the dataset or have no frames; NaN in the data; weights off the
// simplex; a loss that is no longer finite, naming step and group; and ctx's when it ends, looked at between steps.
func Train(ctx context.Context, data *demos.Dataset, groups demos.Groups, mix Mixture, cfg Config, key seed.Key) (*Policy, *Log, error) {
	t, err := newTrainer(data, groups, mix, cfg, key)
	if err != nil {
		return nil, nil, err
	}
	defer clearUpper()
	if err := t.survey(); err != nil {
		return nil, nil, err
	}
	for step := range cfg.Steps {
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("policies: training stopped after %d of %d steps: %w", step, cfg.Steps, context.Cause(ctx))
		}
		if err := t.step(step); err != nil {
			return nil, nil, fmt.Errorf("policies: step %d: %w", step, err)
		}
	}
	return t.policy, t.log, nil
}

// trainer is the state of one training run.
type trainer struct {
	cfg    Config
	policy *Policy
	s      *samples
	mix    Mixture
	draw   *sampler
	grad   *graph.Exec
	opt    []adam
	log    *Log

	rows    []int32 // the batch: frames
	x, y, w *tensors.Tensor
	weight  []float32 // the batch: weights of its rows, copied to w
	losses  []float32 // the batch: losses of its rows
	loss    []float64 // last known mean loss of each group
}

func newTrainer(data *demos.Dataset, groups demos.Groups, mix Mixture, cfg Config, key seed.Key) (*trainer, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	net, err := Networks.Get(cfg.Network)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	sh := newShape(len(net.Features()), cfg)
	s, err := collect(net, data, groups, sh, cfg.Chunk)
	if err != nil {
		return nil, err
	}
	if k := len(s.names); k > cfg.Batch {
		return nil, fmt.Errorf("policies: a batch of %d frames for %d groups; use at least one a group", cfg.Batch, k)
	}
	p, err := untrained(cfg, net, s.standardise(sh), key)
	if err != nil {
		return nil, err
	}
	begin(mix, cfg.Steps, key.With("mixture"))
	t := &trainer{
		cfg: cfg, policy: p, s: s, mix: mix,
		draw: newSampler(s, resamples(mix), key.With("batches")),
		log:  &Log{Groups: slices.Clone(s.names)},
		loss: make([]float64, len(s.names)),
	}
	return t, t.allocate()
}

// allocate compiles the gradient and makes the buffers that every step reuses.
func (t *trainer) allocate() error {
	b, err := backend()
	if err != nil {
		return err
	}
	sh, n := t.policy.shape, t.cfg.Batch
	t.grad, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node { return gradient(in, sh.actions) })
	if err != nil {
		return fmt.Errorf("policies: training graph: %w", err)
	}
	t.rows, t.weight, t.losses = make([]int32, n), make([]float32, n), make([]float32, n)
	t.x = tensors.FromFlatDataAndDimensions(make([]float32, n*sh.in), n, sh.in)
	t.y = tensors.FromFlatDataAndDimensions(make([]float32, n*sh.out), n, sh.out)
	t.w = tensors.FromFlatDataAndDimensions(t.weight, n)
	for _, d := range sh.dims() {
		t.opt = append(t.opt, adam{make([]float32, volume(d)), make([]float32, volume(d))})
	}
	return nil
}

// survey gives every group a first loss, before any step: a batch may lack a small group for a while.
func (t *trainer) survey() error {
	t.draw.survey(t.rows)
	clear(t.weight)
	out, err := t.run()
	if err != nil {
		return err
	}
	release(out)
	return t.observe()
}

// step takes the weights, draws a batch, reports the losses and moves the parameters.
func (t *trainer) step(step int) error {
	alpha := slices.Clone(t.mix.Alpha())
	if err := onSimplex(alpha, len(t.s.names)); err != nil {
		return fmt.Errorf("the mixture gave %w", err)
	}
	t.draw.draw(t.rows, t.weight, alpha)
	out, err := t.run()
	if err != nil {
		return err
	}
	defer release(out)
	if err := t.observe(); err != nil {
		return err
	}
	t.mix.Observe(slices.Clone(t.loss))
	t.log.Alpha = append(t.log.Alpha, alpha)
	t.log.Loss = append(t.log.Loss, slices.Clone(t.loss))
	return t.descend(out, step)
}

// observe averages the batch's losses by group.
func (t *trainer) observe() error {
	sum, n := make([]float64, len(t.loss)), make([]int, len(t.loss))
	for r, row := range t.rows {
		g := t.s.group[row]
		sum[g] += float64(t.losses[r])
		n[g]++
	}
	for g := range t.loss {
		if n[g] == 0 {
			continue
		}
		t.loss[g] = sum[g] / float64(n[g])
		if math.IsNaN(t.loss[g]) || math.IsInf(t.loss[g], 0) {
			return fmt.Errorf("the loss of group %q is %v: training diverged; lower the learning rate (%g)", t.s.names[g], t.loss[g], t.cfg.Rate)
		}
	}
	return nil
}

// descend moves every parameter by its gradient, out[1:].
func (t *trainer) descend(out []*tensors.Tensor, step int) error {
	rate := t.cfg.Rate * t.cfg.Schedule.factor(step, t.cfg.Steps)
	for i, w := range t.policy.weights {
		err := tensors.MutableFlatData(w, func(theta []float32) {
			tensors.MustConstFlatData(out[1+i], func(g []float32) { t.opt[i].step(theta, g, rate, step+1) })
		})
		if err != nil {
			return fmt.Errorf("parameter %d: %w", i, err)
		}
	}
	return nil
}
