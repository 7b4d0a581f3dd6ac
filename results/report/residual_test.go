package report

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// What results/README.md and results/freeze.md say of the residual network is what its records give: the difference of
// the starved behaviour from balanced data, mean over the behaviours of a task, over its whole trials.
func TestReadmeOfResidual(t *testing.T) {
	_, records := recordtest.Committed(t, "../residual")
	plan, err := bench.NewPlan(bench.ConfirmResidual.Name, func(s *bench.Size) {
		s.Trials, s.Seed, s.SeedSource = 3, frozenSeed(t, bench.ConfirmResidual.Freeze), bench.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	tasks := findings.DesignsOf(plan, records)
	p, o := starvation(t, tasks[0]), starvation(t, tasks[1])
	readme, freeze := words(t, "../README.md"), words(t, "../freeze.md")
	for _, want := range []string{
		fmt.Sprintf("by %.1f points in the mean (p = %s, n = %.0f)", -p.difference, p.p, p.df+1),
		fmt.Sprintf("In opening it loses %.1f (p = %s, n = %.0f)", -o.difference, o.p, o.df+1),
		fmt.Sprintf("balanced data succeed in %.0f %% in picking", p.balanced),
		fmt.Sprintf("and in %.0f %% in opening", o.balanced),
	} {
		if !strings.Contains(readme, want) {
			t.Errorf("results/README.md lacks %q", want)
		}
	}
	want := fmt.Sprintf("picking %.1f points (t(%.0f) = %.2f, p = %s), opening %.1f (t(%.0f) = %.2f, p = %s)",
		p.difference, p.df, p.t, p.p, o.difference, o.df, o.t, o.p)
	if !strings.Contains(freeze, want) {
		t.Errorf("results/freeze.md lacks %q", want)
	}
	if slices.Max(p.pairs) >= 0 || len(p.pairs) != 6 {
		t.Errorf("picking: differences %.1f of six pairs, not all below 0", p.pairs)
	}
}

// starved is what starving behaviours costs in a task.
type starved struct {
	difference, t, df float64   // of the trials' means over behaviours, in points: paired t-test
	p                 string    // without a 0 before the point
	balanced          float64   // success with balanced data, percent
	pairs             []float64 // differences of single behaviours and trials, points
}

// starvation compares the starved behaviours of a design with balanced data.
func starvation(t *testing.T, d findings.Design) (s starved) {
	t.Helper()
	trials, n := d.CompleteTrials(), float64(len(d.Comparisons))
	on, off := make([]float64, trials), make([]float64, trials)
	for _, c := range d.Comparisons {
		a, b := d.Successes(d.Arm(c.Arm), c.Behaviour), d.Successes(d.Arm(c.Against), c.Behaviour)
		for trial := range trials {
			on[trial] += d.Percent(a[trial]) / n
			off[trial] += d.Percent(b[trial]) / n
			s.balanced += d.Percent(b[trial]) / n / float64(trials)
			s.pairs = append(s.pairs, d.Percent(a[trial]-b[trial]))
		}
	}
	test, err := stats.PairedT(on, off, .95)
	if err != nil || !test.P.Defined() {
		t.Fatal(test, err)
	}
	s.difference, s.t, s.df = test.MeanDifference.Or(0), test.T.Or(0), test.DF.Or(0)
	s.p = strings.TrimPrefix(fmt.Sprintf("%.3f", test.P.Or(0)), "0")
	return s
}

// words returns the words of a file, with single spaces between them.
func words(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}
