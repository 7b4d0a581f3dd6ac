package policies

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
)

// Weigh lets a mixture weigh the groups of a corpus, by ridge regression of a frame's action on what it shows, as TrainRidge
// does by chunks of actions of our tabletop. Of cfg, Features, Width, Lambda and Steps count. A corpus may be weighed by several
// goroutines at once. The log's last weights are the mixture's before the last step; the mixture itself knows those after it.
func (c *Corpus) Weigh(ctx context.Context, mix mixture.Mixture, cfg RidgeConfig, key seed.Key) (*mixture.Log, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	r := &Ridge{cfg: cfg, features: newFourier(cfg.Features, c.states, cfg.Width, key.With("features"))}
	return r.train(ctx, c.encode(r.features), mix, key)
}

// encode computes the Fourier features and targets of every frame.
func (c *Corpus) encode(features fourier) *frames {
	n := len(c.s.group)
	f := &frames{s: &c.s, phi: mat.NewDense(n, features.size(), nil), y: mat.NewDense(n, c.acts, nil)}
	for row := range n {
		features.encode(f.phi.RawRowView(row), c.s.x[row*c.states:][:c.states])
		for i, v := range c.s.y[row*c.acts:][:c.acts] {
			f.y.Set(row, i, float64(v))
		}
	}
	return f
}
