package stats

import (
	"fmt"
	"math"
)

// Test is the result of a t-test. JSON has the fields with a name in their tag; undefined ones are null.
type Test struct {
	Name           string       `json:"-"`               // "paired t", "Student's t", "Welch's t"
	T              Maybe        `json:"t"`               // undefined where the standard error is 0
	DF             Maybe        `json:"df"`              // degrees of freedom; Welch's are fractional
	P              Maybe        `json:"p"`               // two-sided
	MeanDifference Maybe        `json:"mean_difference"` // mean(a) - mean(b), in the units of the data
	SE             Maybe        `json:"-"`               // standard error of the mean difference, same units
	CI             Interval     `json:"ci"`              // of the mean difference
	D              Maybe        `json:"d"`               // d_z of a paired test, else Cohen's d over the pooled SD
	N              Counts       `json:"n"`               // complete pairs, or values of a and of b
	Assumptions    []Assumption `json:"-"`
	Warnings       Warnings     `json:"warnings"`
}

// PairedT is the two-sided paired t-test of a[i] against b[i] (Student, Biometrika 6 (1908) 1), with a confidence
// interval of the mean difference at the level, in (0, 1). With the differences d_i = a_i - b_i of n pairs:
//
//	t = d̄/(s_d/√n), ν = n - 1, interval d̄ ± t_{ν,crit} s_d/√n, d_z = d̄/s_d
//
// R: t.test(a, b, paired = TRUE). The test assumes independent pairs and normal differences; Grubbs's test checks
// them for an outlier (see [Assumption]). Pairs in which either value is NaN are left out, with a warning. Where all
// differences are equal, t, p, interval and d are undefined, with a warning. It returns an error for samples of
// different lengths, for infinities, and where fewer than two pairs are left.
func PairedT(a, b []float64, level float64) (Test, error) { return pairedT(a, b, level, CriticalT) }

// pairedT is PairedT with a function in the place of CriticalT, so that a family of tests computes each critical value
// once.
func pairedT(a, b []float64, level float64, critical func(alpha, df float64) float64) (Test, error) {
	if err := checkLevel(level); err != nil {
		return Test{}, err
	}
	x, y, err := completePairs(a, b)
	if err != nil {
		return Test{}, err
	}
	if len(x) < 2 {
		return Test{}, fmt.Errorf("stats: a paired t-test needs two complete pairs, there are %d of %d", len(x), len(a))
	}
	d, e := differences(x, y)
	m := momentsOf(d)
	t := newTest(m.mean.float(), math.Sqrt(m.variance()/m.n), m.n-1, e, level, critical)
	t.Name, t.N = "paired t", Counts{len(x)}
	t.D = quotient(m.mean.float(), math.Sqrt(m.variance()))
	t.addWarnings(len(a)-len(x), "pair", "all differences are equal", largerMean(x, y))
	t.addAssumption(m.outlierTest())
	return t, nil
}

// StudentT is Student's two-sided two-sample t-test with a pooled variance, with a confidence interval of mean(a) -
// mean(b) at the level, in (0, 1):
//
//	s_p² = (SS_a + SS_b)/ν, ν = n_a + n_b - 2, t = (ā - b̄)/(s_p √(1/n_a + 1/n_b)), d = (ā - b̄)/s_p
//
// R: t.test(a, b, var.equal = TRUE). The test assumes independent normal samples of equal variance; an F test checks
// the equality of the variances (see [Assumption]). NaNs are left out, with a warning. Where both samples are
// constant, t, p, interval and d are undefined. It returns an error for infinities and for a sample of fewer than two
// values.
func StudentT(a, b []float64, level float64) (Test, error) {
	s, err := twoSamples(a, b, level)
	if err != nil {
		return Test{}, err
	}
	df := s.a.n + s.b.n - 2
	t := newTest(s.difference(), s.pooledSD()*math.Sqrt(1/s.a.n+1/s.b.n), df, s.exp, level, CriticalT)
	t.Name = "Student's t"
	s.describe(&t)
	t.addAssumption(s.varianceTest())
	return t, nil
}

