package claims

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// A difference that is significant and within 5 points is named so, in either direction. It takes more than ten trials,
// and fewer than the first look has.
func TestSmallDifferences(t *testing.T) {
	for _, c := range []struct {
		id     string
		levels map[string]int
		want   Verdict
	}{
		{"C01", map[string]int{"left starved": -3}, ReplicatedSmall},
		{"C01", map[string]int{"left starved": 3}, ContradictedSmall},
		{"C26", map[string]int{"remix": 3}, ContradictedSmall},
		{"C20", map[string]int{"ours": 3}, ContradictedSmall},
		{"C19", map[string]int{"ours": 3}, ReplicatedSmall},
	} {
		claim := All()[slices.IndexFunc(All(), func(o Claim) bool { return o.ID == c.id })]
		s := recordtest.RecordsOf(recordtest.Varied(c.levels), 25, claim.Parts[0].Experiment)
		j := Evaluate([]Claim{claim}, recordtest.Size(25), s, scenes.CALVIN).Claims[0]
		if j.Verdict != c.want || !strings.Contains(j.Why, "within 5 points") {
			t.Errorf("%s with %v is %v (%s), want %v", c.id, c.levels, j.Verdict, j.Why, c.want)
		}
	}
}

// The rules at the border of significance and of the margin: p of a difference, p within the margin, and the sign that
// is found decide alone.
func TestRules(t *testing.T) {
	const yes, no = .01, .2
	l := Look{OneSided: .05, Difference: .05}
	for _, c := range []struct {
		p, within, sign        float64
		greater, equal, signed Verdict // of a > b, a = b and a > b without a printed statistic
	}{
		{yes, no, 1, Replicated, Contradicted, Replicated},
		{yes, yes, 1, ReplicatedSmall, ContradictedSmall, ReplicatedSmall},
		{yes, no, -1, Contradicted, Contradicted, Contradicted},
		{yes, yes, -1, ContradictedSmall, ContradictedSmall, ContradictedSmall},
		{no, yes, 1, Equal, Replicated, Equal},
		{no, yes, -1, Equal, Replicated, Equal},
		{no, no, 1, Inconclusive, Inconclusive, Replicated},
		{no, no, -1, Inconclusive, Inconclusive, Inconclusive},
		{.05, no, 1, Replicated, Contradicted, Replicated},
		{.0501, .05, 1, Equal, Replicated, Equal},
	} {
		e := evidence{p: stats.Some(c.p), within: stats.Some(c.within), sign: c.sign, above: stats.Some(yes),
			below: stats.Some(no)}
		if v := l.directed(e, 1); v != c.greater {
			t.Errorf("%+v: a > b is %v, want %v", c, v, c.greater)
		}
		e.sign = -c.sign
		if v := l.directed(e, -1); v != c.greater {
			t.Errorf("%+v: a < b is %v, want %v", c, v, c.greater)
		}
		e.sign = c.sign
		if v := l.equals(e); v != c.equal {
			t.Errorf("%+v: a = b is %v, want %v", c, v, c.equal)
		}
		if v := l.signed(e, 1); v != c.signed {
			t.Errorf("%+v: a > b by its sign is %v, want %v", c, v, c.signed)
		}
		e.above = stats.Some(no) // the interval does not exclude the opposite
		if v := l.signed(e, 1); v != c.greater {
			t.Errorf("%+v: a > b by its sign, with a wide interval, is %v, want %v", c, v, c.greater)
		}
		e.sign, e.below = -c.sign, stats.Some(yes) // now it excludes the opposite of a < b alone
		if v := l.signed(e, -1); v != c.signed {
			t.Errorf("%+v: a < b by its sign is %v, want %v", c, v, c.signed)
		}
		e.above, e.below = stats.Some(yes), stats.Some(no)
		if v := l.signed(e, -1); v != c.greater {
			t.Errorf("%+v: a < b by its sign, with a wide interval, is %v, want %v", c, v, c.greater)
		}
	}
	undefined := evidence{}
	if l.directed(undefined, 1) != Inconclusive || l.equals(undefined) != Inconclusive {
		t.Error("undefined p values decide something")
	}
}

