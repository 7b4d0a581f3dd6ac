package claims

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/theory"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// answer returns the result of one claim.
func answer(t *testing.T, s findings.Records, trials int, id string) Result {
	t.Helper()
	for _, j := range Evaluate(All(), recordtest.Size(trials), s, scenes.CALVIN).Claims {
		if j.ID == id {
			return j
		}
	}
	t.Fatalf("no claim %s", id)
	return Result{}
}

// There are 46 claims with the numbers that the study prints, and each refers to arms that exist or to a computation.
func TestClaimsAreThoseOfTheStudy(t *testing.T) {
	f, err := os.Open("../../stats/testdata/claims.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	printed, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ours, err := csv.NewReader(strings.NewReader(string(file))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i := range printed {
		if !slices.Equal(printed[i], ours[i][:10]) {
			t.Errorf("row %d: %q, stats has %q", i+1, ours[i][:10], printed[i])
		}
	}
	cs := All()
	if len(cs) != 46 || len(printed) != 47 {
		t.Fatalf("%d claims", len(cs))
	}
	for i, c := range cs {
		if c.ID != fmt.Sprintf("C%02d", i+1) {
			t.Errorf("claim %d is called %s", i+1, c.ID)
		}
		for _, p := range c.Parts {
			if c.Kind == "ns" != (p.Relation == "=") && c.ID != "C20" || (c.Kind == "F") != (len(p.Arms) == 4) {
				t.Errorf("%s of kind %s is tested by %v", c.ID, c.Kind, p)
			}
		}
		if c.Kind == "exact" && !slices.ContainsFunc(theory.Evaluate(),
			func(l theory.Proposition) bool { return l.Equation == c.Experiment }) {
			t.Errorf("%s: nothing computes %s", c.ID, c.Experiment)
		}
	}
}

// Every kind of claim gets each verdict that its rule can give, with ten trials: provisionally.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		id      string
		levels  map[string]int
		verdict Verdict
		why     string
	}{
		{"C01", map[string]int{"left starved": -12}, Replicated, "left starved 1"},
		{"C01", map[string]int{"left starved": 12}, Contradicted, "points above balanced, 95 % CI"},
		{"C01", map[string]int{"left starved": 1}, Equal, "within 5 points"},
		{"C06", map[string]int{"right upsampled": -12}, Replicated, "; against the mean of the other behaviours -1"},
		{"C08", map[string]int{"remix": 12, "balanced": 24}, Replicated,
			"Read otherwise (remix > balanced): contradicted."},
		{"C26", map[string]int{"remix": 1}, Replicated, "within 5 points"},
		{"C26", map[string]int{"remix": 25}, Contradicted, "points below remix"},
		{"C09", map[string]int{"picking remix": 12}, Replicated, "2 of 2 tests hold."},
		{"C09", map[string]int{}, Equal, "within 5 points"},
		{"C09", map[string]int{"picking remix": -12}, Contradicted, "0 of 2 tests hold"},
		{"C19", map[string]int{"ours": 12}, Replicated, "pattern: ours > imbalanced as printed (+1"},
		{"C19", map[string]int{"ours": -12}, Contradicted, "ours > remix reversed (-1"},
		{"C19", map[string]int{}, Equal, "6 of 6 pairs within 5 points"},
		{"C19", map[string]int{"imbalanced": 12}, Contradicted, "ours > imbalanced reversed"},
		{"C20", map[string]int{}, Replicated, "6 of 6 pairs"},
		{"C20", map[string]int{"ours": 25}, Contradicted, "3 of 6 pairs"},
		{"C20", map[string]int{"ours": 3}, ContradictedSmall, "6 of 6 pairs within 5 points"},
		{"C27", map[string]int{"ours": 12, "zero": -12, "remix": -12}, Replicated, "3 of 3 tests hold."},
		{"C27", map[string]int{"ours": 12, "zero": -12}, Equal,
			"2 of 3 tests hold; picking all behaviours not reproduced: equal within 5 points (remix"},
		{"C27", map[string]int{"ours": 12, "zero": 12}, Contradicted, "zero 1"},
		{"C28", map[string]int{"opening ours": 6}, Replicated, "3 of 3"},
		{"C28", map[string]int{"opening zero": 6}, Contradicted, "opening all behaviours contradicted (ours 8"},
		{"C41", map[string]int{"opening ours": 12}, Replicated, "6 of 6"},
	} {
		claim := All()[slices.IndexFunc(All(), func(o Claim) bool { return o.ID == c.id })]
		j := Evaluate([]Claim{claim}, recordtest.Size(10),
			recordtest.RecordsOf(recordtest.Varied(c.levels), 10, claim.Parts[0].Experiment), scenes.CALVIN).Claims[0]
		if j.Verdict != c.verdict || !strings.Contains(j.Why, c.why) || j.Look.Number != 0 {
			t.Errorf("%s with %v is %v (%s), want %v (%s)", c.id, c.levels, j.Verdict, j.Why, c.verdict, c.why)
		}
	}
}

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