// WelchT is Welch's two-sided two-sample t-test, without the assumption of equal variances (Welch, Biometrika 34
// (1947) 28), with a confidence interval of mean(a) - mean(b) at the level, in (0, 1):
//
//	t = (ā - b̄)/√(v_a + v_b), v = s²/n, ν = (v_a + v_b)²/(v_a²/(n_a - 1) + v_b²/(n_b - 1))
//
// R: t.test(a, b). D is Cohen's d over the pooled SD, the same number as in [StudentT]. NaNs, errors and constant
// samples are treated as in [StudentT]; where both samples are constant, ν is undefined too.
func WelchT(a, b []float64, level float64) (Test, error) {
	s, err := twoSamples(a, b, level)
	if err != nil {
		return Test{}, err
	}
	va, vb := s.a.variance()/s.a.n, s.b.variance()/s.b.n
	share := va / (va + vb) // v_a/(v_a + v_b), which gives ν without squares that could under- or overflow
	df := 1 / (share*share/(s.a.n-1) + (1-share)*(1-share)/(s.b.n-1))
	t := newTest(s.difference(), math.Sqrt(va+vb), df, s.exp, level, CriticalT)
	t.Name = "Welch's t"
	s.describe(&t)
	return t, nil
}

// newTest computes t, p and the interval from a difference, its standard error (both in units of 2^e) and its degrees
// of freedom. With a standard error of 0 they stay undefined.
func newTest(
	difference, se, df float64, e int, level float64, critical func(alpha, df float64) float64,
) Test {
	t := Test{DF: Some(df), MeanDifference: Some(math.Ldexp(difference, e)), SE: Some(math.Ldexp(se, e))}
	if se == 0 {
		return t
	}
	t.T = Some(difference / se)
	t.P = Some(TwoSidedT(difference/se, df))
	half := critical(1-level, df) * se
	t.CI = newInterval(math.Ldexp(difference-half, e), math.Ldexp(difference+half, e), level)
	return t
}

// quotient is a/b. It is undefined where b is zero.
func quotient(a, b float64) Maybe {
	if b == 0 {
		return Maybe{}
	}
	return Some(a / b)
}

// addWarnings adds the warnings that all t-tests share: the number of values left out, no spread, a spread of the
// size of rounding errors (where R's t.test stops with "data are essentially constant"), and results beyond the range
// of float64. unit names what was left out ("pair", "value"), constant describes data without spread, and magnitude
// is the larger of the two |means|.
func (t *Test) addWarnings(excluded int, unit, constant string, magnitude float64) {
	if excluded > 0 {
		t.Warnings.add("%s with missing values left out", counted(excluded, unit))
	}
	se, ok := t.SE.Get()
	switch {
	case ok && !t.T.Defined() && t.MeanDifference == Some(0):
		t.Warnings.add("%s and the means agree: t, p, interval and effect are undefined (0/0)", constant)
	case ok && !t.T.Defined():
		t.Warnings.add("%s: t, p, interval and effect are undefined (no spread to measure the difference by)", constant)
	case ok && se < 10*epsilon*magnitude:
		t.Warnings.add("the spread is of the size of rounding errors (standard error %.3g, means up to %.3g): "+
			"t says nothing about the world", se, magnitude)
	}
	if !t.MeanDifference.Defined() || !ok || t.T.Defined() && !t.CI.Defined() {
		t.Warnings.add("the mean difference or its interval exceeds the range of float64: rescale the data")
	}
}

// addAssumption records the check of an assumption, and adds a warning where the check rejects it at 5 %.
func (t *Test) addAssumption(a Assumption) {
	t.Assumptions = append(t.Assumptions, a)
	if p, ok := a.P.Get(); ok && p < 0.05 {
		t.Warnings.add("doubtful assumption: %s (%s, p = %.3g)", a.Name, a.Note, p)
	}
}

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52
