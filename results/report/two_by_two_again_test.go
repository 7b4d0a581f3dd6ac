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
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/results/study/twobytwo"
)

// againTrials is the number of whole trials of the sixth freeze's run, firstLook that of those which were looked at
// before the others ran.
const againTrials, firstLook = 20, study.TwoByTwoFirstLook

// predicted are the verdicts that the sixth freeze names: by task and quadrant, those on zero, remix and ours.
var predicted = map[string]map[string][3]analysis.Verdict{
	"picking": {
		"costly and hard to fit":                 {analysis.Harms, analysis.Equal, analysis.Harms},
		"costly and easy to fit":                 {analysis.Harms, analysis.Equal, analysis.Harms},
		"hard to fit and not shown to be costly": {analysis.Harms, analysis.Equal, analysis.Helps},
		"easy to fit and not shown to be costly": {analysis.Harms, analysis.Equal, analysis.Harms},
	},
	"opening": {
		"costly and hard to fit":                 {analysis.Harms, analysis.Equal, analysis.Equal},
		"costly and easy to fit":                 {analysis.Harms, analysis.Equal, analysis.Harms},
		"hard to fit and not shown to be costly": {analysis.Harms, analysis.Equal, analysis.Harms},
	},
}

// What the pages say of the sixth freeze is what its records show, at both looks and of the trials between them: how
// many of the predicted verdicts are confirmed, and what the others became.
func TestWordsOfTheSixthFreeze(t *testing.T) {
	_, records := recordtest.Committed(t, "../two-by-two-again")
	alone := recordtest.Records{} // the later trials as if they were a run of their own
	for _, r := range records {
		if r.Cell.Trial >= firstLook {
			r.Cell.Trial -= firstLook
			alone[r.Cell.Hash()] = r
		}
	}
	first, all := againstPredicted(t, firstLook, records), againstPredicted(t, againTrials, records)
	later := againstPredicted(t, againTrials-firstLook, alone)
	of := func(o outcome, trials int) string {
		return fmt.Sprintf("%d of the 21 verdicts are confirmed, over %d trials", o.confirmed, trials)
	}
	golden.CheckWords(t, "../freeze.md", slices.Concat(first.others, all.others, []string{
		of(first, firstLook), of(all, againTrials),
		fmt.Sprintf("The eight later trials alone confirm %d", later.confirmed),
	})...)
	golden.CheckWords(t, "../../docs/findings.md", of(all, againTrials))
	golden.CheckWords(t, "../answer.md",
		fmt.Sprintf("On the frozen seed it is %s there, over %d trials, which is equal within 5 points",
			all.found["picking, hard to fit and not shown to be costly, `ours`"], againTrials),
		"What the "+[]string{"no", "one", "two", "three", "four"}[len(all.others)]+
			" verdicts that are not confirmed became")
}

// outcome is what came of the predicted verdicts.
type outcome struct {
	confirmed int
	others    []string          // what the others became
	found     map[string]string // the effect of each: by task, quadrant and method
}

// againstPredicted compares the verdicts of a number of trials with the predicted ones.
func againstPredicted(t *testing.T, trials int, records recordtest.Records) (of outcome) {
	t.Helper()
	of.found = map[string]string{}
	plan, err := bench.NewPlan(study.ConfirmTwoByTwo.Name, func(s *record.Size) {
		s.Trials, s.Seed, s.SeedSource = trials, frozenSeed(t, study.ConfirmTwoByTwo.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, m := range twobytwo.Maps(study.TwoByTwo, frame.Of(plan, records)) {
		if want := map[bool]float64{false: .05, true: .025}[trials > firstLook]; m.Alpha != want {
			t.Errorf("%d trials: verdicts at the level %g, want %g", trials, m.Alpha, want)
		}
		for _, q := range m.Quadrants {
			for i, method := range []string{"zero", "remix", "ours"} {
				for _, e := range q.Effects {
					if e.Method != method {
						continue
					}
					all++
					name := fmt.Sprintf("%s, %s, `%s`", m.Task, q.Place, method)
					of.found[name] = apa.Format("%+.1f", e.Test.MeanDifference)
					want := predicted[m.Task][q.Place.String()][i]
					if e.Verdict() == want {
						of.confirmed++
						continue
					}
					of.others = append(of.others, fmt.Sprintf("%s: %s (%s), predicted %s", name, e.Verdict(),
						of.found[name], want))
				}
			}
		}
	}
	if all != 21 {
		t.Errorf("%d verdicts, want 21", all)
	}
	return of
}

// What the page says of single styles is what the records of the sixth freeze show: the study's method's differences,
// with p corrected by Holm over all styles and methods of a task.
func TestWordsOfSingleStyles(t *testing.T) {
	_, records := recordtest.Committed(t, "../two-by-two-again")
	plan, err := bench.NewPlan(study.ConfirmTwoByTwo.Name, func(s *record.Size) {
		s.Trials, s.Seed, s.SeedSource = againTrials, frozenSeed(t, study.ConfirmTwoByTwo.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for _, m := range twobytwo.Maps(study.TwoByTwo, frame.Of(plan, records)) {
		var all []*analysis.Effect
		var names []string
		for _, s := range m.Styles {
			for _, e := range s.Effects {
				if !twobytwo.IsYardstick(e.Method) {
					all, names = append(all, &e), append(names, m.Task+" "+s.Name+" "+e.Method)
				}
			}
		}
		if len(all) != 21 {
			t.Errorf("%s: %d tests, want 21", m.Task, len(all))
		}
		analysis.CorrectEffects(all)
		for i, e := range all {
			at[names[i]] = fmt.Sprintf("%+.1f, %s, %s", e.Test.MeanDifference.Or(0), apa.P("p", e.Test.P),
				apa.P("p (Holm)", e.Holm))
		}
	}
	golden.CheckWords(t, "../answer.md",
		"`retry` ("+at["picking retry ours"]+") and `erratic` ("+at["picking erratic ours"]+")",
		"loses "+strings.Replace(at["opening miss ours"], "-8.1, p < .001, ", "8.1 with `miss` (", 1)+")",
		fmt.Sprintf("`erratic` (%.4s) and `retry` (%.4s)", at["opening erratic ours"], at["opening retry ours"]))
	golden.CheckWords(t, "../../README.md", "gained "+at["picking erratic ours"][1:4]+" to ") // the most is of freeze 7
}
