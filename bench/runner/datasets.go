package runner

import (
	"context"
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// datasetCache generates the datasets of cells and keeps the last few, which the arms of a trial share.
type datasetCache struct{ onceCache[*demos.Dataset] }

// dataset returns the demonstrations that the cell's policy is trained on. One worker generates them, because the other
// workers are busy with other cells.
//
// The key of the cache is the pool's seed and the recipe, which names the task with its knobs, so that the arms of a
// trial share a dataset.
func (d *datasetCache) dataset(ctx context.Context, c record.Cell) (*demos.Dataset, error) {
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		return nil, err
	}
	pool := record.PoolSeed(c.Task, c.Trial, c.Seed)
	return d.get(ctx, fmt.Sprint(pool, recipe), func() (*demos.Dataset, error) {
		return demos.Generate(ctx, recipe, pool, 1, nil)
	})
}
