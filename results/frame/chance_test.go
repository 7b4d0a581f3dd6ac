package frame

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// verdicts gives all records of E1 verdicts of both oracles: two successes of each behaviour are not earned, and one
// failure shows another behaviour.
func verdicts(p bench.Plan) recordtest.Records {
	s := recordtest.RecordsE1(p, recordtest.Four)
	for h, r := range s {
		s[h] = recordtest.WithVerdicts(r, 2, 1)
	}
	return s
}

// Every number of a design stands under its oracle.
func TestSuccessByOracle(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	for oracle, want := range map[scenes.Oracle][]float64{"": {5, 6, 4, 7}, scenes.Earned: {5, 6, 4, 7},
		scenes.CALVIN: {7, 8, 6, 9}} {
		p.Oracle = oracle
		d := Of(p, verdicts(p)).Designs[0]
		if got := d.Successes(d.Arm("balanced"), "left"); !slices.Equal(got, want) || d.OracleWarning != "" {
			t.Errorf("%q: %v, want %v; warning %q", oracle, got, want, d.OracleWarning)
		}
		if pairs := d.Pairs(d.Comparisons[0]); pairs[0][0] != 10*want[0] {
			t.Errorf("%q: pairs %v", oracle, pairs)
		}
	}
}

// One record without earned verdicts moves the whole plan to CALVIN's oracle, and says so.
func TestOraclesAreNotMixed(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := verdicts(p)
	e := p.Experiments[0]
	c := p.Cell(e, e.Designs[0], e.Designs[0].Arms[3], 2)
	s[c.Hash()] = recordtest.Record(c, 8, 7, 7)
	d := Of(p, s).Designs[0]
	if got := d.Successes(d.Arm("balanced"), "left"); !slices.Equal(got, []float64{7, 8, 6, 9}) {
		t.Errorf("%v: want the successes of CALVIN's oracle", got)
	}
	if d.Oracle != scenes.CALVIN || !strings.Contains(d.OracleWarning, "1 of 16 records") {
		t.Errorf("oracle %q, warning %q", d.Oracle, d.OracleWarning)
	}
	if _, ok := d.Under(scenes.Earned); ok {
		t.Error("the design can be read under an oracle that a record lacks")
	}
}

// Right, wrong and neither are all rollouts, under each oracle.
func TestEndings(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	for _, oracle := range []scenes.Oracle{scenes.CALVIN, scenes.Earned} {
		p.Oracle = oracle
		d := Of(p, verdicts(p)).Designs[0]
		for _, a := range d.Arms {
			for _, b := range d.Behaviours() {
				e := d.Endings(a, b)
				if sum := e.Right + e.Wrong + e.Neither; !e.Known || math.Abs(sum-100) > 1e-9 ||
					math.Abs(e.Right-d.Success(a, b).Mean.Or(0)) > 1e-9 {
					t.Errorf("%s, %s, %s: %+v add up to %g", oracle, a.Name, b, e, sum)
				}
				if e.Wrong != 10 && d.Success(a, b).Mean.Or(0) < 90 {
					t.Errorf("%s, %s, %s: %g %% show another behaviour, want 1 of 10", oracle, a.Name, b, e.Wrong)
				}
			}
		}
	}
	d := Of(p, recordtest.RecordsE1(p, recordtest.Four)).Findings()[0]
	has, _ := d.HasEndings()
	if e := d.Endings(d.Arms[0], "left"); e.Known || has {
		t.Errorf("old records: %+v", e)
	}
}

// A chance level is the success of its initialisations, each a cluster of the bound.
func TestChance(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := verdicts(p)
	successes := []int{0, 3, 0, 0, 1, 0, 0, 0, 0, 0}
	recordtest.AddChance(s, p, successes...)
	cs := Of(p, s).Designs[0].Chances()
	if len(cs) != 1 || cs[0].Recorded != 10 || len(cs[0].Behaviours) != 3 {
		t.Fatalf("%+v", cs)
	}
	want, err := stats.ClusteredUpper(successes, slices.Repeat([]int{100}, 10), .95, bench.ChanceCorrelation)
	if got, ok := cs[0].Of("middle"); !ok || err != nil || got.Success != want || got.Endings.Right != 0.4 ||
		got.Endings.Neither != 99.6 {
		t.Errorf("%+v, want %+v (%v)", got, want, err)
	}
	if cs[0].WithinLimit() {
		t.Errorf("a bound of %g %% is within the limit", 100*want.Upper)
	}
	recordtest.AddChance(s, p, make([]int, 10)...)
	if c := Of(p, s).Designs[0].Chances()[0]; !c.WithinLimit() {
		t.Errorf("no success is not within the limit: %+v", c)
	}
	recordtest.AddChance(s, p, make([]int, 30)...) // more than a plan has, without a gap
	if c := Of(p, s).Designs[0].Chances()[0]; c.Recorded != 30 {
		t.Errorf("%d initialisations count, want all 30", c.Recorded)
	}
	level := bench.ChanceLevel{Task: "picking"}
	delete(s, p.ChanceCell(level, 25).Hash())
	if c := Of(p, s).Designs[0].Chances()[0]; c.Recorded != 25 {
		t.Errorf("%d initialisations count, want the 25 before the gap", c.Recorded)
	}
}

