package runner

import (
	"context"
	"slices"
	"sync"
)

// onceCache computes each value once, however many goroutines request it at the same time, and keeps the values that
// were requested last: the arms of a trial need the same demonstrations at nearly the same time. It is safe for
// concurrent use. The zero value with a capacity is ready for use.
type onceCache[T any] struct {
	capacity int // number of values that are kept, those that are being computed included

	mu     sync.Mutex
	values map[string]*onceEntry[T]
	recent []string // keys in the order of their last request
}

// onceEntry is a value; v and err are set when ready is closed. Closing ready orders the writes of v and err
// before the reads of those who wait.
type onceEntry[T any] struct {
	ready chan struct{}
	v     T
	err   error
}

// get returns the value of a key. The first caller computes it with make, the others wait. An error is returned to
// all that wait, and is not kept: a later call tries again.
//
// The first caller computes outside of the lock, so that other keys are not held up. Whether the end of its ctx
// stops the computation is decided by make.
func (c *onceCache[T]) get(ctx context.Context, key string, make func() (T, error)) (T, error) {
	e, first := c.entry(key)
	if first {
		e.v, e.err = make()
		close(e.ready)
		c.evict(key, e.err)
	}
	select {
	case <-e.ready:
		return e.v, e.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// entry returns the entry of a key, and whether the caller must compute its value. The request makes the key
// the most recent one. O(capacity).
func (c *onceCache[T]) entry(key string) (e *onceEntry[T], first bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(key)
	c.recent = append(c.recent, key)
	if e, ok := c.values[key]; ok {
		return e, false
	}
	if c.values == nil {
		c.values = map[string]*onceEntry[T]{}
	}
	e = &onceEntry[T]{ready: make(chan struct{})}
	c.values[key] = e
	return e, true
}

// evict removes the value of the key if it is an error, and the values whose last request is the oldest. A
// caller keeps the value that it was given: eviction drops the cache's reference alone.
func (c *onceCache[T]) evict(key string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.forget(key)
		delete(c.values, key)
	}
	for len(c.recent) > c.capacity {
		delete(c.values, c.recent[0])
		c.recent = c.recent[1:]
	}
}

// forget removes a key from the order of requests. The caller holds the lock.
func (c *onceCache[T]) forget(key string) {
	c.recent = slices.DeleteFunc(c.recent, func(k string) bool { return k == key })
}
