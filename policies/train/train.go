package train

import (
	"context"
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Train fits a model to demonstrations in groups by cfg.Steps steps of Adam on J(θ) = sum_g α_g L_g(θ), with weights
// α from the mixture before every step. Reference runs and a first stage that the mixture needs are made before; their
// logs are in the log returned. The result depends on data, groups, mixture, cfg and key alone. The mixture must
// be a fresh one. That of a first stage may be trained by itself, with the head that it asks for (mixture.Headed): its
// weights and its log are those that it has before a second stage.
//
// Errors: settings out of range; groups that do not fit the dataset or have no frames; NaN in the data; weights off
// the simplex; a loss that is no longer finite, with step and group, or a parameter after the last step; a checkpoint
// that cannot be used; and the cause of ctx when it ends, which is checked between steps.
func Train(ctx context.Context, data *demos.Dataset, groups demos.Groups, mix mixture.Mixture, cfg Config, key seed.Key,
	opts Options,
) (*network.Model, *mixture.Log, error) {
	r, err := newRun(data, groups, cfg, key, opts)
	if err != nil {
		return nil, nil, err
	}
	return r.train(ctx, mix)
}

// Weigh runs a mixture on any regression problem in groups, as ridge.Weigh does: a multilayer perceptron learns the
// targets Y of a set from its standardised inputs X, both of any width. The loss of a row is
//
//	l_r = 1/n sum_c (a_rc - y_rc)²,   n = cfg.Chunk x network.ActionSize
//
// with the n of a policy's chunk, whatever the number of targets: the curvature of the loss by an output, which decides
// how far a step of the look-ahead may go, is that of a policy. Of cfg, observer, network, head and history have no
// meaning, so that a mixture.Headed has no effect; a mixture.Budgeted decides the steps. Concurrent calls may share a
// set. The last weights in the log are those before the last step; mix.Alpha returns those after it.
func Weigh(ctx context.Context, s *trainset.Set, mix mixture.Mixture, cfg Config, key seed.Key) (*mixture.Log, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if k := len(s.Names); k > cfg.Batch {
		return nil, fmt.Errorf("train: a batch of %d frames for %d groups; use at least one a group", cfg.Batch, k)
	}
	on, err := trainingDevice()
	if err != nil {
		return nil, err
	}
	r := &run{cfg: cfg, key: key, device: on}
	m := network.Rows(s.In, s.Slots, cfg.Chunk*network.ActionSize, cfg.Hidden)
	r.resolve = func(Config) (*network.Model, error) { return m, nil }
	r.set = padded(s, m.Sizes)
	_, log, err := r.train(ctx, mix)
	return log, err
}

// Unit is the standard deviation of a component of targets that are not the tabletop's actions. It is the root mean
// square of the standard deviations of those, 0.44 in opening and 0.45 in picking: the learning rate and the step sizes
// of methods were chosen for their policies. Inner products of gradients grow with the third to fourth power of the
// unit: at three quarters of it a search moves its weights a third as far, and at four thirds three times as far.
const Unit = 0.45

// Rows is Train for an environment other than the tabletop: it fits the model that cfg names for states of these
// features and actions of the given number of components (network.Spec.OfNumbers) to a set of raw rows. X holds the
// features, which are standardised here as those of the tabletop are; Y holds chunks of cfg.Chunk actions, in units in
// which a component has the standard deviation Unit. Concurrent calls may share a set.
func Rows(ctx context.Context, s *trainset.Set, features []network.Feature, action int, mix mixture.Mixture, cfg Config,
	key seed.Key, opts Options) (*network.Model, *mixture.Log, error) {
	r, err := newRowsRun(s, features, action, cfg, key, opts)
	if err != nil {
		return nil, nil, err
	}
	return r.train(ctx, mix)
}

// InitialRows is Initial for an environment other than the tabletop, see Rows.
func InitialRows(s *trainset.Set, features []network.Feature, action int, cfg Config, key seed.Key) (*network.Model,
	error) {
	cfg.Steps = max(1, cfg.Steps)
	r, err := newRowsRun(s, features, action, cfg, key, Options{})
	if err != nil {
		return nil, err
	}
	return r.initial(cfg, key)
}

// newRowsRun standardises rows, once for all runs of a training.
func newRowsRun(s *trainset.Set, features []network.Feature, action int, cfg Config, key seed.Key, opts Options) (*run,
	error) {
	resolve := func(cfg Config) (*network.Model, error) { return cfg.Spec().OfNumbers(features, action) }
	m, on, err := prepare(cfg, resolve)
	if err != nil {
		return nil, err
	}
	if s.In != len(features) || s.Slots != cfg.Chunk*action {
		return nil, fmt.Errorf("train: rows of %d numbers and targets of %d for %d features and %d actions of %d", s.In,
			s.Slots, len(features), cfg.Chunk, action)
	}
	set := padded(s, m.Sizes)
	std := network.FitStandardizer(set.X, set.In, network.FloorsOf(set.X, set.In, features))
	r := &run{cfg: cfg, set: set, standardizer: std, key: key, device: on, resolve: resolve}
	return r, r.begin(m.Spec, opts)
}

// padded returns a set whose rows are padded with zeros to the slots of a network.
func padded(s *trainset.Set, to network.Sizes) *trainset.Set {
	out := *s
	out.In, out.Slots = to.In, to.Slots
	out.X, out.Y = widened(s.X, s.In, to.In), widened(s.Y, s.Slots, to.Slots)
	return &out
}

// widened copies rows of n numbers to rows of more.
func widened(v []float32, n, more int) []float32 {
	out := make([]float32, len(v)/n*more)
	for row := range len(v) / n {
		copy(out[row*more:], v[row*n:(row+1)*n])
	}
	return out
}

// Options are settings of a training. From alone changes its result.
type Options struct {
	// From is a trained model whose weights and standardizer the main run starts from, with Adam's moments at 0 and the
	// schedule at its beginning; a first stage (mixture.Staged) with the same head too. Its parts and sizes must be
	// those of the training. Nil: the key draws the weights. Config.From says the same to whoever reads the settings.
	From *network.Model
	// Checkpoint names a file that keeps the state of the training: it is written every 500 steps and when the
	// context ends, resumed from if it is there, and removed once the model is trained and kept. A file of another
	// training, or a damaged one, is an error. Empty keeps nothing.
	Checkpoint string
	// Keep is called with the trained model and its log before the checkpoint is removed. Its error is that of the
	// training, whose checkpoint then stays: the same training calls Keep again without a step. Nil is allowed.
	Keep func(*network.Model, *mixture.Log) error
	// Progress is called after every step and before the next, on the goroutine of the training. Nil is allowed.
	Progress func(Progress)
}

// Progress is the state of a training after a step.
type Progress struct {
	Before      int  // finished runs before the policy's own: reference runs and a first stage
	Main        bool // whether this run makes the policy; otherwise it is one before
	Done, Steps int  // steps of this run, done and in all
	// Log is that of this run so far, from its first step, also where it was resumed. Callers must not change it.
	Log *mixture.Log
}
