package runner

import (
	"context"
	"slices"
	"sync"
)

// shared makes values once for all who ask and keeps the last few: the demonstrations of a trial, which several arms need
// at nearly the same time. It is safe for concurrent use.
type onceCache[T any] struct {
	capacity int // values that stay, those that are being made among them

	mu     sync.Mutex
	values map[string]*onceEntry[T]
	recent []string // keys, the one asked for last at the end
}

// value is a T, or the promise of one until ready is closed.
type onceEntry[T any] struct {
	ready chan struct{}
	v     T
	err   error
}

// get is the value of a key; who asks first makes it, the others wait. A failure is told to all who wait and forgotten.
func (s *onceCache[T]) get(ctx context.Context, key string, make func() (T, error)) (T, error) {
	e, first := s.entry(key)
	if first {
		e.v, e.err = make()
		close(e.ready)
		s.evict(key, e.err)
	}
	select {
	case <-e.ready:
		return e.v, e.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

func (s *onceCache[T]) entry(key string) (e *onceEntry[T], first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(key)
	s.recent = append(s.recent, key)
	if e, ok := s.values[key]; ok {
		return e, false
	}
	if s.values == nil {
		s.values = map[string]*onceEntry[T]{}
	}
	e = &onceEntry[T]{ready: make(chan struct{})}
	s.values[key] = e
	return e, true
}

// settle drops a value that failed, and those that nobody has asked for the longest.
func (s *onceCache[T]) evict(key string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.forget(key)
		delete(s.values, key)
	}
	for len(s.recent) > s.capacity {
		delete(s.values, s.recent[0])
		s.recent = s.recent[1:]
	}
}

func (s *onceCache[T]) forget(key string) {
	s.recent = slices.DeleteFunc(s.recent, func(k string) bool { return k == key })
}
