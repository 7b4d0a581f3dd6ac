package results

import (
	"math"
	"strings"

	"counterpoise/bench"
	"counterpoise/stats"
)

// level is the confidence of every interval that is printed.
const level = 0.95

// Finding is one comparison of a design, answered.
type Finding struct {
	bench.Comparison
	Success, Base stats.Summary // of the arm and of what it is compared against: percent over trials
	Test          stats.Test    // paired by trial; difference and interval in percentage points
	Holm          stats.Maybe   // p adjusted over the comparisons of the design
	Note          string        // what to know about the test, or why there is none
}

// findings answers the comparisons of a design. One that cannot be tested has a note in place of numbers.
func (r reading) findings() []Finding {
	fs := make([]Finding, len(r.design.Comparisons))
	p := make([]float64, len(fs))
	for i, c := range r.design.Comparisons {
		fs[i] = r.finding(c)
		p[i] = fs[i].Test.P.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		fs[i].Holm = stats.Some(adjusted)
	}
	return fs
}

func (r reading) finding(c bench.Comparison) Finding {
	arm, base := r.arm(c.Arm), r.arm(c.Against)
	f := Finding{Comparison: c, Success: r.success(arm, c.Behaviour), Base: r.success(base, c.Behaviour)}
	t, err := stats.PairedT(r.successes(arm, c.Behaviour), r.successes(base, c.Behaviour), level)
	if err != nil {
		f.Note = "no test: it needs two paired trials (--trials)"
		t.N = stats.Counts{min(f.Success.N, f.Base.N)}
	}
	t.MeanDifference = r.percent(t.MeanDifference)
	t.SE = r.percent(t.SE)
	t.CI.Low, t.CI.High = r.percent(t.CI.Low), r.percent(t.CI.High)
	if len(t.Warnings) > 0 {
		f.Note = strings.Join(t.Warnings, "; ")
	}
	f.Test = t
	return f
}
