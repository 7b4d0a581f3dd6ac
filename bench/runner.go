package bench

import (
	"context"
	"fmt"
	"sync"
)

// Store keeps records, perhaps for several processes at once.
type Store interface {
	Has(Cell) bool
	// Put returns once the record is safe.
	Put(Record) error
	// Claim asks to be the one that makes a cell's record, until release is called or the process ends. It is not ok where
	// another process makes the record now or has made it: in the latter case Has says so from then on.
	Claim(Cell) (release func(), ok bool, err error)
}

// Lab makes the record of a cell. It is called by several workers at once, and its result may not depend on their number.
type Lab interface {
	Run(ctx context.Context, c Cell) (Record, error)
}

// Watcher is told how a run goes on. Its methods are called by one worker at a time.
type Watcher interface {
	Started(c Cell)
	Finished(c Cell)
	// Found says that another process has made the cell's record since the run began.
	Found(c Cell)
}

// Run makes the records of the cells that the store lacks, workers at a time, in the order given, and returns when all are
// there. Cells that another process makes meanwhile are left to it. The first failure, or the end of ctx, stops the run:
// cells that are under way are given up, and every record that was finished is in the store.
func Run(ctx context.Context, cells []Cell, store Store, lab Lab, workers int, w Watcher) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var pool sync.WaitGroup
	watch := &oneAtATime{w: w}
	q := &queue{store: store, found: watch.Found, cells: Missing(cells, store)}
	for range workers {
		pool.Go(func() {
			if err := work(ctx, q, lab, watch); err != nil {
				stop(err)
			}
		})
	}
	pool.Wait()
	return context.Cause(ctx)
}

// work makes records until none is left to make.
func work(ctx context.Context, q *queue, lab Lab, w Watcher) error {
	for {
		c, release, ok, err := q.next(ctx)
		if !ok || err != nil {
			return err
		}
		err = runCell(ctx, c, q.store, lab, w)
		release()
		if err != nil {
			return err
		}
	}
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

func (o *oneAtATime) Found(c Cell) {
	o.Lock()
	defer o.Unlock()
	o.w.Found(c)
}
