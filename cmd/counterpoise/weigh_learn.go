package main

import (
	"cmp"
	"context"
	"fmt"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render/soft"
)

// learner trains a policy under a mixture.
type learner func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error)

// learners are the policies that a dataset can be weighed by.
func learners() []string { return append([]string{"ridge"}, bench.Policies()...) }

// corpusFrames bounds what a ridge sees: 16,384 frames of 128 features are 16 MiB a training, and as much again for a moment.
const corpusFrames = 1 << 14

// learner reads what a policy needs of a dataset.
func (p program) learner(ctx context.Context, r demos.Reader, g *grouped, s scale) (learner, error) {
	if s.policy != "ridge" {
		return p.network(ctx, r, g, s)
	}
	c, err := policies.NewCorpus(g.Groups, corpusFrames)
	if err != nil {
		return nil, err
	}
	err = p.read(ctx, r, false, func(_ int, raw *demos.Raw) error { return c.Add(raw) })
	if err == nil {
		err = c.Close()
	}
	cfg := policies.DefaultRidge()
	cfg.Features = 128 // of single actions there is less to learn than of chunks
	cfg.Steps = cmp.Or(s.steps, cfg.Steps)
	return func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
		return c.Weigh(ctx, m, cfg, key)
	}, err
}

// network reads a dataset of our tabletop for a policy that run trains. Where the policy looks at pictures, those of the dataset
// are looked at as they come, and drawn where it has none.
func (p program) network(ctx context.Context, r demos.Reader, g *grouped, s scale) (learner, error) {
	cfg, err := bench.PolicyConfig(s.policy, cmp.Or(s.steps, policies.DefaultConfig().Steps))
	if err != nil {
		return nil, err
	}
	eye := painter{soft.New()}
	defer eye.Close()
	d := &demos.Dataset{Card: r.Card()}
	err = p.read(ctx, r, cfg.Pictures(), func(i int, raw *demos.Raw) error {
		e, err := raw.Episode()
		if err == nil && cfg.Pictures() {
			err = see(eye, cfg, e, seed.Of("weigh", s.seed, "pictures", i))
		}
		if err != nil {
			return fmt.Errorf("the policy %s cannot learn demonstration %d: %w; use --policy ridge", s.policy, i, err)
		}
		d.Episodes = append(d.Episodes, *e)
		return nil
	})
	return func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
		_, log, err := policies.Train(ctx, d, g.Groups, m, cfg, key)
		return log, err
	}, err
}

// read hands out every demonstration, with its pictures or without.
func (p program) read(ctx context.Context, r demos.Reader, pictures bool, yield func(int, *demos.Raw) error) error {
	n := r.Episodes()
	progress, end := counter(p.err, "demonstrations read")
	defer end()
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		raw, err := r.Read(i, pictures)
		if err != nil {
			return err
		}
		if err := yield(i, raw); err != nil {
			return err
		}
		progress(i+1, n)
	}
	return nil
}
