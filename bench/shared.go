package bench

import (
	"context"
	"slices"
	"sync"
)

// shared makes values once for all who ask and keeps the last few: the demonstrations of a trial, which several arms need
// at nearly the same time. It is safe for concurrent use.
type shared[T any] struct {
	keep int // values that stay, those that are being made among them

	mu     sync.Mutex
	values map[string]*value[T]
	recent []string // keys, the one asked for last at the end
}

// value is a T, or the promise of one until ready is closed.
type value[T any] struct {
	ready chan struct{}
	v     T
	err   error
}

// get is the value of a key; who asks first makes it, the others wait. A failure is told to all who wait and forgotten.
func (s *shared[T]) get(ctx context.Context, key string, make func() (T, error)) (T, error) {
	e, first := s.entry(key)
	if first {
		e.v, e.err = make()
		close(e.ready)
		s.settle(key, e.err)
	}
	select {
	case <-e.ready:
		return e.v, e.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

func (s *shared[T]) entry(key string) (e *value[T], first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(key)
	s.recent = append(s.recent, key)
	if e, ok := s.values[key]; ok {
		return e, false
	}
	if s.values == nil {
		s.values = map[string]*value[T]{}
	}
	e = &value[T]{ready: make(chan struct{})}
	s.values[key] = e
	return e, true
}

// settle drops a value that failed, and those that nobody has asked for the longest.
func (s *shared[T]) settle(key string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.forget(key)
		delete(s.values, key)
	}
	for len(s.recent) > s.keep {
		delete(s.values, s.recent[0])
		s.recent = s.recent[1:]
	}
}

func (s *shared[T]) forget(key string) {
	s.recent = slices.DeleteFunc(s.recent, func(k string) bool { return k == key })
}
