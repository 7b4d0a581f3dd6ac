package main

import (
	"context"
	"fmt"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/policies/trainset"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// demonstrations returns what a training learns from, encoded if the policy uses pictures. It settles the number of
// steps if no flag does.
func (p program) demonstrations(ctx context.Context, t *training) (data *demos.Dataset, err error) {
	o := trainset.Options{
		Extractor: t.cfg.Extractor(), Workers: t.workers,
		Key:         func(i int) seed.Key { return t.key().With("pictures", i) },
		NewRenderer: newRenderer,
	}
	if t.recipe != nil {
		progress, end := counter(p.err, "demonstrations")
		data, err = demos.Generate(ctx, *t.recipe, t.pool, t.workers, progress)
		end()
	} else {
		progress, end := counter(p.err, "demonstrations read")
		o.Progress, o.Warn = progress, func(sentences []string) { p.warn(t.data, sentences) }
		data, err = trainset.Read(ctx, t.data, o)
		end()
	}
	if err != nil {
		return nil, err
	}
	if len(data.Episodes) == 0 {
		return nil, fmt.Errorf("%s has no demonstrations", t.data)
	}
	if err := t.sameTask(data.Episodes[0].Task); err != nil {
		return nil, err
	}
	if t.steps == 0 {
		task := data.Episodes[0].Task
		if t.cfg.Steps, err = bench.CalibratedSteps(task, t.kind); err != nil {
			return nil, misuse{err}
		}
	}
	progress, end := counter(p.err, "demonstrations drawn")
	defer end()
	o.Progress = progress
	return data, trainset.Encode(ctx, data, o)
}

// takeWeights makes the weights of the file of --weights the method of the training, if there is one. They must be
// those of the demonstrations.
func (t *training) takeWeights(data *demos.Dataset) error {
	if t.weights == "" {
		return nil
	}
	m, err := weightfile.For(t.weights, data)
	if err != nil {
		return fmt.Errorf("--weights: %w", err)
	}
	t.mixing, t.method = m, m.String()
	return nil
}

// newRenderer returns the renderer in pure Go. It draws the same bytes on every machine; a graphics card would draw
// faster and, in the last bits, otherwise, and the hash of a dataset covers its pictures.
func newRenderer() (demos.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }
