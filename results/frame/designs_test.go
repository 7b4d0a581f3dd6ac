package frame

import (
	"maps"
	"math"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// A design finds its records by cell, counts those that are missing and knows which arms its comparisons involve.
func TestDesign(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	records := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, records).Designs[0]
	gone := d.Cell(d.Arm("left starved"), 2)
	delete(records, gone.Hash())
	d = Of(p, records).Designs[0]
	if d.Name() != "e1-picking" || d.Missing() != 1 ||
		!slices.Equal(d.Behaviours(), []string{"left", "middle", "right"}) {
		t.Errorf("%s: %d missing, behaviours %q", d.Name(), d.Missing(), d.Behaviours())
	}
	if arms := d.ComparedArms("left"); !slices.Equal(arms, []string{"balanced", "left starved"}) || !d.ComparesOnce() {
		t.Errorf("left compares %q, once: %v", arms, d.ComparesOnce())
	}
	if a, ok := d.ArmOf(gone); !ok || a.Name != "left starved" {
		t.Errorf("the cell belongs to %q, %v", a.Name, ok)
	}
	gone.Trial = 4
	if a, ok := d.ArmOf(gone); ok {
		t.Errorf("a cell of the fifth of four trials belongs to %q", a.Name)
	}
	n := 0
	for range d.Rows() {
		if n++; n == 3 {
			break // an iteration may end early
		}
	}
	if n != 3 || d.Arm("no such arm").Name != "" {
		t.Errorf("%d records, and an arm of an unknown name", n)
	}
	if n := d.Successes(d.Arm("left starved"), "left"); !math.IsNaN(n[2]) || n[3] != 4 {
		t.Errorf("successes %v, want none in trial 2 and 4 in trial 3", n)
	}
}

