package runner

import (
	"context"
	"testing"

	"counterpoise/bench"
	"counterpoise/scenes"
)

// A replay agrees with the record: the same rollouts succeed at the same steps, and every step is observed.
func TestReplayAgreesWithRecord(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a policy twice")
	}
	c := bench.Cell{Task: "picking", Recipe: "left=2,middle=2,right=2", Groups: "behaviour", Method: "natural",
		Policy: bench.StatePolicy, Rollouts: 3, Steps: 30, Seed: 7, Version: bench.Version}
	l := NewCellRunner(1, nil, "")
	r, err := l.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	rollouts := []bench.Rollout{{Behaviour: "right", Number: 2}, {Behaviour: "left"}, {Behaviour: "left", Number: 1}}
	seen := map[bench.Rollout]int{}
	steps, err := l.(Replayer).Replay(context.Background(), c, rollouts,
		func(ro bench.Rollout, w *scenes.Tabletop) { seen[ro]++ })
	if err != nil {
		t.Fatal(err)
	}
	for i, ro := range rollouts {
		o, _ := r.Of(ro.Behaviour)
		want := o.Steps[ro.Number]
		if steps[i] != want {
			t.Errorf("%v: success at step %d, the record says %d", ro, steps[i], want)
		}
		if want == 0 {
			want = o.Horizon
		}
		if seen[ro] != want+1 {
			t.Errorf("%v: %d moments seen, want the start and %d steps", ro, seen[ro], want)
		}
	}
	if _, err := l.(Replayer).Replay(context.Background(), c, []bench.Rollout{{Behaviour: "up"}}, nil); err == nil {
		t.Error("a behaviour that does not exist was played")
	}
}
