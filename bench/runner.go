package bench

import (
	"context"
	"fmt"
	"sync"
)

// Store keeps records. Put returns once the record is safe.
type Store interface {
	Has(Cell) bool
	Put(Record) error
}

// Lab makes the record of a cell. It is called by several workers at once, and its result may not depend on their number.
type Lab interface {
	Run(ctx context.Context, c Cell) (Record, error)
}

// Watcher is told how a run goes on. Its methods are called by one worker at a time.
type Watcher interface {
	Started(c Cell)
	Finished(c Cell)
}

// Run makes the records of the cells that the store lacks, workers at a time, in the order given. The first failure, or
// the end of ctx, stops it: cells that are under way are given up, and every record that was finished is in the store.
func Run(ctx context.Context, cells []Cell, store Store, lab Lab, workers int, w Watcher) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	todo := make(chan Cell)
	var pool sync.WaitGroup
	watch := &oneAtATime{w: w}
	for range workers {
		pool.Go(func() {
			for c := range todo {
				if err := runCell(ctx, c, store, lab, watch); err != nil {
					stop(err)
				}
			}
		})
	}
	feed(ctx, Missing(cells, store), todo)
	close(todo)
	pool.Wait()
	return context.Cause(ctx)
}

// Missing are the cells that the store lacks, in order.
func Missing(cells []Cell, store Store) []Cell {
	var m []Cell
	for _, c := range cells {
		if !store.Has(c) {
			m = append(m, c)
		}
	}
	return m
}

func feed(ctx context.Context, cells []Cell, todo chan<- Cell) {
	for _, c := range cells {
		select {
		case todo <- c:
		case <-ctx.Done():
			return
		}
	}
}

func runCell(ctx context.Context, c Cell, store Store, lab Lab, w Watcher) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	w.Started(c)
	r, err := lab.Run(ctx, c)
	if err != nil {
		return fmt.Errorf("%v: %w", c, err)
	}
	if err := store.Put(r); err != nil {
		return err
	}
	w.Finished(c)
	return nil
}

// oneAtATime lets workers share a watcher that knows nothing of them.
type oneAtATime struct {
	sync.Mutex
	w Watcher
}

func (o *oneAtATime) Started(c Cell) {
	o.Lock()
	defer o.Unlock()
	o.w.Started(c)
}

func (o *oneAtATime) Finished(c Cell) {
	o.Lock()
	defer o.Unlock()
	o.w.Finished(c)
}
