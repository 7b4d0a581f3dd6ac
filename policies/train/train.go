package train

import (
	"context"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// Train fits a model to demonstrations in groups by cfg.Steps steps of Adam on J(θ) = sum_g α_g L_g(θ), with weights
// α from the mixture before every step. Reference runs that the mixture needs are made first; their logs are in the
// log returned. The result depends on data, groups, mixture, cfg and key alone. The mixture must be a fresh one.
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
	defer backend.VZeroUpper()
	if err := r.checkpoints.open(r); err != nil {
		return nil, nil, err
	}
	references, err := r.makeReferences(ctx, mix)
	if err != nil {
		return nil, nil, err
	}
	t, err := r.make(ctx, mix, r.cfg, key, Progress{Before: len(references), Main: true})
	if err != nil {
		return nil, nil, err
	}
	t.log.References = references
	return t.trained(), t.log, r.checkpoints.remove()
}
