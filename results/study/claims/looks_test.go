package claims

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// noisy returns the claim C01 on records of E1 on picking whose paired differences are a mean and a normal deviation,
// in points, with complete records of some trials.
func noisy(t *testing.T, mean, sd float64, trials int) (Result, Evaluation) {
	t.Helper()
	s := recordtest.RecordsOf(func(_, _, arm string, trial int) int {
		if arm != "left starved" {
			return 50
		}
		return 50 + int(math.Round(mean+sd*seed.Of("look", trial).Rand().NormFloat64()))
	}, trials, "E1")
	e := Evaluate(All()[:1], recordtest.Size(trials), s, scenes.CALVIN)
	return e.Claims[0], e
}

// Before the first look a claim has a provisional verdict at 5 %; from then on the levels are those of O'Brien and
// Fleming, for the first trials that the look counts, and the intervals are the repeated ones.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		trials, number, counted int
		difference, oneSided    float64 // nominal levels, as R has them: see package stats
	}{
		{29, 0, 29, .05, .05},
		{30, 1, 30, .000274429, .000969983},
		{59, 1, 30, .000274429, .000969983},
		{60, 2, 60, .010091561, .014207216},
		{100, 3, 100, .046284849, .044797173},
		{130, 3, 100, .046284849, .044797173},
	} {
		r, e := noisy(t, 4, 20, c.trials)
		if r.Look.Number != c.number || r.Look.Trials != c.counted || r.Parts[0].N != c.counted ||
			math.Abs(r.Look.Difference-c.difference) > 1e-8 || math.Abs(r.Look.OneSided-c.oneSided) > 1e-8 {
			t.Errorf("%d trials: %+v, n = %d", c.trials, r.Look, r.Parts[0].N)
		}
		test := r.Parts[0].Test
		low := test.MeanDifference.Or(0) - stats.CriticalT(c.difference, float64(c.counted-1))*test.SE.Or(0)
		if got := test.CI.Low.Or(0); math.Abs(got-low) > 1e-4 || math.Abs(test.CI.Level-1+c.difference) > 1e-8 {
			t.Errorf("%d trials: repeated interval from %g, want %g", c.trials, got, low)
		}
		provisional := strings.Contains(e.Counts(), "The first look, at 30 trials, is not reached for 1 claim")
		if provisional != (c.number == 0) {
			t.Errorf("%d trials: %s", c.trials, e.Counts())
		}
	}
}

// A claim keeps the verdict of the look that decided it, whatever later trials say; one that is undecided at the last
// look stays inconclusive, with its power.
func TestFirstDecisionStands(t *testing.T) {
	s := recordtest.RecordsOf(func(_, _, arm string, trial int) int {
		level := 50 + seed.Of("turn", arm, trial).Rand().IntN(5)
		switch {
		case arm != "left starved":
		case trial < 30:
			level -= 12
		default:
			level += 12
		}
		return level
	}, 100, "E1")
	e := Evaluate(All()[:1], recordtest.Size(100), s, scenes.CALVIN)
	r := e.Claims[0]
	if r.Verdict != Replicated || r.Look.Number != 1 || r.Parts[0].N != 30 {
		t.Errorf("%v at %v", r.Verdict, r.Look)
	}
	// All trials, 30 of about -12 and 70 of about +12, say the contrary, which is shown and changes nothing.
	if f := r.Final(); f.Verdict != Contradicted || f.Parts[0].N != 100 ||
		math.Abs(f.Parts[0].Test.MeanDifference.Or(0)-4.8) > 1 || r.LaterText() != "at 100 trials: contradicted" ||
		!strings.Contains(e.LaterNote(), "1 another one: C01 (replicated; at 100 trials: contradicted)") {
		t.Errorf("%v with all trials: %s; %s", f.Verdict, r.LaterText(), e.LaterNote())
	}
	table, ok := e.laterTable()
	if !ok || len(table.Rows) != 1 || table.Rows[0][9].Text != "yes" ||
		!strings.HasSuffix(table.Title, "they would give 1 another one, C01") {
		t.Errorf("%q: %+v", table.Title, table.Rows)
	}
	r, e = noisy(t, 0, 20, 100)
	if r.Later != nil || e.LaterNote() != "" {
		t.Errorf("a claim that is undecided at the last look has a later one: %v", r.Later.Look)
	}
	if r.Verdict != Inconclusive || r.Look.Number != 3 || !strings.Contains(r.Why, "to find 5 points") ||
		!slices.Equal(e.Undecided(), []string{"E1"}) {
		t.Errorf("%v at %v: %s; undecided %v", r.Verdict, r.Look, r.Why, e.Undecided())
	}
	r, e = noisy(t, -20, 5, 60)
	if r.Look.Number != 1 || len(e.Undecided()) != 0 {
		t.Errorf("%v at %v; undecided %v", r.Verdict, r.Look, e.Undecided())
	}
	if table, _ := e.laterTable(); !strings.HasSuffix(table.Title, "they would give each the same one") {
		t.Errorf("where all trials give the same verdict: %q", table.Title)
	}
}