// Where records are missing, the number of trials is said with that of the plan.
func TestTrialsText(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	for _, c := range []struct {
		gone func(arm string, trial int) bool
		want string
	}{
		{func(string, int) bool { return false }, "4 trials"},
		{func(arm string, trial int) bool { return trial > 2 }, "3 of 4 trials"},
		{func(arm string, trial int) bool { return arm != "balanced" || trial == 0 }, "3 of 4 trials"},
		{func(arm string, trial int) bool { return arm == "balanced" && trial == 0 }, "up to 4 trials"},
		{func(arm string, n int) bool { return n == 3 || arm == "balanced" && n == 0 }, "up to 3 of 4 trials"},
		{func(string, int) bool { return true }, "4 trials"},
	} {
		records := recordtest.RecordsE1(p, recordtest.Four)
		d := Of(p, records).Designs[0]
		for _, a := range d.Arms {
			for trial := range 4 {
				if c.gone(a.Name, trial) {
					delete(records, d.Cell(a, trial).Hash())
				}
			}
		}
		if got := Of(p, records).Designs[0].TrialsText(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// An experiment of a confirmatory run has the trials of the last look that all its arms have reached, though an arm
// that it shares goes on; of another run it has those of the plan.
func TestAtLook(t *testing.T) {
	success := recordtest.Varied(nil)
	records := recordtest.RecordsOf(success, 65, "E1")
	for h, r := range recordtest.RecordsOf(success, 30, "E2") {
		records[h] = r
	}
	for _, c := range []struct {
		source     string
		experiment string
		trials     int
	}{
		{record.SeedFreeze, "E1", 60}, {record.SeedFreeze, "E2", 30}, {record.SeedFreeze, "E4", 65},
		{record.SeedFlag, "E1", 65}, {record.SeedFlag, "E2", 65},
	} {
		for h, r := range records {
			r.Cell.SeedSource = c.source
			records[h] = r
		}
		e, err := bench.Experiments.Get(c.experiment)
		if err != nil {
			t.Fatal(err)
		}
		plan := bench.Plan{Experiments: []bench.Experiment{e}, Size: recordtest.Size(65)}
		for _, d := range Of(plan, records).Designs {
			if d.Plan.Size.Trials != c.trials {
				t.Errorf("%s, seed by %s: %d trials, want %d", d.Name(), c.source, d.Plan.Size.Trials, c.trials)
			}
		}
	}
}

// A frozen experiment without looks has all trials that were asked for.
func TestNoLookWithoutLooks(t *testing.T) {
	e, err := bench.Experiments.Get(study.KnownGoodPictures)
	if err != nil {
		t.Fatal(err)
	}
	records := recordtest.RecordsOf(recordtest.Varied(nil), 35, e.Name)
	for h, r := range records {
		r.Cell.SeedSource = record.SeedFreeze
		records[h] = r
	}
	designs := Of(bench.Plan{Experiments: []bench.Experiment{e}, Size: recordtest.Size(35)}, records).Designs
	for _, d := range designs {
		if d.CompleteTrials() != 35 || d.Plan.Size.Trials != 35 {
			t.Errorf("%s: %d trials of %d, want 35", d.Name(), d.Plan.Size.Trials, d.CompleteTrials())
		}
	}
}

// The mean success and its interval, by hand: left under balanced is 70 80 60 90 %, mean 75, SD 12.910, so that the
// interval is 75 ± 3.18245 12.910/2; middle under balanced has no spread; three trials of 90 to 100 % would exceed
// 100.
func TestSuccessAndInterval(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	d := Of(p, recordtest.RecordsE1(p, recordtest.Four)).Designs[0]
	balanced := d.Arm("balanced")
	s, ci := d.Success(balanced, "left"), d.Interval(balanced, "left")
	near := func(m stats.Maybe, want float64) bool { return math.Abs(m.Or(math.NaN())-want) < 0.001 }
	if !near(s.Mean, 75) || !near(s.SD, 12.910) || !near(ci.Low, 54.457) || !near(ci.High, 95.543) {
		t.Errorf("%+v, %+v", s, ci)
	}
	p = recordtest.PlanE1(t, 2)
	d = Of(p, recordtest.RecordsE1(p, recordtest.Counts{
		"balanced": {{10, 9}, {0, 1}, {5, 5}}, "left starved": {{1, 1}, {1, 1}, {1, 1}},
		"middle starved": {{1, 1}, {1, 1}, {1, 1}}, "right starved": {{1, 1}, {1, 1}, {1, 1}},
	})).Designs[0]
	if ci := d.Interval(d.Arm("balanced"), "left"); ci.High.Or(0) != 100 {
		t.Errorf("an interval ends at %v %%", ci.High)
	}
	if ci := d.Interval(d.Arm("balanced"), "middle"); ci.Low.Or(-1) != 0 {
		t.Errorf("an interval begins at %v %%", ci.Low)
	}
	r := recordtest.Record(record.Cell{Rollouts: 10}, 1, 2, 3)
	if all := SuccessesOf(r, bench.AllBehaviours, scenes.CALVIN); all != 6 {
		t.Errorf("%v successes of all behaviours, want 6", all)
	}
}

// Equality needs the interval of confidence .9 inside the margin; outside it the two are apart.
func TestEquality(t *testing.T) {
	for _, c := range []struct {
		difference     float64
		within, beyond bool
	}{{0, true, false}, {bench.Margin, false, false}, {3 * bench.Margin, false, true}, {-3 * bench.Margin, false,
		true}} {
		x, zero := make([]float64, 20), make([]float64, 20)
		for i := range x {
			x[i] = c.difference + float64(i%3) - 1
		}
		test, err := stats.PairedT(x, zero, Level)
		if err != nil {
			t.Fatal(err)
		}
		size := (Comparison{Equality: Equality(test)}).Verdict().Size
		if (size == stats.Within) != c.within || (size == stats.Beyond) != c.beyond {
			t.Errorf("difference %g: size %d", c.difference, size)
		}
	}
	if (Comparison{Equality: Equality(stats.Test{})}).Verdict() != (stats.Verdict{}) {
		t.Error("a test without numbers shows equality or difference")
	}
}

// Arms without any record are left out with their comparisons, and counted; where no arm has one, all stay.
func TestArmsNotBegun(t *testing.T) {
	p, records := recordtest.FourMethods(t)
	all := Of(p, records).Findings()[0]
	if all.NotBegun != 0 || len(all.Arms) < 3 || len(all.Pairwise) == 0 {
		t.Fatalf("%d of %d arms not begun, %d comparisons", all.NotBegun, len(all.Arms), len(all.Pairwise))
	}
	gone := all.Pairwise[0].Arm
	some := maps.Clone(records)
	maps.DeleteFunc(some, func(_ string, r record.Record) bool { return r.Cell.Method == all.Arm(gone).Method })
	f := Of(p, some).Findings()[0]
	if f.NotBegun != 1 || len(f.Arms) != len(all.Arms)-1 {
		t.Errorf("%d arms not begun, %d left", f.NotBegun, len(f.Arms))
	}
	for _, c := range f.Pairwise {
		if c.Arm == gone || c.Against == gone || !c.Test.T.Defined() {
			t.Errorf("compared: %s with %s", c.Arm, c.Against)
		}
	}
	if f := Of(p, recordtest.Records{}).Findings()[0]; f.NotBegun != 0 || len(f.Arms) != len(all.Arms) {
		t.Errorf("without records: %d arms not begun, %d left", f.NotBegun, len(f.Arms))
	}
}
