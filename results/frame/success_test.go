package frame

import (
	"math"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/stats"
)

// The worst behaviour is the least successful one of each trial: with `four`, balanced has 6 in every trial (middle),
// left starved 5 4 3 4 (left), right starved 6 7 7 7 (right, then middle or right).
func TestWorst(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	d := Of(p, recordtest.RecordsE1(p, recordtest.Four)).Designs[0]
	for arm, want := range map[string][]float64{"balanced": {6, 6, 6, 6}, "left starved": {5, 4, 3, 4},
		"middle starved": {5, 6, 7, 4}, "right starved": {6, 7, 7, 7}} {
		if got := d.Successes(d.Arm(arm), bench.Worst); !slices.Equal(got, want) {
			t.Errorf("%s: worst %v, want %v", arm, got, want)
		}
	}
}

// An ANOVA over the methods is the one that stats makes of the same counts.
func TestOmnibus(t *testing.T) {
	p, s := recordtest.FourMethods(t)
	os := Of(p, s).Findings()[0].Omnibus
	if len(os) != 4 || os[0].Behaviour != bench.AllBehaviours || len(os[0].Arms) != 4 {
		t.Fatalf("%d ANOVAs, want one of all behaviours and three: %+v", len(os), os)
	}
	var data [][]float64
	for trial := range 3 {
		var row []float64
		for k := range 4 {
			row = append(row, float64(4+k+trial%2))
		}
		data = append(data, row)
	}
	want, err := stats.RepeatedMeasures(data, nil)
	if err != nil || os[1].Behaviour != "left" || os[1].ANOVA.F != want.F ||
		os[1].ANOVA.PartialEta2 != want.PartialEta2 {
		t.Errorf("left: %+v, want F %v (%v)", os[1], want.F, err)
	}
	// Behaviours whose comparisons involve other arms each have their own ANOVA, and there is none of their sum; nor is
	// there where a behaviour has no ANOVA.
	d := Of(p, s).Designs[0]
	whole := d.Comparisons
	d.Comparisons = nil
	for _, c := range whole {
		if c.Behaviour != "right" || c.Arm != d.Arms[0].Name && c.Against != d.Arms[0].Name {
			d.Comparisons = append(d.Comparisons, c)
		}
	}
	if os := d.omnibus(); len(os) != 3 || os[0].Behaviour != "left" || len(os[0].Arms) != 4 || len(os[2].Arms) != 3 {
		t.Errorf("other arms in a behaviour: %+v", os)
	}
	ofRight := func(c bench.Comparison) bool { return c.Behaviour == "right" }
	d.Comparisons = slices.DeleteFunc(slices.Clone(whole), ofRight)
	if os := d.omnibus(); len(os) != 2 || os[0].Behaviour != "left" {
		t.Errorf("no comparison in a behaviour: %+v", os)
	}
	if e1 := recordtest.PlanE1(t, 4); len(Of(e1, recordtest.RecordsE1(e1, recordtest.Four)).Findings()[0].Omnibus) > 0 {
		t.Error("E1 compares two arms a behaviour and has an ANOVA")
	}
}

// Frames are 100 to 103 in four trials: 101.5 on average, which is rounded upwards. A trial without a record does not
// count.
func TestFramesOf(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, s).Designs[0]
	if got := d.FramesOf(d.Arm("balanced")); !slices.Equal(got, []int{102}) {
		t.Errorf("%v frames, want 102", got)
	}
	delete(s, p.Cell(p.Experiments[0], p.Experiments[0].Designs[0], d.Arm("balanced"), 3).Hash())
	d = Of(p, s).Designs[0]
	if got := d.FramesOf(d.Arm("balanced")); !slices.Equal(got, []int{101}) {
		t.Errorf("%v frames of three trials, want 101", got)
	}
}

// A collapse belongs to an arm and a group: two arms may give up one group, and one arm two.
func TestCollapsesByArmAndGroup(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := recordtest.RecordsE1(p, recordtest.Four)
	for h, r := range s {
		switch {
		case r.Cell.Trial == 0: // of every arm
			r.Training.Collapsed = []record.Collapse{{Group: "left", Step: 7}, {Group: "right", Step: 9}}
		case r.Cell.Trial == 2:
			r.Training.Collapsed = []record.Collapse{{Group: "left", Step: 5}}
		}
		s[h] = r
	}
	d := Of(p, s).Designs[0]
	all := d.Collapses()
	if len(all) != 2*len(d.Arms) {
		t.Fatalf("%+v", all)
	}
	for i, a := range d.Arms {
		want := []CollapsedGroup{{a.Name, "left", 2, 4, 5, 7}, {a.Name, "right", 1, 4, 9, 9}}
		if !slices.Equal(all[2*i:2*i+2], want) {
			t.Errorf("%s: %+v, want %+v", a.Name, all[2*i:2*i+2], want)
		}
	}
}

// The comparison of all behaviours is in points of their mean: the mean over the trials of Differences.
func TestComparesAllBehaviours(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	d := Of(p, recordtest.RecordsE1(p, recordtest.Four)).Designs[0]
	c := d.Compare(bench.Comparison{Behaviour: bench.AllBehaviours, Arm: "left starved", Against: "balanced"})
	want := 0.0
	for _, x := range d.Differences(d.Arm("left starved"), d.Arm("balanced"), bench.AllBehaviours) {
		want += x / 4
	}
	mean := 0.0
	for _, b := range d.Behaviours() {
		one := d.Compare(bench.Comparison{Behaviour: b, Arm: "left starved", Against: "balanced"})
		mean += one.Test.MeanDifference.Or(math.NaN()) / float64(len(d.Behaviours()))
	}
	if got := c.Test.MeanDifference.Or(math.NaN()); math.Abs(got-want) > 1e-9 || math.Abs(got-mean) > 1e-9 {
		t.Errorf("%v points, want %v and %v", got, want, mean)
	}
}
