package report

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// What docs/results/networks.md and results/freeze.md say of the residual network is what its records give: the
// difference of the starved behaviour from balanced data, mean over the behaviours of a task. Its trials were looked at
// three times, and freeze.md says which p counts at each look.
func TestReadmeOfResidual(t *testing.T) {
	const trials = 10
	_, records := recordtest.Committed(t, "../residual")
	plan, err := bench.NewPlan(study.ConfirmResidual.Name, func(s *record.Size) {
		s.Trials, s.Seed, s.SeedSource = trials, frozenSeed(t, study.ConfirmResidual.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	tasks := frame.Of(plan, records).Designs
	for i, task := range []struct {
		name      string
		looks     [3]int  // trials at each look
		confirmed [3]bool // at each look
	}{
		{"picking", [3]int{2, 7, trials}, [3]bool{false, true, false}},
		{"opening", [3]int{3, 7, trials}, [3]bool{false, false, false}},
	} {
		d := tasks[i]
		for k, significance := range []float64{.05, .025, .0125} {
			s := starvation(t, d, 0, task.looks[k])
			if got := s.difference < 0 && s.pValue < significance; got != task.confirmed[k] {
				t.Errorf("%s, look %d: confirmed %v: the words of the two pages say otherwise", task.name, k+1, got)
			}
			told := fmt.Sprintf("%s %s", task.name, s)
			if k > 0 {
				told += fmt.Sprintf(", the new trials alone %s", starvation(t, d, task.looks[k-1], task.looks[k]))
			}
			golden.CheckWords(t, "../freeze.md", told)
		}
		all := starvation(t, d, 0, trials)
		golden.CheckWords(t, "../../docs/results/networks.md",
			fmt.Sprintf("%.1f points in %s (p = %s, n = %d)", -all.difference, task.name, all.p(), trials),
			fmt.Sprintf("%.0f %% in %s", all.balanced, task.name),
			fmt.Sprintf("%s's change lies between %+.1f and %+.1f points (95 %%)", task.name, all.low, all.high))
	}
}

// starved is what starving costs in a task: the paired t-test of the trials' means over behaviours, in points.
type starved struct {
	difference, t, df, pValue float64
	low, high                 float64 // 95 % interval of the difference
	balanced                  float64 // success with balanced data, percent
}

// p writes the p-value without a 0 before the point.
func (s starved) p() string { return strings.TrimPrefix(fmt.Sprintf("%.3f", s.pValue), "0") }

func (s starved) String() string {
	return fmt.Sprintf("%.1f points (t(%.0f) = %.2f, p = %s)", s.difference, s.df, s.t, s.p())
}

// starvation compares the starved behaviours of a design with balanced data, over the trials [from, to).
func starvation(t *testing.T, d frame.Design, from, to int) (s starved) {
	t.Helper()
	n := float64(len(d.Comparisons))
	on, off := make([]float64, to-from), make([]float64, to-from)
	for _, c := range d.Comparisons {
		a, b := d.Successes(d.Arm(c.Arm), c.Behaviour), d.Successes(d.Arm(c.Against), c.Behaviour)
		for i := range on {
			on[i] += d.Percent(a[from+i]) / n
			off[i] += d.Percent(b[from+i]) / n
			s.balanced += d.Percent(b[from+i]) / n / float64(len(on))
		}
	}
	test, err := stats.PairedT(on, off, .95)
	if err != nil || !test.P.Defined() {
		t.Fatal(test, err)
	}
	s.difference, s.t, s.df = test.MeanDifference.Or(0), test.T.Or(0), test.DF.Or(0)
	s.pValue, s.low, s.high = test.P.Or(0), test.CI.Low.Or(0), test.CI.High.Or(0)
	return s
}
