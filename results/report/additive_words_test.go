package report

import (
	"fmt"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
)

// What the README says of Remix in its additive form where it was added last, under the other difficulties and in the
// second run, is what the records give: how many verdicts it decides as Re-Mix does, otherwise, and not at all, and by
// how much it changes E4 of opening there.
func TestWordsOfTheAdditiveForm(t *testing.T) {
	all, _ := recordtest.Committed(t, "../confirm")
	evaluations, _ := claims.EvaluateAll(all, scenes.Earned)
	var first, second claims.Evaluation
	for _, e := range evaluations {
		switch e.Size.Seed {
		case frozenSeed(t, study.ConfirmAdditive.Freeze):
			first = e
		case frozenSeed(t, study.ConfirmOpeningAdditive.Freeze):
			second = e
		}
	}
	var under, again tally
	e4 := map[string]float64{}
	for _, r := range first.Claims {
		under.add(r, r.ReadingsUnder)
	}
	for _, r := range second.Claims {
		again.add(r, r.Readings)
		again.add(r, r.ReadingsUnder)
		for _, o := range r.Readings {
			if o.Reading == study.Additive && r.Experiment == "E4" {
				e4[r.Behaviour] = -o.Test.MeanDifference.Or(0)
			}
		}
	}
	golden.CheckWords(t, "../answer.md",
		"Under the other difficulties it decides "+under.words(), "in the second run "+again.words(),
		fmt.Sprintf("it lowers the slider by %.1f points, as the study says, and the drawer by %.1f, where the study "+
			"found nothing", e4["slider"], e4["drawer"]))
}

// The additive form harms the same kinds of bad demonstrations in the run of the sixth freeze and in the exploratory
// one before it, and the README says how many.
func TestAdditiveFormHarmsTheSameKinds(t *testing.T) {
	var harmed [2][]string
	for i, run := range []struct {
		dir, plan string
		adjust    func(*record.Size)
	}{
		{"../two-by-two", twobytwo.Additive, func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.StatePolicy, 20, 30
		}},
		{"../two-by-two-again", study.ConfirmTwoByTwoAdditive.Name, func(s *record.Size) {
			s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmTwoByTwoAdditive.Freeze), record.SeedFreeze
		}},
	} {
		_, records := recordtest.Committed(t, run.dir)
		plan, err := bench.NewPlan(run.plan, run.adjust)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range twobytwo.Maps(twobytwo.Additive, frame.Of(plan, records)) {
			for _, q := range m.Quadrants {
				for _, e := range q.Effects {
					if e.Method == "remix" && e.Verdict() == analysis.Harms {
						harmed[i] = append(harmed[i], m.Task+", "+q.Place.String())
					}
				}
			}
		}
	}
	if !slices.Equal(harmed[0], harmed[1]) {
		t.Errorf("harmed are %q and %q", harmed[0], harmed[1])
	}
	golden.CheckWords(t, "../answer.md", fmt.Sprintf("the additive form harms %d (", len(harmed[1])),
		fmt.Sprintf("the same %d in the exploratory run before", len(harmed[0])))
}

// tally counts verdicts of the additive form beside those of the primary reading; claims that repeat others are left
// out.
type tally struct{ all, otherwise, undecided int }

func (n *tally) add(r claims.Result, readings []claims.OtherReading) {
	for _, o := range readings {
		if o.Reading != study.Additive || len(r.Repeats) > 0 {
			continue
		}
		n.all++
		switch {
		case o.Otherwise():
			n.otherwise++
		case o.Verdict != o.Primary:
			n.undecided++
		}
	}
}

func (n tally) words() string {
	return fmt.Sprintf("%d of %d verdicts otherwise and leaves %d undecided", n.otherwise, n.all, n.undecided)
}
