package stats

import (
	"fmt"
	"math"
)

// Test is what a comparison of two samples found. JSON has the fields that carry a tag; undefined ones are null.
type Test struct {
	Name           string       `json:"-"`               // "paired t", "Student's t", "Welch's t"
	T              Maybe        `json:"t"`               // undefined where there is no spread
	DF             Maybe        `json:"df"`              // degrees of freedom; fractional in Welch's
	P              Maybe        `json:"p"`               // two-sided
	MeanDifference Maybe        `json:"mean_difference"` // mean(a) - mean(b), in the units of the data
	SE             Maybe        `json:"-"`               // standard error of the mean difference, same units
	CI             Interval     `json:"ci"`              // of the mean difference
	D              Maybe        `json:"d"`               // paired: d_z, mean/SD of the differences; else Cohen's d over the pooled SD
	N              Counts       `json:"n"`               // complete pairs, or values of a and of b
	Assumptions    []Assumption `json:"-"`
	Warnings       Warnings     `json:"warnings"`
}

// PairedT is the paired t-test of a[i] against b[i], two-sided, with the interval of mean(a - b) at the level.
//
//	t = d̄ / (s_d/√n), ν = n - 1, d_z = d̄/s_d            Student, Biometrika 6 (1908) 1
//
// Pairs in which either value is NaN are left out with a warning. It errs on different lengths, on infinities and when
// fewer than two pairs are left. Differences without spread leave t, p, ci and d undefined, with a warning. Of the
// assumption that the differences are normal it checks that none is an outlier (see [Assumption]).
func PairedT(a, b []float64, level float64) (Test, error) {
	if err := checkLevel(level); err != nil {
		return Test{}, err
	}
	x, y, err := presentPairs(a, b)
	if err != nil {
		return Test{}, err
	}
	if len(x) < 2 {
		return Test{}, fmt.Errorf("stats: a paired t-test needs two complete pairs, there are %d of %d", len(x), len(a))
	}
	d, e := differences(x, y)
	m := momentsOf(d)
	t := conclude(m.mean.float(), math.Sqrt(m.variance()/m.n), m.n-1, e, level)
	t.Name, t.N = "paired t", Counts{len(x)}
	t.D = ratio(m.mean.float(), math.Sqrt(m.variance()))
	t.warn(len(a)-len(x), "pair", "all differences are equal", larger(x, y))
	t.assume(m.noOutlier())
	return t, nil
}

// StudentT is Student's two-sample t-test with one variance for both, two-sided, with the interval of
// mean(a) - mean(b).
//
//	s_p² = (SS_a + SS_b)/ν, ν = n_a + n_b - 2, t = (ā - b̄)/(s_p √(1/n_a + 1/n_b)), d = (ā - b̄)/s_p
//
// NaNs are left out with a warning. It errs on infinities and on a sample with fewer than two values. It checks the
// equality of the variances (see [Assumption]); two constant samples leave t, p, ci and d undefined.
func StudentT(a, b []float64, level float64) (Test, error) {
	s, err := twoSamples(a, b, level)
	if err != nil {
		return Test{}, err
	}
	df := s.a.n + s.b.n - 2
	t := conclude(s.difference(), s.pooledSD()*math.Sqrt(1/s.a.n+1/s.b.n), df, s.exp, level)
	t.Name = "Student's t"
	s.describe(&t)
	t.assume(s.equalVariances())
	return t, nil
}

// WelchT is Welch's two-sample t-test, each sample with its own variance, two-sided, with the interval of
// mean(a) - mean(b).
//
//	t = (ā - b̄)/√(v_a + v_b), v = s²/n, ν = (v_a + v_b)²/(v_a²/(n_a - 1) + v_b²/(n_b - 1))    Welch, Biometrika 34 (1947) 28
//
// d is Cohen's over the pooled SD, the same number as StudentT's. NaNs, errors and constant samples as in StudentT;
// of two constant samples ν is undefined too.
func WelchT(a, b []float64, level float64) (Test, error) {
	s, err := twoSamples(a, b, level)
	if err != nil {
		return Test{}, err
	}
	va, vb := s.a.variance()/s.a.n, s.b.variance()/s.b.n
	share := va / (va + vb) // v_a/(v_a + v_b): ν without squares that under- or overflow
	df := 1 / (share*share/(s.a.n-1) + (1-share)*(1-share)/(s.b.n-1))
	t := conclude(s.difference(), math.Sqrt(va+vb), df, s.exp, level)
	t.Name = "Welch's t"
	s.describe(&t)
	return t, nil
}

// conclude is what every t-test does with a difference, its standard error (both in units of 2^e) and ν.
func conclude(difference, se, df float64, e int, level float64) Test {
	t := Test{DF: Some(df), MeanDifference: Some(math.Ldexp(difference, e)), SE: Some(math.Ldexp(se, e))}
	if se == 0 {
		return t
	}
	t.T = Some(difference / se)
	t.P = Some(TwoSidedT(difference/se, df))
	half := CriticalT(1-level, df) * se
	t.CI = between(math.Ldexp(difference-half, e), math.Ldexp(difference+half, e), level)
	return t
}

// ratio is a/b, undefined where b is zero.
func ratio(a, b float64) Maybe {
	if b == 0 {
		return Maybe{}
	}
	return Some(a / b)
}

// warn adds the warnings that the tests share: what was left out, no spread, spread of the size of rounding errors
// (where R's t.test stops with "data are essentially constant"), numbers beyond float64. magnitude is the larger of
// the two |means|.
func (t *Test) warn(left int, what, constant string, magnitude float64) {
	if left > 0 {
		t.Warnings.add("%s with missing values left out", several(left, what))
	}
	se, ok := t.SE.Get()
	switch {
	case ok && !t.T.Defined() && t.MeanDifference == Some(0):
		t.Warnings.add("%s and the means agree: t, p, interval and effect are undefined (0/0)", constant)
	case ok && !t.T.Defined():
		t.Warnings.add("%s: t, p, interval and effect are undefined (no spread to measure the difference by)", constant)
	case ok && se < 10*epsilon*magnitude:
		t.Warnings.add("the spread is of the size of rounding errors (standard error %.3g, means up to %.3g): t says nothing about the world", se, magnitude)
	}
	if !t.MeanDifference.Defined() || !ok || t.T.Defined() && !t.CI.Defined() {
		t.Warnings.add("the mean difference or its interval exceeds the range of float64: rescale the data")
	}
}

// assume records an assumption that was checked, and warns where the check rejects it at 5 %.
func (t *Test) assume(a Assumption) {
	t.Assumptions = append(t.Assumptions, a)
	if p, ok := a.P.Get(); ok && p < 0.05 {
		t.Warnings.add("doubtful assumption: %s (%s, p = %.3g)", a.Name, a.Note, p)
	}
}

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52
