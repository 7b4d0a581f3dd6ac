package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// Each value is computed once, however many goroutines request it.
func TestValuesAreComputedOnce(t *testing.T) {
	s := onceCache[int]{capacity: 4}
	var made atomic.Int32
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			v, err := s.get(context.Background(), fmt.Sprint(i%4), func() (int, error) {
				made.Add(1)
				return i % 4, nil
			})
			if v != i%4 || err != nil {
				t.Errorf("got %d, %v for key %d", v, err, i%4)
			}
		})
	}
	all.Wait()
	if n := made.Load(); n != 4 {
		t.Errorf("4 values were made %d times", n)
	}
}

// Only the last few values stay in memory.
func TestOldValuesAreEvicted(t *testing.T) {
	s := onceCache[int]{capacity: 2}
	made := map[string]int{}
	for _, key := range []string{"a", "b", "a", "c", "a", "b"} {
		if _, err := s.get(context.Background(), key, func() (int, error) { made[key]++; return 0, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if made["a"] != 1 || made["b"] != 2 || made["c"] != 1 {
		t.Errorf("made %v; want b, asked for least recently, made again", made)
	}
	if len(s.values) != 2 || len(s.recent) != 2 {
		t.Errorf("%d values kept, want 2", len(s.values))
	}
}

// An error is not kept: a later call tries again.
func TestErrorsAreNotKept(t *testing.T) {
	s := onceCache[int]{capacity: 2}
	broken := errors.New("broken")
	if _, err := s.get(context.Background(), "a", func() (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if v, err := s.get(context.Background(), "a", func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("second try: %d, %v", v, err)
	}
}

// A caller that waits for a value returns when its context ends.
func TestWaitingCanBeStopped(t *testing.T) {
	s := onceCache[int]{capacity: 2}
	making, finish := make(chan struct{}), make(chan struct{})
	go s.get(context.Background(), "a", func() (int, error) { close(making); <-finish; return 0, nil })
	<-making
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := s.get(ctx, "a", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was stopped", err)
	}
	close(finish)
}