// With fewer than two pairs a claim is not testable, and its sentence has the command that makes the records. Trials
// that only one arm has are not pairs.
func TestNotTestable(t *testing.T) {
	w := recordtest.Varied(map[string]int{"left starved": -12})
	halved := recordtest.RecordsOf(w, 10, "E1")
	for h, r := range halved {
		if (r.Cell.Recipe == "left=21,middle=21,right=21") == (r.Cell.Trial < 5) {
			delete(halved, h)
		}
	}
	for what, s := range map[string]recordtest.Records{"no records": {}, "one trial": recordtest.RecordsOf(w, 1, "E1"),
		"other records": recordtest.RecordsOf(w, 10, "E2"), "no pairs": halved} {
		j := answer(t, s, 10, "C01")
		if j.Verdict != NotTestable || !strings.Contains(j.Why,
			"counterpoise run E1 --policy state --trials 10 --rollouts 100 --seed 1 --steps 10") ||
			j.Power.Power.Defined() {
			t.Errorf("%s: %v, %s", what, j.Verdict, j.Why)
		}
	}
	if j := answer(t, recordtest.Records{}, 10, "C42"); j.Verdict != NotTestable {
		t.Errorf("Table 1 without records: %v", j.Verdict)
	}
	if j := answer(t, recordtest.Records{}, 10, "C46"); j.Verdict != Replicated ||
		!strings.Contains(j.Why, "holds to rounding") {
		t.Errorf("the theory needs no records, and is %v: %s", j.Verdict, j.Why)
	}
	if j := theoryResult(Claim{Experiment: "P8"},
		[]theory.Proposition{{Equation: "P8", Deviation: .1}}); j.Verdict != Contradicted {
		t.Errorf("a law that is off by .1 is %v", j.Verdict)
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

// The power to find the printed effect is that of package stats for the number of trials of the records.
func TestClaimPower(t *testing.T) {
	power := func(d stats.Design, n int) float64 {
		p, err := stats.PowerOf(d, n, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		return p.Power.Or(0)
	}
	for _, n := range []int{4, 10, 20} {
		s := recordtest.RecordsOf(recordtest.Varied(nil), n, "E1", "E5")
		f := math.Sqrt(11.045 * 3 / 40)
		for id, want := range map[string]float64{
			"C01": power(stats.PairedDesign{DZ: 2.601 / math.Sqrt(10)}, n),
			"C19": power(stats.RepeatedDesign{F: f, K: 4, Epsilon: 1}, n),
			"C23": power(stats.PairedDesign{DZ: 4.780913 / math.Sqrt(10)},
				n), // t with p = .001 at 9 degrees of freedom
		} {
			if got := answer(t, s, n, id).Power.Power.Or(-1); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s with %d trials: power %v, want %v", id, n, got, want)
			}
		}
	}
	if d := detectable(10, significance); math.Abs(power(stats.PairedDesign{DZ: d}, 10)-.8) > 1e-6 {
		t.Errorf("d_z = %v has power %v with 10 pairs", d, power(stats.PairedDesign{DZ: d}, 10))
	}
}

// The power of the test of equality agrees with simulated tests of equal arms, and with the power that bench states
// for 30 and for 10 trials with twice the spread and twice the margin.
func TestEqualityPower(t *testing.T) {
	const draws = 4000
	for _, c := range []struct {
		n        int
		sd, want float64
	}{{30, 7.5, .94}, {10, 7.5, .28}, {10, 4, .93}} {
		r, shown := seed.Of("equals", c.n, c.sd).Rand(), 0
		for range draws {
			x := make([]float64, c.n)
			for i := range x {
				x[i] = c.sd * r.NormFloat64()
			}
			test, _ := stats.PairedT(x, make([]float64, c.n), findings.Level)
			if findings.Within(findings.EqualityWithin(test, bench.VerdictMargin, significance)) {
				shown++
			}
		}
		simulated := float64(shown) / draws
		h := PartResult{N: c.n, pairs: []pairTest{{}}}
		h.pairs[0].test = stats.Test{SE: stats.Some(c.sd / math.Sqrt(float64(c.n))), DF: stats.Some(float64(c.n - 1))}
		h.pairs[0].equal[0].High = bench.VerdictMargin
		got := Result{Parts: []PartResult{h}, Look: Look{OneSided: significance}}.equalityPower().Or(0)
		if got > simulated+.02 || got < simulated-.06 || math.Abs(simulated-c.want) > .02 { // got is a lower bound
			t.Errorf("%d pairs of SD %g: power %.3f, simulated %.3f, said to be %.2f", c.n, c.sd, got, simulated,
				c.want)
		}
	}
}

// Our statistic has the order of subtraction of the printed one: t of E2 is positive where upsampled is below
// balanced, t of E1 negative.
func TestOrderOfSubtraction(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12, "right upsampled": -12,
		"opening remix": -12}), 10, "E1", "E2", "E3")
	for id, sign := range map[string]float64{"C01": -1, "C06": 1, "C12": 1,
		"C10": 1} { // C10 claims the opposite of what is there
		j := answer(t, s, 10, id)
		cell := j.own().statistic
		var v float64
		fmt.Sscan(cell.Values[0], &v)
		if v*sign <= 0 {
			t.Errorf("%s: printed %v, ours %s", id, j.Printed(), cell.Text)
		}
	}
}