// A trial that lacks one arm's record ends the complete trials, whatever comes after it.
func TestIncompleteLook(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(nil), 60, "E1")
	for h, r := range s {
		if r.Cell.Trial == 45 && r.Cell.Recipe == "left=21,middle=21,right=21" {
			delete(s, h)
		}
	}
	r := Evaluate(All()[:1], recordtest.Size(60), s, scenes.CALVIN).Claims[0]
	if r.Look.Number != 1 || r.Look.Trials != 30 {
		t.Errorf("%+v, want the first look", r.Look)
	}
}

// simulated draws experiments of differences with some true means (one for each part) and SD 12 and returns how often
// a verdict is reached over all looks, for a claim that every part is of a kind: ">", "=" or "sign".
func simulated(t *testing.T, kind string, means []float64, is func(Verdict) bool) float64 {
	t.Helper()
	const experiments, sd = 1500, 12
	looks := looksAt(100, 100)
	r, reached := seed.Of("false verdicts", kind, len(means), means[0]).Rand(), 0
	for range experiments {
		x := make([][]float64, len(means))
		for _, l := range looks {
			var parts []PartResult
			for k, mean := range means {
				for len(x[k]) < l.Trials {
					x[k] = append(x[k], mean+sd*r.NormFloat64())
				}
				test, err := stats.PairedT(x[k], make([]float64, l.Trials), frame.Level)
				if err != nil {
					t.Fatal(err)
				}
				p := pairTest{test: test}
				p.equal[0] = frame.EqualityWithin(test, margins[0], l.OneSided)
				j := Judgement{evidence: p.evidenceOf(0)}
				switch kind {
				case ">":
					j.Verdict = l.directed(j.evidence, 1)
				case "=":
					j.Verdict = l.equals(j.evidence)
				case "sign":
					j.Verdict = l.signed(j.evidence, 1)
				}
				parts = append(parts, PartResult{Judgement: j})
			}
			if v := l.combine(parts, narrow); v.decided() {
				if is(v) {
					reached++
				}
				break
			}
		}
	}
	return float64(reached) / experiments
}

// False verdicts are as rare as the rules say, over all looks. Three standard errors of 1,500 simulations at .05 are
// .017.
func TestFalseVerdicts(t *testing.T) {
	either := func(v Verdict) bool { return v.holds() || v.opposes() }
	is := func(want ...Verdict) func(Verdict) bool {
		return func(v Verdict) bool { return slices.Contains(want, v) }
	}
	const tolerance = .017
	for _, c := range []struct {
		what  string
		kind  string
		means []float64
		is    func(Verdict) bool
		most  float64
	}{
		{"no difference, found", ">", []float64{0}, either, .05},
		{"5 points, called equal or small", ">", []float64{5}, is(Equal, ReplicatedSmall), .05},
		{"3 points, in the wrong direction", ">", []float64{3}, Verdict.opposes, .001},
		{"equal arms, contradicted", "=", []float64{0}, Verdict.opposes, .05},
		{"5 points, called equal as claimed", "=", []float64{5}, Verdict.holds, .05},
		{"two of three parts hold, all replicated", ">", []float64{0, 10, 10}, Verdict.holds, .025},
		{"six equal parts, contradicted", ">", []float64{0, 0, 0, 0, 0, 0}, Verdict.opposes, .056 / 2},
		{"six parts of 5 points, equal", ">", []float64{5, 5, 5, 5, 5, 5}, is(Equal), .056},
		{"no difference, replicated by its sign", "sign", []float64{0}, Verdict.holds, falseBySign},
	} {
		if got := simulated(t, c.kind, c.means, c.is); got > c.most+tolerance {
			t.Errorf("%s: %.4f of simulated claims, want at most %.4f", c.what, got, c.most)
		}
	}
	// The simulation can find what is there.
	if got := simulated(t, ">", []float64{10}, is(Replicated)); got < .95 {
		t.Errorf("10 points are found in %.3f of simulated claims", got)
	}
	if got := simulated(t, ">", []float64{0}, is(Equal)); got < .9 {
		t.Errorf("equal arms are called equal in %.3f of simulated claims", got)
	}
}

// A claim on several designs has reached the looks that all of them have, whichever has fewer trials.
func TestLooksOfSeveralDesigns(t *testing.T) {
	claim := All()[slices.IndexFunc(All(), func(c Claim) bool { return c.ID == "C07" })] // E2 on both tasks
	for _, task := range []string{"picking", "opening"} {
		s := recordtest.RecordsOf(recordtest.Varied(nil), 60, "E2")
		for hash, r := range s {
			if r.Cell.Task == task && r.Cell.Trial >= 30 {
				delete(s, hash)
			}
		}
		looks := newEvaluator(newFrames(recordtest.Size(60), s), scenes.CALVIN, study.Variety).looks(claim)
		if len(looks) != 1 || looks[0].Trials != 30 {
			t.Errorf("30 trials of %s, 60 of the other: %v", task, looks)
		}
	}
}
