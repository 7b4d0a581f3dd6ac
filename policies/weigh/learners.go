package weigh

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/ridge"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Learner trains a policy on a dataset under a mixture and returns the log of the training. Several goroutines may
// call it at once.
type Learner func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error)

// Size of the ridge learner. A training keeps 16,384 frames of 128 features, 16 MiB, and as much again for a moment.
// Half the features of ridge.DefaultConfig suffice, because a single action is simpler than a chunk of actions.
const (
	ridgeFrames   = 1 << 14
	ridgeFeatures = 128
)

// ReadCorpus reads at most 16,384 frames of a dataset, evenly spaced in each group. Data of any robot will do.
func ReadCorpus(ctx context.Context, r demos.Reader, g *Groups, o CorpusOptions, progress func(done, total int)) (
	*Corpus, error) {
	c, err := NewCorpus(g.Groups, ridgeFrames, o)
	if err != nil {
		return nil, err
	}
	add := func(i int, raw *demos.Raw) error { return c.Add(demos.DatasetOf(r, i), raw) }
	if err := trainset.Each(ctx, r, o.Pictures, progress, add); err != nil {
		return nil, err
	}
	return c, c.Close()
}

// SampledFrames is the number of frames of a dataset's groups that ReadCorpus reads, unless each demonstration must
// have one.
func SampledFrames(g *Groups) (n int) {
	for _, frames := range g.Frames {
		n += min(frames, ridgeFrames/len(g.Names))
	}
	return n
}

// Learner learns a frame's target from its inputs by ridge regression, whose optimum under each mixture is exact, on a
// closed corpus. Steps of 0 gives the default.
func (c *Corpus) Learner(steps int) Learner {
	cfg := RidgeConfig()
	cfg.Steps = cmp.Or(steps, cfg.Steps)
	return func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
		return c.Weigh(ctx, m, cfg, key)
	}
}

// NetworkChunk is the number of actions that a corpus for a network has in a target: as many as policies learn at once
// (train.DefaultConfig), whatever the frames per second. Of single actions each is a larger part of the loss, and the
// look-ahead of a search (balance.AutoLambda, Beta1) steps past the best policy: more weight then looks like harm.
const NetworkChunk = 8

// NetworkSteps is how many steps the network of a corpus learns by default, with 256 frames in each.
const NetworkSteps = 500

// networkUnit is the standard deviation of a component of the network's targets where these are as many as in a chunk
// of the tabletop's actions, n = 8 x 7: the root mean square of those of the tabletop's actions, 0.44 in opening and
// 0.45 in picking, for whose policies the step sizes of methods were chosen. Where there are d targets it is
// networkUnit sqrt(n/d), so that all together have the same variance and losses are of the same size; the loss itself
// is over n (train.Weigh). Inner products of gradients grow with the third to fourth power of the unit: at three
// quarters of it a search moves its weights a third as far, and at four thirds three times as far.
const networkUnit = 0.45

// NetworkLearner learns a frame's target from its inputs by a multilayer perceptron on a closed corpus, step by step,
// as the policies do that methods are made for (train.Weigh), from targets of NetworkChunk actions as they do. Steps of
// 0 gives the default.
func (c *Corpus) NetworkLearner(steps int) Learner {
	cfg := train.DefaultConfig()
	cfg.Steps = cmp.Or(steps, NetworkSteps)
	set := c.set
	set.Y = make([]float32, len(c.set.Y))
	unit := networkUnit * math.Sqrt(float64(cfg.Chunk*network.ActionSize)/float64(set.Slots))
	for i, y := range c.set.Y {
		set.Y[i] = float32(unit) * y
	}
	return func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
		return train.Weigh(ctx, &set, m, cfg, key)
	}
}

// RidgeConfig returns the settings of the ridge that weighs a corpus.
func RidgeConfig() ridge.Config {
	cfg := ridge.DefaultConfig()
	cfg.Features = ridgeFeatures
	return cfg
}

// PolicyOptions say how a neural policy learns.
type PolicyOptions struct {
	Config   train.Config
	Renderer demos.Renderer        // draws the pictures that a dataset lacks, for policies that use them
	Key      func(i int) seed.Key  // draws the random shifts of demonstration i's pictures
	Progress func(done, total int) // demonstrations read
}

// EpisodeError says which demonstration a neural policy cannot learn, and why.
type EpisodeError struct {
	Episode string // as demos.Place has it
	Err     error
}

func (e *EpisodeError) Error() string {
	return fmt.Sprintf("demonstration %s cannot be learned: %v", e.Episode, e.Err)
}

// Unwrap returns the reason.
func (e *EpisodeError) Unwrap() error { return e.Err }

// NewPolicyLearner reads a whole dataset of the tabletop for a neural policy. Pictures are encoded as they are
// read. An error about a demonstration is an *EpisodeError.
func NewPolicyLearner(ctx context.Context, r demos.Reader, g *Groups, o PolicyOptions) (Learner, error) {
	d := &demos.Dataset{Card: r.Card()}
	pictures := o.Config.Pictures()
	err := trainset.Each(ctx, r, pictures, o.Progress, func(i int, raw *demos.Raw) error {
		e, err := raw.Episode()
		if err == nil && pictures {
			err = trainset.EncodeEpisode(o.Renderer, o.Config.Extractor(), e, o.Key(i))
		}
		if err != nil {
			return &EpisodeError{demos.Place(r, i), err}
		}
		d.Episodes = append(d.Episodes, *e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
		_, log, err := train.Train(ctx, d, g.Groups, m, o.Config, key, train.Options{})
		return log, err
	}, nil
}
