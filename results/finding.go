package results

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
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

// lines are the findings as sentences: what differs by how much, and what is not shown to.
func lines(fs []Finding, d bench.Design) (out []string) {
	for _, f := range fs {
		out = append(out, f.verdict(d)+"; "+f.numbers())
	}
	return out
}

// alpha is the level at which an adjusted p counts as a difference.
const alpha = 1 - level

// Shown says whether the difference is significant after correction.
func (f Finding) Shown() bool { return f.Holm.Or(1) < alpha }

// once says whether a design compares each behaviour once. Then its words for the two sides say all; else the arms' names do.
func once(d bench.Design) bool {
	seen := map[string]bool{}
	for _, c := range d.Comparisons {
		if seen[c.Behaviour] {
			return false
		}
		seen[c.Behaviour] = true
	}
	return true
}

// verdict is what the finding comes to: "left: starved 16.9 points below balanced".
func (f Finding) verdict(d bench.Design) string {
	difference := f.Test.MeanDifference.Or(0)
	arm, against := d.Sides[0], d.Sides[1]
	if !once(d) {
		arm, against = f.Arm, f.Against
	}
	switch {
	case !f.Test.T.Defined():
		return fmt.Sprintf("%s: no test of %s against %s", f.Behaviour, arm, against)
	case !f.Shown():
		return fmt.Sprintf("%s: %s not shown to differ from %s (%+.1f points)", f.Behaviour, arm, against, difference)
	case difference < 0:
		return fmt.Sprintf("%s: %s %.1f points below %s", f.Behaviour, arm, -difference, against)
	}
	return fmt.Sprintf("%s: %s %.1f points above %s", f.Behaviour, arm, difference, against)
}

// numbers are the figures behind the verdict, in APA style.
func (f Finding) numbers() string {
	if !f.Test.T.Defined() {
		return f.Note
	}
	return fmt.Sprintf("%s, %s, %s, %s", apa.T(f.Test), apa.P("p (Holm)", f.Holm)+apa.Stars(f.Holm), apa.CI("%+.1f", f.Test.CI), apa.Observations(f.Test.N))
}
