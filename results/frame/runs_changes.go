package frame

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Change is one arm's success in one behaviour in two runs. Numbers that cannot be computed are undefined, and
// Note says why.
type Change struct {
	Arm       RunArm
	Behaviour string
	Success   [2]stats.Summary // percent
	Test      stats.Test       // later minus earlier, percentage points
	Holm      stats.Maybe      // p adjusted by Holm over all changes
	Flipped   int              // of the rollouts that both runs played, those with the other outcome
	Rollouts  int              // rollouts that both runs played from the same state
	Note      string
}

// Significant reports whether the success changed significantly, after correction. A change without a test is
// not significant.
func (c Change) Significant() bool { return rule.Shows(c.Holm) }

// Changes tests all arms and behaviours that both runs have, as one family.
//
// The family of Holm's correction is the whole table: a reader looks for any change in it. The worst behaviour
// is in the family beside the behaviours that it is chosen from; Holm's procedure allows such dependence.
func (r Runs) Changes() (cs []Change) {
	for _, a := range r.CommonArms() {
		for _, b := range r.Behaviours(a) {
			c := r.test(r.successes(a, b))
			c.Arm, c.Behaviour = a, b
			c.Flipped, c.Rollouts = r.flipped(a, b)
			cs = append(cs, c)
		}
	}
	p := make([]float64, len(cs))
	for i, c := range cs {
		p[i] = c.Test.P.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		cs[i].Holm = stats.Some(adjusted)
	}
	return cs
}

// Overall tests the mean over all arms and behaviours that both runs have: a change that is too small to be found in
// one of them may be found in all.
//
// The test is on sums over arms and behaviours, trial by trial, and its numbers are divided by their count
// afterwards. The worst behaviour is left out, because it repeats another one's numbers. One test needs no
// correction.
func (r Runs) Overall() Change {
	var sum [2][]float64
	n := 0.0
	for _, a := range r.CommonArms() {
		for _, b := range r.Behaviours(a) {
			if b == bench.Worst {
				continue
			}
			for i, v := range r.successes(a, b) {
				// A trial that lacks one arm has the sum NaN and drops out of the test.
				sum[i] = added(sum[i], v)
			}
			n++
		}
	}
	c := r.test(sum)
	c.scale(1 / n)
	return c
}

// test compares numbers of two runs, later minus earlier: by a paired t-test over the trials that both have where
// trials are pairs, and by Welch's t-test of two independent samples otherwise. Fewer than two trials leave the test
// undefined, with a note.
//
// Welch's test does not assume equal variances (Welch 1947), which runs of different programs need not have.
func (r Runs) test(v [2][]float64) (c Change) {
	var n stats.Counts
	var err error
	if r.Paired() {
		v[0], v[1] = complete(v[0], v[1])
		c.Test, err = stats.PairedT(v[1], v[0], Level)
		n = stats.Counts{len(v[0])}
	} else {
		c.Test, err = stats.WelchT(present(v[1]), present(v[0]), Level)
		n = stats.Counts{len(present(v[1])), len(present(v[0]))}
	}
	if err != nil {
		c.Test.N = n
		c.Note = "no test: it needs two trials in both"
	}
	for i := range v {
		// With pairs, means and standard deviations are over the complete pairs, so their difference is the one
		// that is tested.
		c.Success[i], _ = stats.Summarise(v[i])
	}
	c.Note = cmp.Or(c.Note, strings.Join(c.Test.Warnings, "; "))
	c.scale(r.unit())
	return c
}

// scale multiplies the numbers that have the unit of success. t, df, p and the effect size have no unit and
// stay as they are.
func (c *Change) scale(unit float64) {
	for _, v := range []*stats.Maybe{
		&c.Success[0].Mean, &c.Success[0].SD, &c.Success[1].Mean, &c.Success[1].SD,
		&c.Test.MeanDifference, &c.Test.CI.Low, &c.Test.CI.High,
	} {
		if x, ok := v.Get(); ok {
			*v = stats.Some(unit * x)
		}
	}
}

// complete returns the pairs of which neither value is missing. Missing values are NaN. x and y have one
// length.
func complete(x, y []float64) (xs, ys []float64) {
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			xs, ys = append(xs, x[i]), append(ys, y[i])
		}
	}
	return xs, ys
}

// present returns the numbers that are not missing.
func present(x []float64) (xs []float64) {
	xs, _ = complete(x, x)
	return xs
}

// added is the sum of two series; an empty sum is 0. NaN plus any number is NaN: a sum with a missing part is
// missing.
func added(sum, v []float64) []float64 {
	if sum == nil {
		return slices.Clone(v)
	}
	for i := range sum {
		sum[i] += v[i]
	}
	return sum
}

// flipped counts the rollouts that both runs played from the same state, and those of them of which one succeeded and
// one failed. There are none where trials are not paired.
//
// The count finds differences that leave the rate as it is: two rollouts that flip in opposite directions.
// Where the numbers of rollouts differ, the first ones are compared, because rollout n starts from one state in
// both runs.
func (r Runs) flipped(a RunArm, behaviour string) (flipped, rollouts int) {
	if !r.Paired() {
		return 0, 0
	}
	for _, first := range r.Records[0] {
		if runArmOf(first.Cell) != a {
			continue
		}
		for _, second := range r.Records[1] {
			if runArmOf(second.Cell) != a || second.Cell.Trial != first.Cell.Trial {
				continue
			}
			x, _ := first.Of(behaviour)
			y, _ := second.Of(behaviour)
			for i := range min(len(x.Steps), len(y.Steps)) {
				rollouts++
				before, _, _ := x.Verdict(i, r.Oracle)
				after, _, _ := y.Verdict(i, r.Oracle)
				if (before == scenes.Right) != (after == scenes.Right) {
					flipped++
				}
			}
		}
	}
	return flipped, rollouts
}
