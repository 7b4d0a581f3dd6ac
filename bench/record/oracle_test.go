package record

import (
	"slices"
	"strings"
	"testing"
)

// old and judged are records without and with the verdicts of the earned oracle: of three rollouts CALVIN's oracle
// counts two successes, the earned one another one.
var (
	old    = Record{Rollouts: []Outcomes{{Behaviour: "slider", Steps: []int{5, 0, 9}}}}
	judged = Record{Rollouts: []Outcomes{{Behaviour: "slider", Steps: []int{5, 0, 9}, WrongSteps: []int{0, 3, 0},
		EarnedSteps: []int{0, 7, 0}, EarnedWrongSteps: []int{0, 0, 8}}}}
)

func TestSuccessesByOracle(t *testing.T) {
	for _, c := range []struct {
		name   string
		r      Record
		oracle Oracle
		n      int
		ok     bool
	}{
		{"old, CALVIN's", old, CALVIN, 2, true}, {"old, earned", old, Earned, 0, false},
		{"judged, CALVIN's", judged, CALVIN, 2, true}, {"judged, earned", judged, Earned, 1, true},
	} {
		if n, ok := c.r.Rollouts[0].Successes(c.oracle); n != c.n || ok != c.ok || c.r.HasVerdicts(c.oracle) != ok {
			t.Errorf("%s: %d successes, recorded %v; want %d, %v", c.name, n, ok, c.n, c.ok)
		}
	}
	if m, ok := judged.Rollouts[0].MedianSteps(Earned); m != 7 || !ok {
		t.Errorf("median %g of the earned successes, want 7", m)
	}
	if _, ok := old.Rollouts[0].MedianSteps(Earned); ok {
		t.Error("a record without verdicts has a median time of earned success")
	}
}

// Records are read under one oracle: the one that is wanted, or CALVIN's with a sentence that says why.
func TestCommonOracle(t *testing.T) {
	for _, c := range []struct {
		records []Record
		wanted  Oracle
		want    Oracle
		warning string
	}{
		{nil, "", Earned, ""},
		{[]Record{judged, judged}, "", Earned, ""},
		{[]Record{judged}, CALVIN, CALVIN, ""},
		{[]Record{old}, CALVIN, CALVIN, ""},
		{[]Record{old, old}, Earned, CALVIN, "in 2 records no verdict"},
		{[]Record{judged, old, judged}, "", CALVIN, `in 1 of 3 records no verdict of the oracle "earned"`},
	} {
		oracle, warning := CommonOracle(slices.Values(c.records), c.wanted)
		if oracle != c.want || !strings.Contains(warning, c.warning) || (warning == "") != (c.warning == "") {
			t.Errorf("%d records, %q wanted: %q, warning %q", len(c.records), c.wanted, oracle, warning)
		}
	}
}
