package bench

import (
	"context"
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// library generates the datasets of cells and keeps the last few, for the arms of a trial that share one.
type library struct{ shared[*demos.Dataset] }

// dataset is what a cell's policy is trained on. One worker makes it, as other workers are busy with other cells.
func (l *library) dataset(ctx context.Context, c Cell, p preset) (*demos.Dataset, error) {
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		return nil, err
	}
	pool := PoolSeed(c.Task, c.Trial, c.Seed)
	data, err := l.get(ctx, fmt.Sprint(pool, recipe), func() (*demos.Dataset, error) {
		return demos.Generate(ctx, recipe, pool, 1, nil)
	})
	if err != nil || p.cue == 0 {
		return data, err
	}
	return misled(data, p.cue, pool), nil
}

// PoolSeed is the seed of the pool of demonstrations that every recipe of a trial draws from: the 9 demonstrations of a
// starved behaviour are the first 9 of the 21 that the balanced dataset has.
func PoolSeed(task string, trial int, s uint64) uint64 {
	return seed.Of("counterpoise", s, task, "demonstrations", trial).Uint64()
}
