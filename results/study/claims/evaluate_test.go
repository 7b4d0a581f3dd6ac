package claims

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
)

// equalArms are successes of four methods of picking in two trials, equal within 5 points. Without spread, those of
// imbalanced and zero are the same.
func equalArms(spread bool) recordtest.Successes {
	return func(_, behaviour, arm string, trial int) int {
		switch {
		case behaviour != "left":
			return 50
		case arm == "remix" && trial == 1, arm == "ours" && trial == 0:
			return 51
		case arm == "zero" && trial == 1 && spread:
			return 52
		}
		return 50
	}
}

// Two trials are enough for a verdict on four methods, and a pair of them without spread, of which there is no test, is
// not shown to be equal.
func TestPairWithoutSpread(t *testing.T) {
	for spread, want := range map[bool]Verdict{true: Equal, false: Inconclusive} {
		r := answer(t, recordtest.RecordsOf(equalArms(spread), 2, "E5"), 2, "C19")
		if r.Verdict != want || r.Parts[0].N != 2 {
			t.Errorf("spread %v: %v (%s)", spread, r.Verdict, r.Why)
		}
		if p := r.Parts[0].ClaimEqual.Or(2); (p == 1) == spread || p > 1 {
			t.Errorf("spread %v: p of equality is %v", spread, p)
		}
	}
}

// A claim of equality that is inconclusive for want of spread has no power, and its sentence names none.
func TestNoPowerWithoutSpread(t *testing.T) {
	same := func(_, _, _ string, _ int) int { return 50 }
	for _, id := range []string{"C20", "C26"} {
		r := answer(t, recordtest.RecordsOf(same, 10, "E5", "E6"), 10, id)
		if r.Verdict != Inconclusive || r.Power != (Power{}) || strings.Contains(r.Why, "equals equal") {
			t.Errorf("%s: %v, %+v: %s", id, r.Verdict, r.Power, r.Why)
		}
	}
}

// A claim about four methods of which one has no records has no p of equality, though other pairs could be tested, and
// takes no part in the correction over all claims.
func TestNoEqualityOfFewerMethods(t *testing.T) {
	records := recordtest.RecordsOf(recordtest.Varied(nil), 10, "E5")
	for h, r := range records {
		if r.Cell.Task == "opening" && r.Cell.Method == "natural" {
			delete(records, h)
		}
	}
	r := answer(t, records, 10, "C20")
	p := r.Parts[0]
	if r.Verdict != NotTestable || p.ClaimEqual.Defined() || p.Wide.ClaimEqual.Defined() || r.equality().Defined() {
		t.Errorf("%v, p of equality %v and %v, over all looks %v", r.Verdict, p.ClaimEqual, p.Wide.ClaimEqual,
			r.equality())
	}
}

// The comparison in the mean over behaviours follows each run of comparisons of the same two arms, whatever the next
// comparison shares with it. Arms with weights of a method are left out.
func TestOutsideComparisons(t *testing.T) {
	var d frame.Design
	d.Arms = []bench.Arm{{Name: "mine", Method: "weights:mine@0123456789abcdef"},
		{Name: "theirs", Method: "weights:theirs@0123456789abcdef"}, {Name: "ours", Method: "ours"},
		{Name: "zero", Method: "zero"}, {Name: "remix", Method: "remix"}}
	add := func(list *[]bench.Comparison, behaviour, arm, against string) {
		*list = append(*list, bench.Comparison{Behaviour: behaviour, Arm: arm, Against: against})
	}
	var want []bench.Comparison
	for _, c := range []struct{ behaviour, arm, against, mean string }{
		{"left", "mine", "zero", ""}, {"right", "mine", "zero", "then the mean"},
		{"left", "mine", "remix", "then the mean"},   // the next has another arm
		{"left", "theirs", "remix", "then the mean"}, // the next has another baseline
		{"left", "theirs", "zero", "then the mean"}, {"left", "ours", "zero", "none"},
		{"left", "mine", "ours", ""}, {"middle", "mine", "ours", ""}, {"right", "mine", "ours", "then the mean"},
	} {
		add(&d.Comparisons, c.behaviour, c.arm, c.against)
		if c.mean != "none" {
			add(&want, c.behaviour, c.arm, c.against)
		}
		if c.mean == "then the mean" {
			add(&want, bench.AllBehaviours, c.arm, c.against)
		}
	}
	if got := outsideComparisons(d); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
