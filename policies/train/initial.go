package train

import (
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// Initial returns the model that Train with the same arguments starts from: the weights of its initialisation, and
// inputs standardised by the frames of data. cfg.Steps does not count and may be 0. It is a policy that has learned
// nothing. The errors are those of Train for groups, data and settings.
func Initial(data *demos.Dataset, groups demos.Groups, cfg Config, key seed.Key) (*network.Model, error) {
	cfg.Steps = max(1, cfg.Steps)
	r, err := newRun(data, groups, cfg, key, Options{})
	if err != nil {
		return nil, err
	}
	return r.initial(cfg, key)
}

// initial returns the model of a run with a key before its first step. The main run and a first stage, whose key is
// that of the training, go on from Options.From. Reference runs start anew, since what they measure belongs to the
// data, and so does a first stage with another head, since the weights of a head mean nothing under another.
func (r *run) initial(cfg Config, key seed.Key) (*network.Model, error) {
	if r.from != nil && key == r.key && cfg.Head == r.cfg.Head {
		m := *r.from
		return &m, nil
	}
	m, err := r.resolve(cfg)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	of := *m
	of.Standardizer = r.standardizer
	of.Weights = of.Network.Init(of.Sizes, key.With("initialisation"))
	return &of, nil
}
