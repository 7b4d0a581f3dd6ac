package stats

import (
	"fmt"
	"math"
)

// A sample enters a test in three steps: missing values (NaN) are left out and counted, infinities are refused, and
// what remains is multiplied by a power of two that brings the largest magnitude into [1/2, 1). That is exact, so no
// square overflows at 1e200 or vanishes at 1e-160, and the estimates go back by the same power.

// exponent is the e with 2^(e-1) <= max|x| < 2^e over all samples; 0 where all are zero.
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

// present is x without its NaNs. It errs on an infinity; name says whose it is.
func present(name string, x []float64) ([]float64, error) {
	kept := make([]float64, 0, len(x))
	for i, v := range x {
		if math.IsInf(v, 0) {
			return nil, fmt.Errorf("stats: %s[%d] is %v: infinities can't be tested, leave the cell empty (NaN) or correct it", name, i, v)
		}
		if !math.IsNaN(v) {
			kept = append(kept, v)
		}
	}
	return kept, nil
}

// presentPairs is a and b without the pairs in which either is NaN.
func presentPairs(a, b []float64) (x, y []float64, err error) {
	if len(a) != len(b) {
		return nil, nil, fmt.Errorf("stats: %d and %d values can't be paired", len(a), len(b))
	}
	for i := range a {
		if math.IsInf(a[i], 0) || math.IsInf(b[i], 0) {
			return nil, nil, fmt.Errorf("stats: pair %d is (%v, %v): infinities can't be tested, leave the cell empty (NaN) or correct it", i, a[i], b[i])
		}
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	return x, y, nil
}

// checkLevel errs unless the confidence level lies in (0, 1).
func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("stats: confidence level %v is outside (0, 1): 0.95 is usual", level)
	}
	return nil
}

// moments is a sample's size, mean and sum of squared deviations, in units of a power of two that the caller keeps.
type moments struct {
	n    float64
	mean double
	ss   float64
	far  float64 // the largest |x - x̄|
	at   int     // its index
}

// momentsOf is n, x̄ and Σ(x - x̄)²; two passes, the deviations exact to the last bit.
func momentsOf(x []double) moments {
	m := moments{n: float64(len(x)), mean: meanOf(x)}
	for i, v := range x {
		d := v.minus(m.mean).float()
		m.ss += d * d
		if math.Abs(d) > m.far {
			m.far, m.at = math.Abs(d), i
		}
	}
	return m
}

// noOutlier is Grubbs's two-sided test that the value furthest from the mean belongs to the others.
//
//	G = max|x - x̄|/s, t² = n(n - 2)G²/((n - 1)² - nG²), p = min(1, n P(|T_{n-2}| >= t))    Grubbs, Technometrics 11 (1969) 1
func (m moments) noOutlier() Assumption {
	check := Assumption{Name: "no outlier", Note: "fewer than five values or no spread: not tested"}
	if m.n < 5 || m.ss == 0 {
		return check
	}
	g := m.far / math.Sqrt(m.variance())
	t2 := m.n * (m.n - 2) * g * g / max((m.n-1)*(m.n-1)-m.n*g*g, math.SmallestNonzeroFloat64)
	check.P = Some(min(1, m.n*TwoSidedT(math.Sqrt(t2), m.n-2)))
	check.Note = fmt.Sprintf("Grubbs's G = %.4g, difference %d of %.0f", g, m.at+1, m.n)
	return check
}

// variance is the unbiased Σ(x - x̄)²/(n - 1).
func (m moments) variance() float64 { return m.ss / (m.n - 1) }

// scaled is x·2^-e as doubles.
func scaled(x []float64, e int) []double {
	s := make([]double, len(x))
	for i, v := range x {
		s[i].hi = math.Ldexp(v, -e)
	}
	return s
}

// differences is a - b without rounding, and the exponent e of their unit 2^e. The differences are scaled once more by
// their own largest, for pairs that agree to many digits.
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
		d[i] = d[i].times2(-more)
	}
	return d, e + more
}
