package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// memoryStore is a Store in memory.
type memoryStore struct {
	mu      sync.Mutex
	records map[string]record.Record
	order   []record.Cell

	elsewhere map[int]bool // trials whose cell another process has claimed
	claimed   int          // claims that were not given back
}

func (l *memoryStore) Has(c record.Cell) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.records[c.Hash()]
	return ok
}

func (l *memoryStore) Put(r record.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.records == nil {
		l.records = map[string]record.Record{}
	}
	l.records[r.Cell.Hash()] = r
	l.order = append(l.order, r.Cell)
	return nil
}

// Claim grants cells that have no record and no other claim. It looks for both under one lock, because the other
// process may leave between two looks.
func (l *memoryStore) Claim(c record.Cell) (func(), bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, made := l.records[c.Hash()]; made || l.elsewhere[c.Trial] {
		return nil, false, nil
	}
	l.claimed++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.claimed--
	}, true, nil
}

// leave ends the claim of another process on a cell, with its record or without.
func (l *memoryStore) leave(c record.Cell, made bool) {
	if made {
		l.Put(record.Record{Cell: c})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.elsewhere, c.Trial)
}

// runnerFunc is a CellRunner made of a function.
type runnerFunc func(ctx context.Context, c record.Cell) (record.Record, error)

func (f runnerFunc) Run(ctx context.Context, c record.Cell) (record.Record, error) { return f(ctx, c) }

// countingWatcher is a Watcher that counts.
type countingWatcher struct{ started, finished, found, most int }

func (t *countingWatcher) Started(record.Cell) {
	t.started++
	t.most = max(t.most, t.started-t.finished)
}
func (t *countingWatcher) Finished(record.Cell) { t.finished++ }
func (t *countingWatcher) Found(record.Cell)    { t.found++ }

// exampleCell is a cell that is never run.
var exampleCell = record.Cell{
	Experiment: "E1", Task: "picking", Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: "natural",
	Policy: bench.StatePolicy, Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: "2.3",
}

func exampleCells(n int) []record.Cell {
	cells := make([]record.Cell, n)
	for i := range cells {
		cells[i] = exampleCell
		cells[i].Trial = i
	}
	return cells
}

// Any number of workers makes every record once, and no more of them at a time than there are workers.
func TestRunMakesWhatIsMissing(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 50} {
		synctest.Test(t, func(t *testing.T) {
			store, watch := &memoryStore{}, &countingWatcher{}
			cells := exampleCells(20)
			for _, c := range cells[5:10] {
				store.Put(record.Record{Cell: c})
			}
			err := Run(context.Background(), cells, store,
				runnerFunc(func(_ context.Context, c record.Cell) (record.Record, error) {
					time.Sleep(time.Duration(1+c.Trial%3) * time.Second)
					return record.Record{Cell: c}, nil
				}), workers, watch)
			if err != nil || len(Missing(cells, store)) > 0 || len(store.order) != 20 {
				t.Errorf("%d workers: error %v, %d records made", workers, err, len(store.order)-5)
			}
			if watch.started != 15 || watch.finished != 15 || watch.most > workers {
				t.Errorf("%d workers: %+v", workers, watch)
			}
		})
	}
}

// A cell that another process has claimed is left to it: found if that process makes it, made here if that process
// dies.
func TestRunLeavesClaimsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, watch := &memoryStore{elsewhere: map[int]bool{2: true, 5: true}}, &countingWatcher{}
		cells := exampleCells(8)
		go func() {
			time.Sleep(90 * time.Second)
			store.leave(cells[2], true)
			time.Sleep(90 * time.Second)
			store.leave(cells[5], false)
		}()
		err := Run(context.Background(), cells, store,
			runnerFunc(func(_ context.Context, c record.Cell) (record.Record, error) {
				time.Sleep(time.Second)
				return record.Record{Cell: c}, nil
			}), 2, watch)
		if err != nil || len(store.order) != 8 || *watch != (countingWatcher{started: 7, finished: 7, found: 1,
			most: watch.most}) {
			t.Errorf("error %v, %d records, %+v; want 7 made here and 1 found", err, len(store.order), watch)
		}
		if last := store.order[7]; last != cells[5] || store.claimed != 0 {
			t.Errorf("the last record is of trial %d, want 5, whose maker died; %d claims left", last.Trial,
				store.claimed)
		}
	})
}

// A run that waits for other processes stops when its context ends.
func TestWaitingRunIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		err := Run(ctx, exampleCells(1), &memoryStore{elsewhere: map[int]bool{0: true}}, nil, 3, &countingWatcher{})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
		}
	})
}

// The first error stops the run and is the one that is returned.
func TestRunStopsAtAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, broken := &memoryStore{}, errors.New("broken")
		err := Run(context.Background(), exampleCells(20), store,
			runnerFunc(func(ctx context.Context, c record.Cell) (record.Record, error) {
				if c.Trial == 4 {
					time.Sleep(time.Second / 2) // or the third's time and the failure's are one, and either is first
					return record.Record{}, broken
				}
				select {
				case <-time.After(time.Second):
					return record.Record{Cell: c}, nil
				case <-ctx.Done():
					return record.Record{}, fmt.Errorf("given up: %w", context.Cause(ctx))
				}
			}), 2, &countingWatcher{})
		want := "picking left=9,middle=27,right=27, natural, trial 4: broken"
		if !errors.Is(err, broken) || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if len(store.order) != 4 || store.claimed != 0 {
			t.Errorf("%d records were made, want the 4 before the failure; %d claims left", len(store.order),
				store.claimed)
		}
	})
}

// When the context ends, cells in progress are abandoned and finished records are kept.
func TestRunIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(context.Background(), 2500*time.Millisecond)
		defer stop()
		store := &memoryStore{}
		err := Run(ctx, exampleCells(20), store, runnerFunc(func(ctx context.Context, c record.Cell) (record.Record,
			error) {
			select {
			case <-time.After(time.Second):
				return record.Record{Cell: c}, nil
			case <-ctx.Done():
				return record.Record{}, context.Cause(ctx)
			}
		}), 3, &countingWatcher{})
		if !errors.Is(err, context.DeadlineExceeded) || len(store.order) != 6 {
			t.Errorf("error %v with %d records, want 3 workers' 2 each", err, len(store.order))
		}
	})
}

// A record that can't be kept is a failure.
func TestRunNeedsItsStore(t *testing.T) {
	err := Run(context.Background(), exampleCells(2), full{},
		runnerFunc(func(_ context.Context, c record.Cell) (record.Record, error) {
			return record.Record{Cell: c}, nil
		}), 1, &countingWatcher{})
	if !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Has(record.Cell) bool    { return false }
func (full) Put(record.Record) error { return errFull }
func (full) Claim(record.Cell) (func(), bool, error) {
	return func() {}, true, nil
}
