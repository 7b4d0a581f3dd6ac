package weigh

import (
	"cmp"
	"context"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/ridge"
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

// RidgeConfig returns the settings of the ridge that weighs a corpus.
func RidgeConfig() ridge.Config {
	cfg := ridge.DefaultConfig()
	cfg.Features = ridgeFeatures
	return cfg
}
