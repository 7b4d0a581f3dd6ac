package runner

import (
	"context"
	"counterpoise/bench"
	"fmt"
	"sync"
)

// Store keeps records, perhaps for several processes at once.
type Store interface {
	Has(bench.Cell) bool
	// Put returns once the record is safe.
	Put(bench.Record) error
	// Claim asks to be the one that makes a cell's record, until release is called or the process ends. It is not ok where
	// another process makes the record now or has made it: in the latter case Has says so from then on.
	Claim(bench.Cell) (release func(), ok bool, err error)
}

// Lab makes the record of a cell. It is called by several workers at once, and its result may not depend on their number.
type CellRunner interface {
	Run(ctx context.Context, c bench.Cell) (bench.Record, error)
}

// Watcher is told how a run goes on. Its methods are called by one worker at a time.
type Watcher interface {
	Started(c bench.Cell)
	Finished(c bench.Cell)
	// Found says that another process has made the cell's record since the run began.
	Found(c bench.Cell)
}

// Run makes the records of the cells that the store lacks, workers at a time, in the order given, and returns when all are
// there. Cells that another process makes meanwhile are left to it. The first failure, or the end of ctx, stops the run:
// cells that are under way are given up, and every record that was finished is in the store.
func Run(ctx context.Context, cells []bench.Cell, store Store, cellRunner CellRunner, workers int, w Watcher) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var pool sync.WaitGroup
	watch := &serialWatcher{w: w}
	q := &queue{store: store, found: watch.Found, cells: Missing(cells, store)}
	for range workers {
		pool.Go(func() {
			if err := work(ctx, q, cellRunner, watch); err != nil {
				stop(err)
			}
		})
	}
	pool.Wait()
	return context.Cause(ctx)
}

// work makes records until none is left to make.
func work(ctx context.Context, q *queue, cellRunner CellRunner, w Watcher) error {
	for {
		c, release, ok, err := q.next(ctx)
		if !ok || err != nil {
			return err
		}
		err = runCell(ctx, c, q.store, cellRunner, w)
		release()
		if err != nil {
			return err
		}
	}
}

// Missing are the cells that the store lacks, in order.
func Missing(cells []bench.Cell, store Store) []bench.Cell {
	var m []bench.Cell
	for _, c := range cells {
		if !store.Has(c) {
			m = append(m, c)
		}
	}
	return m
}

func runCell(ctx context.Context, c bench.Cell, store Store, cellRunner CellRunner, w Watcher) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	w.Started(c)
	r, err := cellRunner.Run(ctx, c)
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
type serialWatcher struct {
	sync.Mutex
	w Watcher
}

func (o *serialWatcher) Started(c bench.Cell) {
	o.Lock()
	defer o.Unlock()
	o.w.Started(c)
}

func (o *serialWatcher) Finished(c bench.Cell) {
	o.Lock()
	defer o.Unlock()
	o.w.Finished(c)
}

func (o *serialWatcher) Found(c bench.Cell) {
	o.Lock()
	defer o.Unlock()
	o.w.Found(c)
}
