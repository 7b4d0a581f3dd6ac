package stats

import "math"

// double is an unevaluated sum hi + lo of two float64s, |lo| <= ulp(hi)/2: some 106 bits, with no allocation.
//
// Why it is here: success rates of methods that hardly differ, or readings around 1e9, lose their variance when a
// rounded mean is subtracted. With the differences and the mean in double, a deviation is right to the last bit of a
// float64, and everything after it is plain float64.
//
// Algorithms: Dekker, Numer. Math. 18 (1971) 224; Knuth, TAOCP 2, 4.2.2; in the notation of Joldes, Muller, Popescu,
// ACM TOMS 44 (2017) 15: AccurateDWPlusDW (algorithm 6) and DWDivFP3 (15). All arguments must be finite and far from
// overflow: scale first.
type double struct{ hi, lo float64 }

// twoSum is a + b without error (Knuth).
func twoSum(a, b float64) double {
	s := a + b
	z := s - a
	return double{s, (a - (s - z)) + (b - z)}
}

// quickTwoSum is a + b without error where |a| >= |b| (Dekker).
func quickTwoSum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

// plus is x + y, relative error below 3·2^-106.
func (x double) plus(y double) double {
	s, t := twoSum(x.hi, y.hi), twoSum(x.lo, y.lo)
	v := quickTwoSum(s.hi, s.lo+t.hi)
	return quickTwoSum(v.hi, t.lo+v.lo)
}

// minus is x - y.
func (x double) minus(y double) double { return x.plus(double{-y.hi, -y.lo}) }

// over is x/n, relative error below 3·2^-106.
func (x double) over(n float64) double {
	q := x.hi / n
	p := q * n
	e := math.FMA(q, n, -p) // q·n = p + e exactly
	return quickTwoSum(q, ((x.hi-p)-e+x.lo)/n)
}

// times2 is x·2^e, exact while nothing under- or overflows.
func (x double) times2(e int) double { return double{math.Ldexp(x.hi, e), math.Ldexp(x.lo, e)} }

// float is x rounded to float64.
func (x double) float() float64 { return x.hi + x.lo }

// meanOf is the mean of x, taken around its first element so that equal elements have exactly their own value as mean.
func meanOf(x []double) double {
	var sum double
	for _, v := range x {
		sum = sum.plus(v.minus(x[0]))
	}
	return x[0].plus(sum.over(float64(len(x))))
}