// An omnibus claim is judged by F, by the pattern and by method x behaviour.
func TestOmnibusRules(t *testing.T) {
	const yes, no = .01, .2
	l := Look{OneSided: .05, Difference: .05}
	for _, c := range []struct {
		p, within, interaction float64
		pattern                []Verdict
		differ, equal          Verdict
	}{
		{yes, no, no, nil, Replicated, Contradicted},
		{yes, no, no, []Verdict{Inconclusive, Replicated}, Replicated, Contradicted},
		{yes, no, no, []Verdict{Inconclusive}, Inconclusive, Contradicted},
		{yes, no, no, []Verdict{Replicated, Contradicted}, Contradicted, Contradicted},
		{yes, yes, no, []Verdict{Inconclusive}, ReplicatedSmall, ContradictedSmall},
		{no, yes, no, nil, Equal, Replicated},
		{no, yes, yes, nil, Inconclusive, Inconclusive},
		{no, no, no, nil, Inconclusive, Inconclusive},
	} {
		e := evidence{p: stats.Some(c.p), within: stats.Some(c.within), interaction: stats.Some(c.interaction)}
		if v := l.differ(e, c.pattern); v != c.differ {
			t.Errorf("%+v: that they differ is %v, want %v", c, v, c.differ)
		}
		if v := l.equals(e); v != c.equal {
			t.Errorf("%+v: that they are equal is %v, want %v", c, v, c.equal)
		}
	}
}

// The relations of a pattern count after Holm over them: p of .03 and .04 are .06, those of .02 and .04 are .04.
func TestPatternsAreCorrected(t *testing.T) {
	l := Look{OneSided: .05, Difference: .05}
	part := func(p float64, v Verdict) PartResult {
		return PartResult{Judgement: Judgement{Verdict: v, evidence: evidence{p: stats.Some(p)}}}
	}
	for second, want := range map[float64][]Verdict{
		.03: {Inconclusive, Inconclusive}, .02: {Replicated, Contradicted},
	} {
		got := l.patternVerdicts([]PartResult{part(.04, Replicated), part(second, Contradicted)})
		if !slices.Equal(got, want) {
			t.Errorf("p of .04 and %v: %v, want %v", second, got, want)
		}
	}
}

// A claim of several parts: all have to hold, each at the level; any one contradicts or is equal after Holm.
func TestCombine(t *testing.T) {
	l := Look{OneSided: .05, Difference: .05}
	part := func(p, within, sign float64) PartResult {
		r := PartResult{Judgement: Judgement{evidence: evidence{p: stats.Some(p), within: stats.Some(within),
			sign: sign}}}
		r.Verdict = l.directed(r.evidence, 1)
		return r
	}
	for _, c := range []struct {
		parts []PartResult
		want  Verdict
	}{
		{[]PartResult{part(.04, .5, 1), part(.05, .5, 1), part(.03, .5, 1)}, Replicated},
		{[]PartResult{part(.04, .5, 1), part(.05, .01, 1)}, ReplicatedSmall},
		{[]PartResult{part(.04, .5, 1), part(.06, .5, 1)}, Inconclusive},
		{[]PartResult{part(.001, .5, 1), part(.04, .5, -1)}, Contradicted},       // Holm: .04
		{[]PartResult{part(.04, .5, -1), part(.06, .5, 1)}, Inconclusive},        // Holm: .08
		{[]PartResult{part(.02, .001, -1), part(.06, .5, 1)}, ContradictedSmall}, // Holm: .04
		{[]PartResult{part(.3, .02, 1), part(.001, .5, 1)}, Equal},               // Holm: .04
		{[]PartResult{part(.3, .03, 1), part(.001, .5, 1)}, Inconclusive},        // Holm: .06
	} {
		if v := l.combine(c.parts, narrow); v != c.want {
			t.Errorf("%v, want %v", v, c.want)
		}
	}
	missing := part(.04, .5, 1)
	missing.Verdict = NotTestable
	if v := l.combine([]PartResult{missing, part(.001, .5, 1)}, narrow); v != NotTestable {
		t.Errorf("with a part that is not testable: %v", v)
	}
	if v := l.combine([]PartResult{missing, part(.001, .5, -1)}, narrow); v != Contradicted {
		t.Errorf("with a part that is not testable and one that contradicts: %v", v)
	}
}

// Where the spread exceeds the effect, methods are shown to be neither different nor equal.
func TestMethodsInconclusive(t *testing.T) {
	s := recordtest.RecordsOf(func(task, behaviour, arm string, trial int) int {
		return 20 + seed.Of("noise", behaviour, arm, trial).Rand().IntN(61)
	}, 10, "E5")
	if j := answer(t, s, 10, "C19"); j.Verdict != Inconclusive ||
		!strings.Contains(j.Why, "; power 1.00 to find f = ") {
		t.Errorf("%v: %s", j.Verdict, j.Why)
	}
}

// Where all pairs differ by the same amount, t is undefined, and the claim is inconclusive without numbers.
func TestNoSpreadIsInconclusive(t *testing.T) {
	s := recordtest.RecordsOf(func(_, _, arm string, _ int) int { return 40 + len(arm) }, 10, "E1", "E5")
	for _, id := range []string{"C01", "C19", "C26"} {
		if j := answer(t, s, 10, id); j.Verdict != Inconclusive {
			t.Errorf("%s is %v: %s", id, j.Verdict, j.Why)
		}
	}
}
