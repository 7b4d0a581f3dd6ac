package stats

import "math"

// double is an unevaluated sum hi + lo of two float64s with |lo| <= ulp(hi)/2. It has about 106 significant bits and
// needs no allocation.
//
// Values of which only the last digits differ (success rates of similar methods, measurements around 1e9) lose their
// variance when a rounded mean is subtracted from them. With the differences and the mean in double, every deviation is
// correct to the last bit of a float64, and all later steps can use float64.
//
// The algorithms are from Dekker, Numer. Math. 18 (1971) 224, and Knuth, The Art of Computer Programming 2, 4.2.2; in
// the notation of Joldes, Muller & Popescu, ACM Trans. Math. Softw. 44 (2017) 15, they are AccurateDWPlusDW
// (algorithm 6) and DWDivFP3 (algorithm 15). All arguments must be finite and far from overflow, so callers scale
// first.
type double struct{ hi, lo float64 }

// twoSum is a + b without rounding error, for any order of magnitude (Knuth).
func twoSum(a, b float64) double {
	s := a + b
	z := s - a
	return double{s, (a - (s - z)) + (b - z)}
}

// quickTwoSum is a + b without rounding error. It requires |a| >= |b| (Dekker).
func quickTwoSum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

// plus is x + y with a relative error below 3·2^-106.
func (x double) plus(y double) double {
	s, t := twoSum(x.hi, y.hi), twoSum(x.lo, y.lo)
	v := quickTwoSum(s.hi, s.lo+t.hi)
	return quickTwoSum(v.hi, t.lo+v.lo)
}

// minus is x - y.
func (x double) minus(y double) double { return x.plus(double{-y.hi, -y.lo}) }

// dividedBy is x/n for n != 0, relative error below 3·2^-106.
func (x double) dividedBy(n float64) double {
	q := x.hi / n
	p := q * n
	e := math.FMA(q, n, -p) // q·n = p + e exactly
	return quickTwoSum(q, ((x.hi-p)-e+x.lo)/n)
}

// timesPowerOf2 is x·2^e, exact while nothing under- or overflows.
func (x double) timesPowerOf2(e int) double { return double{math.Ldexp(x.hi, e), math.Ldexp(x.lo, e)} }

// float is x rounded to float64.
func (x double) float() float64 { return x.hi + x.lo }

// meanOf is the mean of x, len(x) >= 1. It sums the deviations from the first element, so that the mean of equal
// elements is exactly their value.
func meanOf(x []double) double {
	var sum double
	for _, v := range x {
		sum = sum.plus(v.minus(x[0]))
	}
	return x[0].plus(sum.dividedBy(float64(len(x))))
}