// p (Holm) of a claim is the number that the tables of the experiment print, over the design's comparisons, and
// undefined for a test that stands in no such table; p (claim) is over the claim's own tests.
func TestClaimFamilies(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -4}), 10, "E1", "E2", "E3", "E6")
	for _, c := range []string{"E1", "E2", "E3", "E6"} {
		e, _ := bench.Experiments.Get(c)
		plan := bench.Plan{Name: c, Experiments: []bench.Experiment{e}, Size: recordtest.Size(10),
			Oracle: scenes.CALVIN}
		printed := map[string]stats.Maybe{}
		for _, f := range findings.Analyze(plan, s) {
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
	if f := e.FalseVerdicts(); f.Survive > f.Decided || f.Survive < 1 {
		t.Errorf("%+v", f)
	}
}

// EvaluateAll finds the policies and sizes that records have: one evaluation for each with records of a claim.
func TestEvaluateAll(t *testing.T) {
	var records []bench.Record
	for _, r := range recordtest.RecordsOf(recordtest.Varied(nil), 3, "E1") {
		records = append(records, r)
		r.Cell.Seed = 5
		r.Cell.Trial = 0
		records = append(records, r)
	}
	rs, notes := EvaluateAll(records, scenes.CALVIN)
	if len(rs) != 1 || rs[0].Size != recordtest.Size(3) || len(rs[0].Claims) != 46 || len(notes) > 0 {
		t.Errorf("%d evaluations, notes %q", len(rs), notes)
	}
	if rs, _ := EvaluateAll(nil, scenes.CALVIN); len(rs) > 0 {
		t.Errorf("no records have %d evaluations", len(rs))
	}
	b, err := json.Marshal(rs)
	var back []struct {
		Claims []struct {
			ID, Verdict string
			Printed     float64
		}
	}
	if err != nil || json.Unmarshal(b, &back) != nil || len(back) != 1 || back[0].Claims[0].Printed != -2.601 ||
		back[0].Claims[0].Verdict != string(rs[0].Claims[0].Verdict) {
		t.Errorf("JSON does not come back: %v", err)
	}
}

// The document of claims is the committed one.
func TestClaimsDocument(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12, "right upsampled": 12, "ours": 9}),
		10,
		"E1", "E2", "E2-caption", "E3", "E4", "E5", "E6")
	size := recordtest.Size(10)
	d := Document([]Evaluation{Evaluate(All(), size, s, scenes.CALVIN)}, []string{"A note."})
	for form, file := range map[string]string{"text": "claims.txt", "markdown": "claims.md", "csv": "claims.csv"} {
		var out strings.Builder
		if err := document.Write(&out, form, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, file, out.String())
	}
}
