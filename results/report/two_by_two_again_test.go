package report

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/effects"
	"counterpoise/results/quadrants"
)

// againTrials is the number of whole trials of the sixth freeze's run.
const againTrials = 12

// predicted are the verdicts that the sixth freeze names: by task and quadrant, those on zero, remix and ours.
var predicted = map[string]map[string][3]effects.Verdict{
	"picking": {
		"costly and hard to fit":                 {effects.Harms, effects.Equal, effects.Harms},
		"costly and easy to fit":                 {effects.Harms, effects.Equal, effects.Harms},
		"hard to fit and not shown to be costly": {effects.Harms, effects.Equal, effects.Helps},
		"easy to fit and not shown to be costly": {effects.Harms, effects.Equal, effects.Harms},
	},
	"opening": {
		"costly and hard to fit":                 {effects.Harms, effects.Equal, effects.Equal},
		"costly and easy to fit":                 {effects.Harms, effects.Equal, effects.Harms},
		"hard to fit and not shown to be costly": {effects.Harms, effects.Equal, effects.Harms},
	},
}

// What the pages say of the sixth freeze is what its records show: how many of the predicted verdicts are confirmed,
// and what the others became.
func TestWordsOfTheSixthFreeze(t *testing.T) {
	_, records := recordtest.Committed(t, "../two-by-two-again")
	plan, err := bench.NewPlan(bench.ConfirmTwoByTwo.Name, func(s *bench.Size) {
		s.Trials, s.Seed, s.SeedSource = againTrials, frozenSeed(t, bench.ConfirmTwoByTwo.Freeze), bench.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	all, confirmed := 0, 0
	var others []string
	for _, m := range quadrants.Maps(bench.TwoByTwo, plan, records) {
		for _, q := range m.Quadrants {
			for i, method := range []string{"zero", "remix", "ours"} {
				for _, e := range q.Effects {
					if e.Method != method {
						continue
					}
					all++
					want := predicted[m.Task][q.Place.String()][i]
					if e.Verdict() == want {
						confirmed++
						continue
					}
					others = append(others, fmt.Sprintf("%s, %s, `%s`: %s (%+.1f), predicted %s", m.Task, q.Place,
						method, e.Verdict(), e.Test.MeanDifference.Or(0), want))
				}
			}
		}
	}
	if all != 21 {
		t.Errorf("%d verdicts, want 21", all)
	}
	freeze, readme := words(t, "../freeze.md"), words(t, "../../README.md")
	count := fmt.Sprintf("%d of the 21 verdicts are confirmed, over %d trials", confirmed, againTrials)
	for _, want := range append(others, count) {
		if !strings.Contains(freeze, want) {
			t.Errorf("results/freeze.md lacks %q", want)
		}
	}
	if !strings.Contains(readme, count) {
		t.Errorf("README.md lacks %q", count)
	}
}
