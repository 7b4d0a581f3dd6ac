package runner

import (
	"context"
	"counterpoise/bench"
	"fmt"

	"counterpoise/scenes/demos"
)

// library generates the datasets of cells and keeps the last few, for the arms of a trial that share one.
type datasetCache struct{ onceCache[*demos.Dataset] }

// dataset is what a cell's policy is trained on. One worker makes it, as other workers are busy with other cells.
func (l *datasetCache) dataset(ctx context.Context, c bench.Cell, p bench.Preset) (*demos.Dataset, error) {
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		return nil, err
	}
	pool := bench.PoolSeed(c.Task, c.Trial, c.Seed)
	data, err := l.get(ctx, fmt.Sprint(pool, recipe), func() (*demos.Dataset, error) {
		return demos.Generate(ctx, recipe, pool, 1, nil)
	})
	if err != nil || p.Ambiguity == 0 {
		return data, err
	}
	return ambiguousDataset(data, p.Ambiguity, pool), nil
}
