package runner

import (
	"context"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// A replay agrees with the record: each rollout ends as recorded by both oracles, and every step is observed.
func TestReplayAgreesWithRecord(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a policy twice")
	}
	c := record.Cell{Task: "picking", Recipe: "left=2,middle=2,right=2", Groups: "behaviour", Method: "natural",
		Policy: bench.StatePolicy, Rollouts: 3, Steps: 30, Seed: 7, Version: bench.Version}
	l := NewCellRunner(1, nil, "")
	r, err := l.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	rollouts := []record.Rollout{{Behaviour: "right", Number: 2}, {Behaviour: "left"}, {Behaviour: "left", Number: 1}}
	seen := map[record.Rollout]int{}
	endings, err := l.(*cellRunner).Replay(context.Background(), c, rollouts,
		func(ro record.Rollout, w *scenes.Tabletop) { seen[ro]++ })
	if err != nil {
		t.Fatal(err)
	}
	for i, ro := range rollouts {
		o, _ := r.Of(ro.Behaviour)
		recorded := o.Ending(ro.Number)
		if endings[i] != recorded || !o.Agrees(ro.Number, endings[i]) {
			t.Errorf("%v: %+v, the record says %+v", ro, endings[i], recorded)
		}
		// A rollout lasts until both oracles have decided.
		want := max(recorded.CALVIN.Step, recorded.Earned.Step)
		if recorded.CALVIN.Step == 0 || recorded.Earned.Step == 0 {
			want = o.Horizon
		}
		if seen[ro] != want+1 {
			t.Errorf("%v: %d moments seen, want the start and %d steps", ro, seen[ro], want)
		}
	}
	if _, err := l.(*cellRunner).Replay(context.Background(), c, []record.Rollout{{Behaviour: "up"}}, nil); err == nil {
		t.Error("a behaviour that does not exist was played")
	}
}
