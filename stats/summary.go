package stats

import "math"

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
