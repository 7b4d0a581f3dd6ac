package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// ledger is a store in memory.
type ledger struct {
	mu      sync.Mutex
	records map[string]Record
	order   []Cell
}

func (l *ledger) Has(c Cell) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.records[c.Hash()]
	return ok
}

func (l *ledger) Put(r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.records == nil {
		l.records = map[string]Record{}
	}
	l.records[r.Cell.Hash()] = r
	l.order = append(l.order, r.Cell)
	return nil
}

// labFunc is a lab made of a function.
type labFunc func(ctx context.Context, c Cell) (Record, error)

func (f labFunc) Run(ctx context.Context, c Cell) (Record, error) { return f(ctx, c) }

// tally is a watcher that counts.
type tally struct{ started, finished, most int }

func (t *tally) Started(Cell) {
	t.started++
	t.most = max(t.most, t.started-t.finished)
}
func (t *tally) Finished(Cell) { t.finished++ }

func some(n int) []Cell {
	cells := make([]Cell, n)
	for i := range cells {
		cells[i] = someCell
		cells[i].Trial = i
	}
	return cells
}

// Any number of workers makes every record once, and no more of them at a time than there are workers.
func TestRunMakesWhatIsMissing(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 50} {
		synctest.Test(t, func(t *testing.T) {
			store, watch := &ledger{}, &tally{}
			cells := some(20)
			for _, c := range cells[5:10] {
				store.Put(Record{Cell: c})
			}
			err := Run(context.Background(), cells, store, labFunc(func(_ context.Context, c Cell) (Record, error) {
				time.Sleep(time.Duration(1+c.Trial%3) * time.Second)
				return Record{Cell: c}, nil
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

// The first failure stops the run and is the one that is told.
func TestRunStopsAtAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, broken := &ledger{}, errors.New("broken")
		err := Run(context.Background(), some(20), store, labFunc(func(ctx context.Context, c Cell) (Record, error) {
			if c.Trial == 4 {
				return Record{}, broken
			}
			select {
			case <-time.After(time.Second):
				return Record{Cell: c}, nil
			case <-ctx.Done():
				return Record{}, fmt.Errorf("given up: %w", context.Cause(ctx))
			}
		}), 2, &tally{})
		want := "picking left=9,middle=27,right=27, natural, trial 4: broken"
		if !errors.Is(err, broken) || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if len(store.order) != 4 {
			t.Errorf("%d records were made, want the 4 before the failure", len(store.order))
		}
	})
}

// A context that ends gives up what is under way and keeps what is done.
func TestRunIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(context.Background(), 2500*time.Millisecond)
		defer stop()
		store := &ledger{}
		err := Run(ctx, some(20), store, labFunc(func(ctx context.Context, c Cell) (Record, error) {
			select {
			case <-time.After(time.Second):
				return Record{Cell: c}, nil
			case <-ctx.Done():
				return Record{}, context.Cause(ctx)
			}
		}), 3, &tally{})
		if !errors.Is(err, context.DeadlineExceeded) || len(store.order) != 6 {
			t.Errorf("error %v with %d records, want 3 workers' 2 each", err, len(store.order))
		}
	})
}

// A record that can't be kept is a failure.
func TestRunNeedsItsStore(t *testing.T) {
	err := Run(context.Background(), some(2), full{}, labFunc(func(_ context.Context, c Cell) (Record, error) {
		return Record{Cell: c}, nil
	}), 1, &tally{})
	if !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Has(Cell) bool    { return false }
func (full) Put(Record) error { return errFull }
