package stats

import (
	"fmt"
	"math"
)

// Summary is the mean and spread of a sample.
type Summary struct {
	N       int   // number of values that are not NaN
	Missing int   // number of NaNs, which are left out
	Mean    Maybe // undefined where N = 0
	SD      Maybe // sample standard deviation (divisor N - 1); undefined where N < 2
}

// Summarise returns the mean x̄ and the sample standard deviation s of x without its NaNs:
//
//	x̄ = Σx/n, s² = Σ(x - x̄)²/(n - 1)
//
// R: mean and sd with na.rm = TRUE. It returns an error for an infinity.
func Summarise(x []float64) (Summary, error) {
	kept, err := withoutNaN("x", x)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{N: len(kept), Missing: len(x) - len(kept)}
	if s.N == 0 {
		return s, nil
	}
	e := exponent(kept)
	m := momentsOf(scaledDown(kept, e))
	s.Mean = Some(math.Ldexp(m.mean.float(), e))
	if s.N > 1 {
		s.SD = Some(math.Ldexp(math.Sqrt(m.variance()), e))
	}
	return s, nil
}

// WelchTOf is [WelchT] of two samples of which the numbers of values, the means and the SDs are known: all that t, ν,
// the interval and d need. SciPy: ttest_ind_from_stats(equal_var=False). It returns an error for fewer than two values,
// and for an undefined mean or SD or an SD below 0.
func WelchTOf(a, b Summary, level float64) (Test, error) {
	return testOf(a, b, level, "Welch's t", func(sa, sb, na, nb float64) (se, df float64) {
		va, vb := sa/math.Sqrt(na), sb/math.Sqrt(nb)
		se = math.Hypot(va, vb)
		share := (va / se) * (va / se)
		return se, 1 / (share*share/(na-1) + (1-share)*(1-share)/(nb-1))
	})
}

// StudentTOf is [StudentT] of two samples, from what [WelchTOf] takes; the equality of the variances is not checked.
func StudentTOf(a, b Summary, level float64) (Test, error) {
	return testOf(a, b, level, "Student's t", func(sa, sb, na, nb float64) (se, df float64) {
		return pooledSD(sa, sb, na, nb) * math.Sqrt(1/na+1/nb), na + nb - 2
	})
}

// pooledSD is √((s_a²(n_a - 1) + s_b²(n_b - 1))/(n_a + n_b - 2)).
func pooledSD(sa, sb, na, nb float64) float64 {
	return math.Hypot(sa*math.Sqrt((na-1)/(na+nb-2)), sb*math.Sqrt((nb-1)/(na+nb-2)))
}

// testOf is a t-test of two summaries whose standard error and degrees of freedom a function has.
func testOf(
	a, b Summary, level float64, name string, spread func(sa, sb, na, nb float64) (se, df float64),
) (Test, error) {
	if err := checkLevel(level); err != nil {
		return Test{}, err
	}
	for _, s := range []Summary{a, b} {
		if sd, ok := s.SD.Get(); s.N < 2 || !ok || sd < 0 || !s.Mean.Defined() {
			return Test{}, fmt.Errorf("stats: a t-test from summaries needs two values, a mean and an SD of 0 or more "+
				"of each sample, not %d values, mean %v and SD %v", s.N, s.Mean.Or(math.NaN()), s.SD.Or(math.NaN()))
		}
	}
	ma, mb, sa, sb, na, nb := a.Mean.Or(0), b.Mean.Or(0), a.SD.Or(0), b.SD.Or(0), float64(a.N), float64(b.N)
	se, df := spread(sa, sb, na, nb)
	t := newTest(ma-mb, se, df, 0, level, CriticalT)
	t.Name, t.N, t.D = name, Counts{a.N, b.N}, quotient(ma-mb, pooledSD(sa, sb, na, nb))
	t.addWarnings(0, "value", "both samples are constant", max(math.Abs(ma), math.Abs(mb)))
	return t, nil
}
