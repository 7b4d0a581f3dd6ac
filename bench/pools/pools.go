package pools

import (
	"context"
	"fmt"
	"sync"

	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// Key names a dataset: what decides its demonstrations.
type Key struct {
	Task   string // with its knobs, canonical
	Recipe string // demonstrations per behaviour and style, canonical
	Trial  int    // from 0
	Seed   uint64 // of the run
}

// String returns the key in words.
func (k Key) String() string {
	return fmt.Sprintf("%s %s, trial %d, seed %d", k.Task, k.Recipe, k.Trial, k.Seed)
}

// PoolSeed returns the seed of the demonstrations.
func (k Key) PoolSeed() uint64 { return record.PoolSeed(k.Task, k.Trial, k.Seed) }

// Pool is a dataset of a plan.
type Pool struct {
	Key
	Digest string // of its content without pictures, as records have it (record.Data.Hash)
	Demos  []Demo // in the order of the dataset
}

// Demo is a demonstration.
type Demo struct {
	Behaviour, Style string
	Frames           int
}

// Frames returns the number of frames of each demonstration.
func (p Pool) Frames() []int {
	n := make([]int, len(p.Demos))
	for i, d := range p.Demos {
		n[i] = d.Frames
	}
	return n
}

// KeyOf returns the dataset that a cell trains on.
func KeyOf(c record.Cell) Key { return Key{c.Task, c.Recipe, c.Trial, c.Seed} }

// Keys returns the datasets of trained cells, each once, in the order of the cells.
func Keys(cells []record.Cell) (keys []Key) {
	seen := map[Key]bool{}
	for _, c := range cells {
		if k := KeyOf(c); !c.Untrained() && !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	return keys
}

// List returns the datasets of the given keys, in their order. Those that former has are taken from it; the others are
// generated, by the given number of workers, at least one. progress is called after each generated dataset, by one
// goroutine at a time. The first error ends the work.
func List(ctx context.Context, keys []Key, former []Pool, workers int, progress func(done, total int)) ([]Pool, error) {
	all, missing := make([]Pool, len(keys)), []int{}
	known := map[Key]Pool{}
	for _, p := range former {
		known[p.Key] = p
	}
	for i, k := range keys {
		p, ok := known[k]
		if all[i] = p; !ok {
			missing = append(missing, i)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var group sync.WaitGroup
	var mu sync.Mutex
	next, done := make(chan int), 0
	for range min(max(1, workers), len(missing)) {
		group.Go(func() {
			for i := range next {
				p, err := generate(ctx, keys[i])
				if err != nil {
					stop(err)
				}
				mu.Lock()
				all[i] = p
				done++
				progress(done, len(missing))
				mu.Unlock()
			}
		})
	}
	for _, i := range missing {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	return all, context.Cause(ctx)
}

// generate generates the demonstrations of a dataset, and keeps their description alone.
func generate(ctx context.Context, k Key) (Pool, error) {
	recipe, err := demos.ParseRecipe(k.Task + " " + k.Recipe)
	if err != nil {
		return Pool{}, err
	}
	d, err := demos.Generate(ctx, recipe, k.PoolSeed(), 1, nil)
	if err != nil {
		return Pool{}, fmt.Errorf("%v: %w", k, err)
	}
	p := Pool{Key: k, Digest: d.Card.Hash}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		p.Demos = append(p.Demos, Demo{e.Behaviour, e.Style, e.Frames()})
	}
	return p, nil
}
