//go:build !js

package weigh

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// NetworkSteps is how many steps the network of a corpus learns by default, with 256 frames in each.
const NetworkSteps = 500

// NetworkLearner learns a frame's target from its inputs by a multilayer perceptron on a closed corpus, step by step,
// as the policies do that methods are made for (train.Weigh), from targets of NetworkChunk actions as they do. A
// component of d targets has the standard deviation train.Unit sqrt(n/d), with the n = 8 x 7 of a chunk of the
// tabletop's actions: all together have the same variance and losses are of the same size; the loss itself is over n.
// Steps of 0 gives the default.
func (c *Corpus) NetworkLearner(steps int) Learner {
	cfg := train.DefaultConfig()
	cfg.Steps = cmp.Or(steps, NetworkSteps)
	set := c.set
	set.Y = make([]float32, len(c.set.Y))
	unit := train.Unit * math.Sqrt(float64(cfg.Chunk*network.ActionSize)/float64(set.Slots))
	for i, y := range c.set.Y {
		set.Y[i] = float32(unit) * y
	}
	return func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
		return train.Weigh(ctx, &set, m, cfg, key)
	}
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
