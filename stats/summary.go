package stats

import "math"

// Summary is a sample in two numbers.
type Summary struct {
	N       int   // values that are there
	Missing int   // NaNs, left out
	Mean    Maybe // undefined where N = 0
	SD      Maybe // sample standard deviation (divisor N - 1); undefined where N < 2
}

// Summarise is the mean and sample standard deviation of x without its NaNs. It errs on an infinity.
func Summarise(x []float64) (Summary, error) {
	kept, err := present("x", x)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{N: len(kept), Missing: len(x) - len(kept)}
	if s.N == 0 {
		return s, nil
	}
	e := exponent(kept)
	m := momentsOf(scaled(kept, e))
	s.Mean = Some(math.Ldexp(m.mean.float(), e))
	if s.N > 1 {
		s.SD = Some(math.Ldexp(math.Sqrt(m.variance()), e))
	}
	return s, nil
}
