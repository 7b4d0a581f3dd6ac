package frame

import (
	"math"
	"slices"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// With the same seed trials are paired: left under balanced moves by 2 2 2 1 successes of 10, d̄ = 1.75, s_d = 0.5, so
// t = 1.75/(0.5/2) = 7 with 3 degrees of freedom.
func TestComparePairs(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	r := Runs{Oracle: scenes.CALVIN, Settings: [2]RunSettings{{Size: p.Size}, {Size: p.Size}},
		Records: [2][]record.Record{recordtest.ListE1(p, recordtest.Four), recordtest.ListE1(p, recordtest.Five)}}
	m := r.Changes()[0]
	if m.Behaviour != "left" || math.Abs(m.Test.MeanDifference.Or(0)-17.5) > 1e-12 ||
		math.Abs(m.Test.T.Or(0)-7) > 1e-12 || m.Test.DF != stats.Some(3) {
		t.Errorf("%v %s: %+v, want +17.5 points, t(3) = 7", m.Arm, m.Behaviour, m.Test)
	}
	if m.Flipped != 7 || m.Rollouts != 40 {
		t.Errorf("%d of %d rollouts ended otherwise, want 7 of 40", m.Flipped, m.Rollouts)
	}
	whole := r.Overall() // 12 arms and behaviours, of which one moves
	if got := whole.Test.MeanDifference.Or(0); math.Abs(got-17.5/12) > 1e-12 {
		t.Errorf("all together move by %v points, want %v", got, 17.5/12)
	}
}

// One trial gives no test, and the number of trials is known all the same: of pairs, and of each run where seeds
// differ.
func TestCompareOneTrial(t *testing.T) {
	p := recordtest.PlanE1(t, 1)
	r := Runs{Oracle: scenes.CALVIN, Settings: [2]RunSettings{{Size: p.Size}, {Size: p.Size}},
		Records: [2][]record.Record{recordtest.ListE1(p, recordtest.Four), recordtest.ListE1(p, recordtest.Five)}}
	if m := r.Changes()[0]; m.Note == "" || !slices.Equal(m.Test.N, stats.Counts{1}) {
		t.Errorf("note %q, n = %v, want one pair", m.Note, m.Test.N)
	}
	r.Settings[1].Size.Seed++
	if m := r.Overall(); m.Note == "" || !slices.Equal(m.Test.N, stats.Counts{1, 1}) {
		t.Errorf("note %q, n = %v, want one trial of each", m.Note, m.Test.N)
	}
}

// Runs of 10 and of 20 rollouts are compared by rates: left under balanced goes from 70, 80, 60 and 90 to 45, 50, 40
// and 50 percent. An arm that the first run lacks has no behaviours there.
func TestCompareOtherRollouts(t *testing.T) {
	p, q := recordtest.PlanE1(t, 4), recordtest.PlanE1(t, 4)
	q.Size.Rollouts = 20
	r := Runs{Oracle: scenes.CALVIN, Settings: [2]RunSettings{{Size: p.Size}, {Size: q.Size}},
		Records: [2][]record.Record{recordtest.ListE1(p, recordtest.Four), recordtest.ListE1(q, recordtest.Five)}}
	m := r.Changes()[0]
	if got := m.Test.MeanDifference.Or(0); m.Behaviour != "left" || math.Abs(got+28.75) > 1e-12 ||
		math.Abs(m.Success[0].Mean.Or(0)-75) > 1e-12 || math.Abs(m.Success[1].Mean.Or(0)-46.25) > 1e-12 {
		t.Errorf("%v %s: %+v, want -28.75 points from 75 %%", m.Arm, m.Behaviour, m)
	}
	r.Records[0] = recordtest.ListE1(p, recordtest.Four, "left starved")
	for _, a := range r.Arms(1) {
		if got := r.Behaviours(a); (len(got) == 4) != slices.Contains(r.Arms(0), a) {
			t.Errorf("%v: behaviours %q", a, got)
		}
	}
}
