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
	"counterpoise/policies/balance"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// resemblanceWeights is the method of the weights in results/resemblance.
const resemblanceWeights = "weights:resemblance@3ba2c7a7d95742cc"

// The committed document of the fifth freeze is what its records give, with the arms of the weights from outside.
func TestCommittedResemblance(t *testing.T) {
	_, records := recordtest.Committed(t, "../resemblance")
	plan, err := bench.NewPlan(study.ConfirmResemblance.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmResemblance.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := balance.Named(resemblanceWeights)
	if err != nil {
		t.Fatal(err)
	}
	all := func(string, string, balance.Given) bool { return true }
	weighted, ok := bench.Weighted(plan.Experiments[0], []balance.Given{w.(balance.Given)}, all)
	if !ok {
		t.Fatal("no arm of the weights")
	}
	plan.Experiments = []bench.Experiment{weighted}
	same(t, "../resemblance/resemblance.md", inForm(t, "markdown", Document(frame.Of(plan, records))))
}

// What README.md and results/freeze.md say of weights by resemblance from pictures is what the records give: the
// difference from plain cloning, mean over styles and behaviours, where bad demonstrations are costly and where not.
func TestReadmeOfResemblance(t *testing.T) {
	all, _ := recordtest.Committed(t, "../resemblance")
	of := func(task string, costly bool) (weighted, plain []float64) {
		weighted, plain = make([]float64, 10), make([]float64, 10)
		n := map[bool]float64{}
		for _, r := range all {
			_, style, bad := strings.Cut(r.Cell.Recipe, ":")
			style, _, _ = strings.Cut(style, "=")
			if !bad || r.Cell.Task != task || r.Cell.Untrained() ||
				costly == slices.Contains([]string{"early", "noisy"}, style) {
				continue
			}
			to, method := plain, r.Cell.Method
			if method == resemblanceWeights {
				to = weighted
			}
			to[r.Cell.Trial] += percent(t, r)
			n[method == resemblanceWeights]++
		}
		if n[true] != n[false] {
			t.Fatal(n)
		}
		for i := range plain {
			weighted[i] /= n[true] / 10
			plain[i] /= n[true] / 10
		}
		return weighted, plain
	}
	effect := func(task string, costly bool, level float64) stats.Test {
		weighted, plain := of(task, costly)
		e, err := stats.PairedT(weighted, plain, level)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	picking, opening := effect("picking", true, .95), effect("opening", true, .95)
	number := func(form string, m stats.Maybe) string {
		return strings.Replace(fmt.Sprintf(form, m.Or(0)), "0.", ".", 1)
	}
	if p := picking.P.Or(1); !(p < .001) {
		t.Errorf("picking: p = %v", p)
	}
	for page, words := range map[string][]string{
		"../freeze.md": {
			fmt.Sprintf("%+.1f points in picking (t(9) = %.2f, p < .001)", picking.MeanDifference.Or(0),
				picking.T.Or(0)),
			fmt.Sprintf("%+.1f in opening (t(9) = %.2f, p = %s)", opening.MeanDifference.Or(0), opening.T.Or(0),
				number("%.3f", opening.P)),
			equality("picking", effect("picking", false, .90)), equality("opening", effect("opening", false, .90)),
		},
		"../../docs/findings.md": {
			fmt.Sprintf("gain %.1f points in picking and %.1f in opening", picking.MeanDifference.Or(0),
				opening.MeanDifference.Or(0)),
		},
		"../../README.md": {
			fmt.Sprintf("%+.1f points in picking and %+.1f in opening", picking.MeanDifference.Or(0),
				opening.MeanDifference.Or(0)),
		},
	} {
		golden.CheckWords(t, page, words...)
	}
}

// equality is what results/freeze.md says of an effect where bad demonstrations are not costly.
func equality(task string, e stats.Test) string {
	return fmt.Sprintf("%+.1f in %s, 90 %% interval %+.1f to %+.1f", e.MeanDifference.Or(0), task, e.CI.Low.Or(0),
		e.CI.High.Or(0))
}
