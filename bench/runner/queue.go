package runner

import (
	"context"
	"slices"
	"sync"
	"time"

	"counterpoise/bench/record"
)

// queue hands out the cells that this process may make. Cells that another process has claimed stay in the queue, in
// case that process ends without a record; cells that another process has made leave it.
//
// The queue polls the store instead of waiting for a signal, because the other processes may run on other machines of a
// shared file system.
type queue struct {
	store Store             // shared with other processes
	found func(record.Cell) // called with a cell that another process made

	mu    sync.Mutex
	cells []record.Cell // not yet claimed by this process, in the plan's order
}

// poll is the time between two attempts to claim cells that other processes have claimed. Each attempt reads the
// store's files; a longer time would leave workers idle after another process has died. A shorter time would
// load a shared file system. The value is a compromise and decides no record.
const poll = time.Second

// next claims a cell. It waits while other processes have claimed all that is left; ok is false when none is left or
// ctx has ended. release must be called once the cell's record is stored or given up.
func (q *queue) next(ctx context.Context) (c record.Cell, release func(), ok bool, err error) {
	for ctx.Err() == nil {
		c, release, ok, err := q.claim(ctx)
		if ok || err != nil {
			return c, release, ok, err
		}
		if q.empty() {
			break
		}
		select {
		case <-time.After(poll):
		case <-ctx.Done():
		}
	}
	return c, nil, false, nil
}

// claim tries to claim each cell once.
//
// Cells are tried in order, so that processes share out a plan from its start. The second look at the store
// finds the record of a process that finished between the first look and the claim.
func (q *queue) claim(ctx context.Context) (c record.Cell, release func(), ok bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := 0; i < len(q.cells) && ctx.Err() == nil; {
		c := q.cells[i]
		if !q.store.Has(c) {
			release, ok, err := q.store.Claim(c)
			if err != nil {
				return c, nil, false, err
			}
			if ok {
				q.cells = slices.Delete(q.cells, i, i+1)
				return c, release, true, nil
			}
		}
		if !q.store.Has(c) {
			// Another process is at work on it: try it again in a later pass.
			i++
			continue
		}
		q.cells = slices.Delete(q.cells, i, i+1)
		q.found(c)
	}
	return c, nil, false, nil
}

// empty reports whether every cell is claimed by this process or made by another.
func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.cells) == 0
}
