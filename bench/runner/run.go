package runner

import (
	"context"
	"fmt"
	"sync"

	"counterpoise/bench/record"
)

// Store keeps records. Several processes may use the same store at once. Run calls it from several goroutines.
type Store interface {
	// Has reports whether the store has a cell's record.
	Has(record.Cell) bool
	// Put returns once the record is on the disk.
	Put(record.Record) error
	// Claim reserves a cell for this process until release is called or the process ends. ok is false where another
	// process has reserved the cell, or has made its record: in the latter case Has is true from then on.
	Claim(record.Cell) (release func(), ok bool, err error)
}

// CellRunner makes the record of a cell. Several workers call it at once; the record must not depend on their number.
type CellRunner interface {
	Run(ctx context.Context, c record.Cell) (record.Record, error)
}

// Watcher observes the progress of a run. Its methods are called by one worker at a time. It may print; it
// cannot change the run.
type Watcher interface {
	Started(c record.Cell)
	Finished(c record.Cell)
	// Found is called for a cell whose record another process has made since the run began.
	Found(c record.Cell)
}

// Run makes the records of the cells that the store lacks, in the given order, as many at a time as there are
// workers, and returns when the store has all of them. Cells that another process has claimed are left to it. The
// first error, or the end of ctx, stops the run: cells in progress are abandoned, and every finished record is in the
// store.
//
// The order in which records are finished depends on the workers; their contents do not.
func Run(ctx context.Context, cells []record.Cell, store Store, r CellRunner, workers int, w Watcher) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var pool sync.WaitGroup
	watch := &serialWatcher{w: w}
	// Missing reads the store once; the queue looks again at every claim.
	q := &queue{store: store, found: watch.Found, cells: Missing(cells, store)}
	for range min(workers, len(q.cells)) {
		pool.Go(func() {
			if err := work(ctx, q, r, watch); err != nil {
				stop(err)
			}
		})
	}
	pool.Wait()
	return context.Cause(ctx)
}

// work makes records until the queue is empty. An error of one cell ends this worker, and Run stops the others.
func work(ctx context.Context, q *queue, r CellRunner, w Watcher) error {
	for {
		c, release, ok, err := q.next(ctx)
		if !ok || err != nil {
			return err
		}
		err = runCell(ctx, c, q.store, r, w)
		// The claim is released whether or not the record was made, so that another process can try.
		release()
		if err != nil {
			return err
		}
	}
}

// Missing returns the cells that the store lacks, in order. O(cells) look-ups.
func Missing(cells []record.Cell, store Store) []record.Cell {
	var m []record.Cell
	for _, c := range cells {
		if !store.Has(c) {
			m = append(m, c)
		}
	}
	return m
}

// runCell makes and stores the record of one claimed cell. The record is on the disk before Finished is called.
func runCell(ctx context.Context, c record.Cell, store Store, r CellRunner, w Watcher) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	w.Started(c)
	made, err := r.Run(ctx, c)
	if err != nil {
		return fmt.Errorf("%v: %w", c, err)
	}
	if err := store.Put(made); err != nil {
		return err
	}
	w.Finished(c)
	return nil
}

// serialWatcher calls the methods of a watcher one at a time, so that watchers need no locks.
type serialWatcher struct {
	sync.Mutex
	w Watcher
}

// Started implements Watcher.
func (s *serialWatcher) Started(c record.Cell) {
	s.Lock()
	defer s.Unlock()
	s.w.Started(c)
}

// Finished implements Watcher.
func (s *serialWatcher) Finished(c record.Cell) {
	s.Lock()
	defer s.Unlock()
	s.w.Finished(c)
}

// Found implements Watcher.
func (s *serialWatcher) Found(c record.Cell) {
	s.Lock()
	defer s.Unlock()
	s.w.Found(c)
}
