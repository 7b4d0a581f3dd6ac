package claims

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// p (Holm) of a claim is the number that the tables of the experiment print, over the design's comparisons, and
// undefined for a test that stands in no such table; p (claim) is over the claim's own tests.
func TestClaimFamilies(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -4}), 10, "E1", "E2", "E3", "E6")
	for _, c := range []string{"E1", "E2", "E3", "E6"} {
		e, _ := bench.Experiments.Get(c)
		plan := bench.Plan{Name: c, Experiments: []bench.Experiment{e}, Size: recordtest.Size(10),
			Oracle: scenes.CALVIN}
		printed := map[string]stats.Maybe{}
		for _, f := range frame.Of(plan, s).Findings() {
			for _, x := range f.Pairwise {
				printed[f.Task+x.Behaviour+x.Arm+x.Against] = x.Holm
			}
		}
		found := 0
		for _, r := range Evaluate(All(), recordtest.Size(10), s, scenes.CALVIN).Claims {
			for _, p := range r.Parts {
				if p.Part.Experiment != c || len(p.Part.Arms) != 2 {
					continue
				}
				want, ok := printed[p.Part.Task+p.Part.Behaviour+p.Part.Arms[0]+p.Part.Arms[1]]
				if found++; !ok || p.Holm != want {
					t.Errorf("%s, %s: p (Holm) %v, the table has %v", r.ID, p.Name, p.Holm, want)
				}
			}
		}
		if found < 4 {
			t.Errorf("%s: %d tests", c, found)
		}
	}
	h := answer(t, s, 10, "C41")
	p := make([]float64, len(h.Parts))
	for i, part := range h.Parts {
		p[i] = part.Test.P.Or(0)
	}
	for i, want := range stats.Holm(p) {
		if got := h.Parts[i].ClaimP.Or(-1); got != want {
			t.Errorf("part %d of C41: p (claim) %v, want %v", i, got, want)
		}
	}
}

// Where the verdicts of single parts, which are not corrected by Holm, are not the claim's, its sentence says how they
// lead to it. Where all parts must hold, or agree, there is nothing to say.
func TestCorrectionNote(t *testing.T) {
	for _, c := range []struct {
		claim Verdict
		parts []Verdict
		want  string // what the note ends in; empty for no note
	}{
		{Equal, []Verdict{Replicated, Contradicted, Equal},
			": none is then contradicted, at the look's level of 0.027 %, and any one that is then equal decides"},
		{Equal, []Verdict{Replicated, Equal, NotTestable}, ": any one that is then equal decides"},
		{Contradicted, []Verdict{Contradicted, Inconclusive}, ": any one that is then contradicted decides"},
		{ContradictedSmall, []Verdict{Contradicted, ContradictedSmall}, ": any one that is then contradicted decides"},
		{Inconclusive, []Verdict{Contradicted, Equal},
			": none is then contradicted, at the look's level of 0.027 %, or equal"},
		{Inconclusive, []Verdict{Equal, Inconclusive}, ": none is then equal"},
		{Inconclusive, []Verdict{Replicated, Inconclusive}, ""},
		{ReplicatedSmall, []Verdict{Replicated, ReplicatedSmall}, ""},
		{Contradicted, []Verdict{Contradicted, Contradicted, NotTestable}, ""},
		{Equal, []Verdict{Equal}, ""},
	} {
		r := Result{Verdict: c.claim, Look: looksAt(30, 30)[0]}
		for _, v := range c.parts {
			r.Parts = append(r.Parts, PartResult{Judgement: Judgement{Verdict: v}})
		}
		note := r.correctionNote()
		if (note == "") != (c.want == "") || !strings.HasSuffix(note, c.want) {
			t.Errorf("%v from %v: %q, want %q", c.claim, c.parts, note, c.want)
		}
	}
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"ours": 12, "zero": -12}), 10, "E5")
	const want = "; picking all behaviours not reproduced: equal within 5 points (remix "
	const note = ". Single parts are judged without Holm's correction within the claim, and the claim with it: any " +
		"one that is then equal decides."
	if r := answer(t, s, 10, "C27"); !strings.Contains(r.Why, want) || !strings.HasSuffix(r.Why, note) {
		t.Error(r.Why)
	}
}

