package runner

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// Measuring a policy gives what a clock can give: more than nothing, less than the machine can do, and the time of an
// action a quarter of that of an answer of which four are executed. A policy that samples takes several times as long
// to answer. What ends the context ends the measurement.
func TestMeasure(t *testing.T) {
	m, err := NewMeasurer(t.Context(), squareRenderer{new(atomic.Int32)}, .05)
	if err != nil {
		t.Fatal(err)
	}
	flow := bench.StatePolicy
	flow.Head = "flow"
	var answers []float64
	for _, p := range []record.Policy{bench.StatePolicy, flow} {
		s, err := m.Measure(t.Context(), p)
		if err != nil || s.Batch != 256 || !(s.Frames > 10) || !(s.Frames < 1e8) || s.Answer/4 != s.Action {
			t.Fatalf("%s: %+v, %v", p, s, err)
		}
		answers = append(answers, s.Answer.Seconds())
	}
	if answers[1] < 2*answers[0] {
		t.Errorf("ten evaluations of the network take %v s, one %v s", answers[1], answers[0])
	}
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	stop(why)
	if _, err := m.Measure(ctx, bench.StatePolicy); !errors.Is(err, why) {
		t.Errorf("error %v", err)
	}
}

// By hand: steps of 10 ms fill windows of 40 ms by five steps each, whose mean time is 10 ms. A pause of 70 ms in one
// window changes nothing, and a step that is longer than all windows is measured once.
func TestWindows(t *testing.T) {
	for _, c := range []struct {
		steps []int // ms
		want  float64
	}{
		{[]int{500, 10, 10, 10, 10, 10, 10, 80, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10}, .01},
		{[]int{500, 700}, .7},
	} {
		var w windows
		var now time.Time
		now = now.Add(time.Hour)
		for i, s := range c.steps {
			now = now.Add(time.Duration(s) * time.Millisecond)
			if done, last := w.enough(now, .2), i == len(c.steps)-1; done != last {
				t.Fatalf("%v: enough after step %d: %v", c.steps, i, done)
			}
		}
		if got := w.median(); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%v: %v s a step, want %v", c.steps, got, c.want)
		}
	}
}
