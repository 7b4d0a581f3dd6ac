package runner

import (
	"context"
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// datasetCache generates the datasets of cells and keeps the last few, which the arms of a trial share. Those from
// outside it has from the start.
type datasetCache struct {
	onceCache[*demos.Dataset]
	outside Datasets
}

// Datasets are demonstrations from outside by what stands for them in the recipe of a cell (record.DataRecipe).
type Datasets map[string]*demos.Dataset

// DatasetUser is a CellRunner that can train on demonstrations from outside. The one of NewCellRunner is.
type DatasetUser interface {
	// UseDatasets makes datasets known, before the first call of Run. They must not change afterwards.
	UseDatasets(Datasets)
}

// UseDatasets implements DatasetUser.
func (cr *cellRunner) UseDatasets(d Datasets) { cr.datasets.outside = d }

// dataset returns the demonstrations that the cell's policy is trained on. One worker generates them, because the other
// workers are busy with other cells.
//
// The key of the cache is the pool's seed and the recipe, which names the task with its knobs, so that the arms of a
// trial share a dataset.
func (d *datasetCache) dataset(ctx context.Context, c record.Cell) (*demos.Dataset, error) {
	if c.OfDataset() {
		data, ok := d.outside[c.Recipe]
		if !ok {
			return nil, fmt.Errorf("those of %s are in a dataset that is not here; counterpoise try DATASET reads it",
				c.Recipe)
		}
		return data, nil
	}
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		return nil, err
	}
	pool := record.PoolSeed(c.Task, c.Trial, c.Seed)
	return d.get(ctx, fmt.Sprint(pool, recipe), func() (*demos.Dataset, error) {
		return demos.Generate(ctx, recipe, pool, 1, nil)
	})
}