// Chance levels that are not recorded, or hardly, have no numbers; untrained policies are no size and no run of their
// own beside trained ones.
func TestChanceBesideTrainedPolicies(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := verdicts(p)
	d := Of(p, s).Designs[0]
	if c := Of(p, s).Designs[0].Chances()[0]; len(c.Behaviours) > 0 || c.WithinLimit() {
		t.Errorf("without records: %+v", c)
	}
	recordtest.AddChance(s, p, 0)
	if _, ok := d.Chances()[0].Of("left"); ok {
		t.Error("one initialisation has a bound")
	}
	recordtest.AddChance(s, p, make([]int, 10)...)
	var all, untrained []record.Record
	for _, r := range s {
		all = append(all, r)
		if r.Cell.Untrained() {
			untrained = append(untrained, r)
		}
	}
	if plans, _ := Plans(all); len(plans) != 1 || plans[0].Name != "E1" || plans[0].Size.Trials != 4 {
		t.Errorf("plans %+v, want E1", plans)
	}
	if plans, _ := Plans(untrained); len(plans) != 1 || plans[0].Name != bench.ChanceExperiment ||
		len(Of(plans[0], s).Designs) != 1 || len(Of(plans[0], s).Designs[0].Behaviours()) != 3 {
		t.Errorf("plans of untrained policies alone: %+v", plans)
	}
	runs, err := PairRuns(all, all, "a", "b", scenes.Earned)
	if err != nil || len(runs) != 1 || len(runs[0].Records[0]) != 16 || len(runs[0].Chances[1]) != 1 ||
		runs[0].Chances[1][0].Recorded != 10 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	own := ChanceRecords(all, bench.StatePolicy, bench.ChanceLevel{Task: "picking"})
	if len(own) != 10 || own[9].Cell.Trial != 9 {
		t.Errorf("%d records of the chance level", len(own))
	}
	if other := ChanceRecords(all, bench.VisionPolicy, bench.ChanceLevel{Task: "picking"}); len(other) > 0 {
		t.Errorf("%d records of another policy's chance level", len(other))
	}
}

// A committed chance level is that of its task, policy and version, and of no other.
func TestCommittedChanceOf(t *testing.T) {
	all, err := CommittedChances()
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	for _, c := range all {
		policy, err := record.ParsePolicy(c.Policy)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := CommittedChanceOf(policy, bench.ChanceLevel{Task: c.Task})
		if ok != (c.Version == bench.Version) || ok && (got.Task != c.Task || got.Policy != c.Policy) {
			t.Errorf("%s, %s: %s, %s, %v", c.Task, c.Policy, got.Task, got.Policy, ok)
		}
		if got, ok := CommittedChanceOf(policy, bench.ChanceLevel{Task: "none"}); ok {
			t.Errorf("the level of no task is %+v", got)
		}
	}
	other := bench.StatePolicy
	other.Head = "none"
	if got, ok := CommittedChanceOf(other, bench.ChanceLevel{Task: all[0].Task}); ok {
		t.Errorf("the level of an unknown policy is %+v", got)
	}
}

// Records of a chance level are those of its task, policy and version that nothing trained, of the smallest seed, by
// trial.
func TestChanceRecords(t *testing.T) {
	level := bench.ChanceLevel{Task: "picking"}
	recordOf := func(trial int, seed uint64, change func(*record.Cell)) record.Record {
		c := record.Cell{Task: "picking", Policy: bench.StatePolicy, Version: bench.Version, Trial: trial,
			Seed: seed, Method: record.Untrained}
		change(&c)
		return record.Record{Cell: c}
	}
	same := func(*record.Cell) {}
	records := []record.Record{
		recordOf(0, 7, same), recordOf(1, 5, same), recordOf(0, 5, same), recordOf(2, 6, same),
		recordOf(3, 5, func(c *record.Cell) { c.Task = "opening" }),
		recordOf(4, 5, func(c *record.Cell) { c.Policy = bench.VisionPolicy }),
		recordOf(5, 5, func(c *record.Cell) { c.Version = "0" }),
		recordOf(6, 5, func(c *record.Cell) { c.Method = "natural" }),
	}
	own := ChanceRecords(records, bench.StatePolicy, level)
	if len(own) != 2 || own[0].Cell.Trial != 0 || own[1].Cell.Trial != 1 || own[0].Cell.Seed != 5 {
		t.Errorf("%+v", own)
	}
}

// The command that measures a chance level is that of the level alone, where an experiment has its knobs.
func TestChanceCommand(t *testing.T) {
	p, err := bench.NewPlan("cue", func(s *record.Size) {
		s.Policy, s.Trials, s.Rollouts, s.Seed = bench.StatePolicy, 3, 7, 5
	})
	if err != nil {
		t.Fatal(err)
	}
	const run = "counterpoise run "
	execute := record.PolicySettings{Execute: 2}
	for _, c := range []struct {
		level bench.ChanceLevel
		want  string
	}{
		{bench.ChanceLevel{Task: "opening"}, run + "chance --policy state --seed 5"},
		{bench.ChanceLevel{Task: "picking", Settings: execute}, run + "chance --policy state:Execute=2 --seed 5"},
		{bench.ChanceLevel{Task: "opening:Start=0.02,Noise=10"}, run + "chance-inexact --policy state --seed 5"},
		{bench.ChanceLevel{Task: "opening:Ambiguity=0.2"}, Command(p)},
	} {
		if got := ChanceCommand(p, c.level); got != c.want {
			t.Errorf("%+v: %q, want %q", c.level, got, c.want)
		}
	}
}

// The command of chance levels alone has the flags that run takes for them.
func TestCommandOfChance(t *testing.T) {
	for trials, want := range map[int]string{
		10:  "counterpoise run chance --policy state --seed 1",
		100: "counterpoise run chance --policy state --trials 100 --seed 1",
	} {
		p, err := bench.NewPlan(bench.ChanceExperiment, func(s *record.Size) { s.Trials, s.Steps = trials, 30 })
		if err != nil {
			t.Fatal(err)
		}
		if got := Command(p); got != want {
			t.Errorf("%d trials: %q, want %q", trials, got, want)
		}
	}
}
