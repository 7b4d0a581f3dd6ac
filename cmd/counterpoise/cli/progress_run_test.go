package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/record"
)

func TestPace(t *testing.T) {
	start := time.Unix(0, 0)
	for _, c := range []struct {
		p    pace
		at   time.Duration
		want string
	}{
		{pace{start, 40, 0, 0, 2}, 5 * time.Second, "0/40 policies, 2 running"},
		{pace{start, 40, 0, 10, 2}, 50 * time.Second, "10/40 policies, 2 running, about 2m30s left"},
		// What was done before this start says nothing about its speed.
		{pace{start, 40, 20, 30, 2}, 50 * time.Second, "30/40 policies, 2 running, about 50s left"},
		{pace{start, 40, 0, 40, 0}, time.Minute, "40/40 policies, 0 running, about 0s left"},
	} {
		if got := c.p.at(start.Add(c.at)); got != c.want {
			t.Errorf("after %v: %s, want %s", c.at, got, c.want)
		}
	}
}

// Into a file goes one line a policy, and no control character.
func TestLines(t *testing.T) {
	var out bytes.Buffer
	w := newLines(&out, 4, 3)
	c := record.Cell{Task: "picking", Recipe: "left=1", Method: "natural", Trial: 2}
	w.Started(c)
	w.Finished(c)
	w.Close()
	if got, want := out.String(),
		"  4/4 policies, about 0s left (picking left=1, natural, trial 2)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The bar ends with the count as it stands, complete or not, and closing it does not hang.
func TestBar(t *testing.T) {
	for _, done := range []int{0, 2, 3} {
		var out bytes.Buffer
		b := newBar(&out, 3, 0)
		for range done {
			b.Started(record.Cell{})
			b.Finished(record.Cell{})
		}
		b.Close()
		want := fmt.Sprintf("%d/3 policies, 0 running", done)
		if got := b.String(); got != want && !strings.HasPrefix(got, want+", about ") {
			t.Errorf("after %d policies the bar stands at %q, want %q", done, got, want)
		}
		if got := b.bar.Current(); got != int64(done) {
			t.Errorf("after %d policies the bar is filled to %d", done, got)
		}
	}
}