// Claims on the same cells are counted once, and those that say different things about them exclude each other.
func TestSharedCells(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(nil), 3, "E1")
	e := Evaluate(All(), recordtest.Size(3), s, scenes.CALVIN)
	want := map[string][2]string{
		"C34": {"C08", ""}, "C35": {"C09", ""}, "C36": {"C09", "C09"}, "C40": {"C10 C12", "C12"},
	}
	for _, r := range e.Claims {
		got := [2]string{strings.Join(r.Repeats, " "), strings.Join(r.Excludes, " ")}
		if got != want[r.ID] {
			t.Errorf("%s repeats and excludes %q, want %q", r.ID, got, want[r.ID])
		}
	}
	if f := e.FalseVerdicts(); f.Tested+f.Signs != 38 || f.Signs != 3 || math.Abs(f.Expected-3.25) > 1e-12 {
		t.Errorf("%+v, want 38 counted claims of 42", f)
	}
}

// The verdicts that survive Benjamini and Yekutieli are those whose p is far below the level, among all that are
// decided.
func TestMultiplicity(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12, "middle starved": -2}), 10, "E1")
	e := Evaluate(All(), recordtest.Size(10), s, scenes.CALVIN)
	r := e.Claims[0]
	p := 2 * 5.0 * r.Parts[0].Test.P.Or(0) // the five claims on E1 have a difference and an equality each
	c := 0.0
	for i := range 10 {
		c += 1 / float64(i+1)
	}
	if !r.survives() || r.BY.Or(1) > p*c+1e-12 {
		t.Errorf("p (BY) of C01 is %v, its p times the family is %v", r.BY, p*c)
	}
	f := e.FalseVerdicts()
	if f.Survive > f.Decided || f.Survive < 1 {
		t.Errorf("%+v", f)
	}
	if got := e.falseShare(); got != significance { // at 10 trials no look is reached
		t.Errorf("%v of the survivors may be false", got)
	}
	e.Claims[0].Look.Number = 1
	if got := e.falseShare(); got <= significance || got > 1.2*significance {
		t.Errorf("over several looks %v of the survivors may be false", got)
	}
	// The note names the fewer: the survivors, or those that do not survive.
	listed, want := e.multiplicityNote(), f.Survive
	_, names, ok := strings.Cut(listed, fmt.Sprintf("claims at %g: ", significance))
	if !ok {
		_, names, _ = strings.Cut(listed, fmt.Sprintf("claims at %g, all but ", significance))
		want = f.Decided - f.Survive
	}
	if got := strings.Count(names, "C"); got != want || 2*got > f.Decided {
		t.Errorf("%d claims are named of %d, want %d: %s", got, f.Decided, want, listed)
	}
}

// The p of a claim as a difference is that of its combination: the largest of the parts where all hold, 1 where one
// does not hold, however small its p, and Holm's smallest where a part contradicts.
func TestDifferenceOfAClaim(t *testing.T) {
	part := func(v Verdict, p, holm float64) PartResult {
		return PartResult{Judgement: Judgement{Verdict: v, ClaimP: stats.Some(holm),
			evidence: evidence{p: stats.Some(p)}}}
	}
	for want, parts := range map[float64][]PartResult{
		.03: {part(Replicated, .03, .04), part(Replicated, .02, .04)},
		1:   {part(Replicated, .03, .04), part(Inconclusive, .001, .002)},
		.02: {part(Replicated, .03, .03), part(Contradicted, .01, .02)},
	} {
		r := Result{Claim: Claim{Kind: "t"}, Parts: parts, Look: Look{Difference: significance, OneSided: significance}}
		if got := r.difference().Or(-1); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v and %v: p %v, want %v", parts[0].Verdict, parts[1].Verdict, got, want)
		}
	}
}
