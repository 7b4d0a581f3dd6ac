package stats

import (
	"fmt"
	"math"
)

// Every test prepares its samples in three steps. It leaves out missing values (NaN) and counts them, it returns an
// error for infinities, and it multiplies the rest by a power of two that brings the largest magnitude into [1/2, 1).
// The multiplication is exact. It keeps squares from overflowing at 1e200 and from vanishing at 1e-160; estimates are
// multiplied by the inverse power at the end.

// exponent is the e with 2^(e-1) <= max|x| < 2^e over all samples. It is 0 where all values are zero.
func exponent(samples ...[]float64) int {
	largest := 0.0
	for _, x := range samples {
		for _, v := range x {
			largest = math.Max(largest, math.Abs(v))
		}
	}
	_, e := math.Frexp(largest)
	return e
}

// withoutNaN is x without its NaNs. It returns an error for an infinity; name says in that error which sample holds it.
func withoutNaN(name string, x []float64) ([]float64, error) {
	kept := make([]float64, 0, len(x))
	for i, v := range x {
		if math.IsInf(v, 0) {
			return nil, fmt.Errorf("stats: %s[%d] is %v: infinities can't be tested, "+
				"leave the cell empty (NaN) or correct it", name, i, v)
		}
		if !math.IsNaN(v) {
			kept = append(kept, v)
		}
	}
	return kept, nil
}

// completePairs is a and b without the pairs in which either value is NaN. It returns an error for infinities and for
// samples of different lengths.
func completePairs(a, b []float64) (x, y []float64, err error) {
	if len(a) != len(b) {
		return nil, nil, fmt.Errorf("stats: %d and %d values can't be paired", len(a), len(b))
	}
	for i := range a {
		if math.IsInf(a[i], 0) || math.IsInf(b[i], 0) {
			return nil, nil, fmt.Errorf("stats: pair %d is (%v, %v): infinities can't be tested, "+
				"leave the cell empty (NaN) or correct it", i, a[i], b[i])
		}
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	return x, y, nil
}

// checkLevel returns an error unless the confidence level lies in (0, 1).
func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("stats: confidence level %v is outside (0, 1): 0.95 is usual", level)
	}
	return nil
}

// moments holds the size, mean and sum of squared deviations of a sample. Their unit is a power of two that the caller
// keeps (see exponent).
type moments struct {
	n    float64
	mean double
	ss   float64 // SS = Σ(x - x̄)²

	maxDeviation float64 // max|x - x̄|
	maxIndex     int     // index of the value with that deviation
}

// momentsOf computes n, x̄ and Σ(x - x̄)² in two passes, O(n). Each deviation is taken in double precision arithmetic
// of 106 bits and rounded once, so the sum has no cancellation error.
func momentsOf(x []double) moments {
	m := moments{n: float64(len(x)), mean: meanOf(x)}
	for i, v := range x {
		d := v.minus(m.mean).float()
		m.ss += d * d
		if math.Abs(d) > m.maxDeviation {
			m.maxDeviation, m.maxIndex = math.Abs(d), i
		}
	}
	return m
}

// outlierTest is Grubbs's two-sided test of the null hypothesis that the value furthest from the mean comes from the
// same normal distribution as the others (Grubbs, Technometrics 11 (1969) 1):
//
//	G = max|x - x̄|/s, t² = n(n - 2)G²/((n - 1)² - nG²), p = min(1, n P(|T_{n-2}| >= t))
//
// T_{n-2} has Student's t distribution; the factor n is a Bonferroni correction over the values. The test needs five
// values and some spread; p is undefined otherwise.
func (m moments) outlierTest() Assumption {
	check := Assumption{Name: "no outlier", Note: "fewer than five values or no spread: not tested"}
	if m.n < 5 || m.ss == 0 {
		return check
	}
	g := m.maxDeviation / math.Sqrt(m.variance())
	t2 := m.n * (m.n - 2) * g * g / max((m.n-1)*(m.n-1)-m.n*g*g, math.SmallestNonzeroFloat64)
	check.P = Some(min(1, m.n*TwoSidedT(math.Sqrt(t2), m.n-2)))
	check.Note = fmt.Sprintf("Grubbs's G = %.4g, difference %d of %.0f", g, m.maxIndex+1, m.n)
	return check
}

// variance is the unbiased estimate s² = Σ(x - x̄)²/(n - 1), n >= 2.
func (m moments) variance() float64 { return m.ss / (m.n - 1) }

// scaledDown is x·2^-e as doubles. The scaling is exact except where a result is subnormal.
func scaledDown(x []float64, e int) []double {
	s := make([]double, len(x))
	for i, v := range x {
		s[i].hi = math.Ldexp(v, -e)
	}
	return s
}

// differences returns a[i] - b[i] without rounding, and the exponent e of their unit 2^e. The differences are scaled a
// second time by their own largest magnitude, so that the squares of small differences between large values do not
// underflow.
func differences(a, b []float64) (d []double, e int) {
	e = exponent(a, b)
	d = make([]double, len(a))
	largest := 0.0
	for i := range a {
		d[i] = twoSum(math.Ldexp(a[i], -e), -math.Ldexp(b[i], -e))
		largest = math.Max(largest, math.Abs(d[i].hi))
	}
	_, more := math.Frexp(largest)
	for i := range d {
		d[i] = d[i].timesPowerOf2(-more)
	}
	return d, e + more
}
