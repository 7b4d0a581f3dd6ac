package regret

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// ten is the regrets experiment with 4 trials of ten rollouts.
func ten(t *testing.T) bench.Plan {
	t.Helper()
	p, err := bench.NewPlan(study.RegretExperiment, func(s *record.Size) {
		*s = record.Size{Trials: 4, Rollouts: 10, Steps: 100, Seed: 1, Policy: bench.StatePolicy}
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// add adds records of an arm in which n[trial] of ten rollouts of each behaviour succeed.
func add(t *testing.T, p bench.Plan, s recordtest.Records, arm string, n ...int) {
	t.Helper()
	for _, d := range p.Experiments[0].Designs {
		i := slices.IndexFunc(d.Arms, func(a bench.Arm) bool { return a.Name == arm })
		if i < 0 {
			continue
		}
		task, err := scenes.ParseTask(d.Task)
		if err != nil {
			t.Fatal(err)
		}
		for trial, k := range n {
			c := p.Cell(p.Experiments[0], d, d.Arms[i], trial)
			r := record.Record{Cell: c, Data: record.Data{Hash: fmt.Sprint("pool ", trial)}}
			for _, b := range task.Behaviours() {
				o := record.Outcomes{Behaviour: b, Horizon: 360, Steps: make([]int, 10)}
				for j := range k {
					o.Steps[j] = 100
				}
				r.Rollouts = append(r.Rollouts, o)
			}
			s[c.Hash()] = r
		}
		return
	}
	t.Fatalf("no arm %q", arm)
}

// records are those of two recipes: number 2 has the style detour, number 13 none.
func records(t *testing.T, p bench.Plan) recordtest.Records {
	t.Helper()
	s := recordtest.Records{}
	add(t, p, s, "02", 5, 5, 5, 5)
	add(t, p, s, "02 without detour", 7, 3, 7, 5)
	add(t, p, s, "02, balanced", 4, 4, 4, 8)
	add(t, p, s, "13", 6, 6, 6, 6)
	add(t, p, s, "13, balanced", 8, 8, 8, 8)
	return s
}

// made leaves out detour in trial 1 from the data alone, and in all trials by the user's word.
func made() (a Advices) {
	for t := range 4 {
		e := Advice{Recipe: 2, Trial: t, Hash: fmt.Sprint("pool ", t), Word: []string{"detour"}}
		if t == 1 {
			e.Alone = e.Word
		}
		a.Entries = append(a.Entries, e)
	}
	return a
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// By hand, recipe 2. Trials 0 and 2 choose "without" (70 and 70), which has 30 and 50 in trials 1 and 3. These choose
// "balanced" (40 and 80), which has 40 and 40 in trials 0 and 2. So the best is worth 40, 30, 40, 50.
//
//	alone  50 30 50 50   regrets -10 0 -10 0   gains 0 -20 0 0
//	word   70 30 70 50   regrets -30 0 -30 0   gains 20 -20 20 0
//
// Recipe 13: the advice is plain cloning, 60; the best, balanced, has 80.
func TestWorthByHand(t *testing.T) {
	p := ten(t)
	all, without := Of(frame.Of(p, records(t, p)), made())
	if len(all) != 2 || without != 0 || all[0].Number != 2 || all[1].Number != 13 {
		t.Fatalf("%d recipes, %d without advice", len(all), without)
	}
	for _, c := range []struct {
		recipe           int
		k                Knowledge
		regret, se, gain float64
		changes          bool
	}{
		{0, DataAlone, -5, math.Sqrt(100. / 3 / 4), -5, true},
		{0, UsersWord, -15, math.Sqrt(900. / 3 / 4), 5, true},
		{1, DataAlone, 20, 0, 0, false},
		{1, UsersWord, 20, 0, 0, false},
	} {
		w := all[c.recipe].Worth[c.k]
		if !near(w.Regret, c.regret) || !near(w.RegretSE, c.se) || !near(w.Gain, c.gain) || w.Changes != c.changes {
			t.Errorf("recipe %d %s: %+v", all[c.recipe].Number, c.k, w)
		}
	}
	// Over both: mean 7.5, SD 17.678, t(1) = 12.706. The first moves to the mean by 8.333/(312.5 - 4.1667 + 8.333).
	s := Summarise(all, DataAlone)
	half := 12.706204736 * math.Sqrt(312.5/2)
	if !near(s.Regret.MeanDifference.Or(0), 7.5) || math.Abs(s.Regret.CI.High.Or(0)-7.5-half) > 1e-6 ||
		!near(s.Gain.MeanDifference.Or(0), -2.5) || !near(s.Worst.Or(0), 20) || s.Changing != 1 {
		t.Errorf("%+v", s)
	}
}

// Equal estimates with noise are all mean; half of the spread is noise in the second case: 50 - 25 of 50.
func TestShrinkage(t *testing.T) {
	for _, c := range []struct{ x, se, want []float64 }{
		{[]float64{0, 10}, []float64{10, 10}, []float64{5, 5}},
		{[]float64{0, 10}, []float64{5, 5}, []float64{2.5, 7.5}},
		{[]float64{0, 10}, []float64{0, 0}, []float64{0, 10}},
		{[]float64{3}, []float64{1}, []float64{3}},
	} {
		if got := shrunk(c.x, c.se); !slices.EqualFunc(got, c.want, near) {
			t.Errorf("%v ± %v: %v, want %v", c.x, c.se, got, c.want)
		}
	}
	var x []float64
	for i := range 21 {
		x = append(x, float64(i))
	}
	if got := worstTenth(x); !near(got, 19) { // of 18, 19 and 20
		t.Errorf("the worst tenth of 0 to 20 is %v", got)
	}
}

// A recipe counts only with all of its records, and with advice on the very demonstrations.
func TestWhatCounts(t *testing.T) {
	p := ten(t)
	s, a := records(t, p), made()
	a.Entries[3].Hash = "others"
	if all, without := Of(frame.Of(p, s), a); len(all) != 1 || without != 1 {
		t.Errorf("advice on other demonstrations: %d recipes, %d without advice", len(all), without)
	}
	if all, without := Of(frame.Of(p, s), Advices{}); len(all) != 1 || without != 1 {
		t.Errorf("no advice: %d recipes, %d without advice", len(all), without)
	}
	d := p.Experiments[0].Designs
	for _, design := range d {
		for _, arm := range design.Arms {
			if arm.Name == "02, balanced" {
				delete(s, p.Cell(p.Experiments[0], design, arm, 3).Hash())
			}
		}
	}
	if all, without := Of(frame.Of(p, s), made()); len(all) != 1 || without != 0 {
		t.Errorf("a record is missing: %d recipes, %d without advice", len(all), without)
	}
	if _, ok := section(frame.Of(p, recordtest.Records{}), made()); ok {
		t.Error("a section without records")
	}
}

// Sentences say what is reached, missed and open; the tables have a row for each advice and recipe.
func TestSection(t *testing.T) {
	p := ten(t)
	s, ok := section(frame.Of(p, records(t, p)), made())
	if !ok || len(s.Tables) != 2 || len(s.Tables[0].Rows) != 2 || len(s.Tables[1].Rows) != 2 {
		t.Fatalf("%+v", s)
	}
	text := strings.Join(s.Lines, "\n")
	for _, want := range []string{
		"2 of 64 recipes have all their records: 4 trials of 10 rollouts", "the others take: counterpoise run regret",
		"Advice from the data alone: regret +7.5 points", "(at most 3: open)", "changes anything in 1 of 2 recipes",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := s.Tables[1].Rows[0][6].Text; got != "plain cloning; without detour" {
		t.Errorf("the advice on recipe 2 is %q", got)
	}
	if last := s.Notes[len(s.Notes)-1]; last != "Chance: not recorded. It is measured by: counterpoise run regret" {
		t.Error(last)
	}
}

// A note says how often untrained policies succeed in each task and behaviour.
func TestSectionHasChance(t *testing.T) {
	p := ten(t)
	s := records(t, p)
	for trial := range bench.ChanceTrials {
		c := p.ChanceCell(bench.ChanceLevel{Task: "opening"}, trial)
		o := record.Outcomes{Behaviour: "slider", Horizon: 360, Steps: make([]int, 100)}
		o.Steps[0] = 100 // one success in 100
		s[c.Hash()] = record.Record{Cell: c, Rollouts: []record.Outcomes{o}}
	}
	section, _ := section(frame.Of(p, s), made())
	if last := section.Notes[len(section.Notes)-1]; !strings.Contains(last, ": opening slider 1.0 (≤ ") {
		t.Error(last)
	}
}

// A gain is reached where the lower bound of its interval lies above -1 point, and a regret where the upper bound of
// its own is at most 3.
func TestGoals(t *testing.T) {
	interval := func(low, high float64) stats.Test {
		return stats.Test{MeanDifference: stats.Some((low + high) / 2), CI: stats.Interval{Low: stats.Some(low),
			High: stats.Some(high), Level: .95}}
	}
	for _, c := range []struct {
		regret, gain [2]float64
		want         [2]string
	}{
		{[2]float64{1, 3}, [2]float64{-.9, 2}, [2]string{"at most 3: reached", "above -1: reached"}},
		{[2]float64{1, 3.1}, [2]float64{-1, 2}, [2]string{"at most 3: open", "above -1: missed or open"}},
		{[2]float64{3.1, 5}, [2]float64{-4, -2}, [2]string{"at most 3: missed", "above -1: missed or open"}},
	} {
		s := Summary{Recipes: 3, Regret: interval(c.regret[0], c.regret[1]), Gain: interval(c.gain[0], c.gain[1])}
		for _, want := range c.want {
			if got := s.sentence(); !strings.Contains(got, want) {
				t.Errorf("%v and %v: %s, want %q", c.regret, c.gain, got, want)
			}
		}
	}
}
