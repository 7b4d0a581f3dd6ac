package train

import (
	"context"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// Train fits a model to demonstrations in groups by cfg.Steps steps of Adam on J(θ) = sum_g α_g L_g(θ), with weights
// α from the mixture before every step. Reference runs and a first stage that the mixture needs are made before; their
// logs are in the log returned. The result depends on data, groups, mixture, cfg and key alone. The mixture must
// be a fresh one.
//
// Errors: settings out of range; groups that do not fit the dataset or have no frames; NaN in the data; weights off
// the simplex; a loss that is no longer finite, with step and group; a checkpoint that cannot be used; and the cause
// of ctx when it ends, which is checked between steps.
func Train(ctx context.Context, data *demos.Dataset, groups demos.Groups, mix mixture.Mixture, cfg Config, key seed.Key,
	opts Options,
) (*network.Model, *mixture.Log, error) {
	r, err := newRun(data, groups, cfg, key, opts)
	if err != nil {
		return nil, nil, err
	}
	return r.train(ctx, mix)
}
