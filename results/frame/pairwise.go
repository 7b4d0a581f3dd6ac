package frame

import (
	"math"
	"strings"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Findings is what the records of a design show: all tests of its comparisons.
type Findings struct {
	Design
	Chance   []Chance     // in the order of Design.ChanceLevels
	Pairwise []Comparison // in the order of Design.Comparisons
	Omnibus  []Omnibus    // empty where no behaviour has three arms
	// NotBegun is the number of arms without any record, which are left out with their comparisons; 0 where no arm has
	// one, and then all are there.
	NotBegun int
}

// Findings returns the findings of each design, in the plan's order: a paired test per comparison and an ANOVA per
// behaviour, milliseconds for the study.
func (f Frame) Findings() (all []Findings) {
	for _, d := range f.Designs {
		d, left := d.begun()
		all = append(all, Findings{d, d.Chances(), d.Family(), d.omnibus(), left})
	}
	return all
}

// Comparison is the test of one comparison of a design.
type Comparison struct {
	bench.Comparison
	Success, Baseline stats.Summary     // of Arm and of Against: percent over trials
	Test              stats.Test        // paired by trial; difference, SE and interval in percentage points
	Holm              stats.Maybe       // p adjusted by Holm over the comparisons of the design
	Equality          stats.Equivalence // whether the difference lies within bench.Margin
	Note              string            // a warning about the test, or why there is none
}

// Significant reports whether the difference is significant after correction. A comparison without a test is
// not significant.
func (c Comparison) Significant() bool { return rule.Shows(c.Holm) }

// DetectableEffect is the d_z that n pairs find with power .8 at a level. The value .8 is the conventional target
// (Cohen 1988).
func DetectableEffect(n int, level float64) float64 {
	return stats.Detectable(func(d float64) stats.Design { return stats.PairedDesign{DZ: d} }, n, 0.8, level)
}

// Detectable is the smallest true difference, in percentage points, that as many trials would show with power .8 at a
// level if their differences spread as these do; undefined without a test or without a spread.
func (c Comparison) Detectable(level float64) stats.Maybe {
	n, se := c.Test.N.Total(), c.Test.SE.Or(0)
	if !c.Test.T.Defined() || se == 0 {
		return stats.Maybe{}
	}
	return stats.Some(DetectableEffect(n, level) * se * math.Sqrt(float64(n)))
}

// Family tests the comparisons of a design. One that cannot be tested has a note in place of numbers. The
// family of Holm's correction is all comparisons of the design, over its behaviours. A comparison without a
// test stays undefined and does not enlarge the family.
func (d Design) Family() []Comparison {
	return family(d.Comparisons, d.Compare)
}

// family tests comparisons, and corrects their p values for their number.
func family(all []bench.Comparison, compare func(bench.Comparison) Comparison) []Comparison {
	cs := make([]Comparison, len(all))
	p := make([]float64, len(cs))
	for i, c := range all {
		cs[i] = compare(c)
		p[i] = cs[i].Test.P.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		cs[i].Holm = stats.Some(adjusted)
	}
	return cs
}

// Compare tests one comparison by a paired, two-sided t-test over the trials that both arms have, without correction.
// It need not be one of the design's own. The test is computed on counts of successes and converted into percentage
// points afterwards, which leaves t and p as they are. With fewer than two pairs the test is undefined and a note
// says so.
//
// Pairing by trial removes the variation between datasets and initial states, which both arms of a trial share.
// d_z is the mean difference over the standard deviation of the differences, and its sign is that of arm minus
// against.
func (d Design) Compare(c bench.Comparison) Comparison {
	arm, against := d.Arm(c.Arm), d.Arm(c.Against)
	f := compared(c, d.Successes(arm, c.Behaviour), d.Successes(against, c.Behaviour),
		func(m stats.Maybe) stats.Maybe { return d.percent(c.Behaviour, m) })
	f.Success, f.Baseline = d.Success(arm, c.Behaviour), d.Success(against, c.Behaviour)
	if !f.Test.P.Defined() {
		f.Test.N = stats.Counts{len(d.Pairs(c))}
	}
	return f
}

// compared is the test of a comparison by the successes of its two sides, trial by trial, which percent converts.
func compared(c bench.Comparison, arm, against []float64, percent func(stats.Maybe) stats.Maybe) Comparison {
	f := Comparison{Comparison: c}
	t, err := stats.PairedT(arm, against, Level)
	if err != nil {
		f.Note = "no test: it needs two paired trials (--trials)"
	}
	// From counts to percentage points; t, p, df and d_z have no unit.
	for _, v := range []*stats.Maybe{&t.MeanDifference, &t.SE, &t.CI.Low, &t.CI.High} {
		*v = percent(*v)
	}
	if len(t.Warnings) > 0 {
		f.Note = strings.Join(t.Warnings, "; ")
	}
	f.Test, f.Equality = t, Equality(t)
	return f
}

// Pairs returns the success of the two sides of a comparison in percent, trial by trial: Against first. Trials that
// one of them lacks are left out. The order is that of the trials. These are the numbers that the test of the
// comparison uses, in percent.
func (d Design) Pairs(c bench.Comparison) (pairs [][2]float64) {
	a, b := d.Successes(d.Arm(c.Against), c.Behaviour), d.Successes(d.Arm(c.Arm), c.Behaviour)
	for t := range a {
		if !math.IsNaN(a[t]) && !math.IsNaN(b[t]) {
			pairs = append(pairs, [2]float64{d.percentOf(c.Behaviour, a[t]), d.percentOf(c.Behaviour, b[t])})
		}
	}
	return pairs
}
