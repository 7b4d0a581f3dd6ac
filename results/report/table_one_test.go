package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/results/study/fixedtheta"
)

// The page of Table 1 under each reading is what the committed records give. Only with the fixed policy and
// demonstrations that hurry does the study's method reach its region, in both tasks; with Remix in the study's additive
// form all three methods do.
func TestTableOneUnderEachReading(t *testing.T) {
	plans, records := map[int]bench.Plan{}, map[int]recordtest.Records{}
	for freeze, c := range map[int]struct{ plan, dir string }{
		1: {study.ConfirmReadings.Name, "../confirm"}, 7: {study.ConfirmFixedTheta.Name, "../fixed-theta"},
	} {
		_, records[freeze] = recordtest.Committed(t, c.dir)
		plan, err := bench.NewPlan(c.plan, func(s *record.Size) {
			s.Trials, s.Seed, s.SeedSource = fixedtheta.Trials, frozenSeed(t, freeze), record.SeedFreeze
		})
		if err != nil {
			t.Fatal(err)
		}
		plans[freeze] = plan
	}
	main := plans[1]
	e5, err := bench.Experiments.Get("E5")
	if err != nil {
		t.Fatal(err)
	}
	main.Experiments = append([]bench.Experiment{e5}, main.Experiments...)
	_, ofFixedMain := recordtest.Committed(t, "../fixed-theta-main")
	fixedMain, err := bench.NewPlan(study.ConfirmFixedThetaMain.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedThetaMain.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	all := fixedtheta.TableOne(frame.Of(main, records[1]), frame.Of(plans[7], records[7]),
		frame.Of(fixedMain, ofFixedMain))
	for _, r := range all {
		hasty := r.Style == "hasty"
		if got := r.Reaches(); slices.Contains(got, "ours") != hasty ||
			(len(got) == 3) != (hasty && r.Reading == "fixed theta, additive") {
			t.Errorf("%s: %s with %s reaches %v", r.Task, r.Reading, r.Style, got)
		}
	}
	for _, r := range all { // the main seed, as the pages tell it
		if r.Reading != "fixed theta, main seed" {
			continue
		}
		weight := strings.TrimPrefix(fmt.Sprintf("%.3f", r.Ours.Mean.Or(0)), "0")
		d := r.Effect.Test
		effect := fmt.Sprintf("%+.1f [%+.1f, %+.1f]", d.MeanDifference.Or(0), d.CI.Low.Or(0), d.CI.High.Or(0))
		golden.CheckWords(t, "../answer.md", weight, fmt.Sprintf("%+.1f", d.MeanDifference.Or(0)))
		golden.CheckWords(t, "../freeze.md", weight, effect)
	}
	losses := ""
	for _, r := range all {
		if r.Reading == "fixed theta" && r.Style == "hasty" {
			losses += fmt.Sprintf(" %.2f and %.2f in %s", r.References[0].Or(0), r.References[1].Or(0), r.Task)
		}
	}
	picking, opening, _ := strings.Cut(strings.TrimSpace(losses), " in picking ")
	golden.CheckWords(t, "../answer.md", "are "+picking+" in picking", "and "+opening)
	same(t, "../table-1.md", inForm(t, "markdown", fixedtheta.TableOneDocument(all)))
}
