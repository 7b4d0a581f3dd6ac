package advice

import (
	"math"

	"counterpoise/stats"
)

// level is the confidence level of all intervals.
const level = 0.95

// Estimate is a ratio or a loss that was estimated on the logarithmic scale, because losses multiply: the geometric
// mean over demonstrations (or over fits, see fitsOf), with a t interval. Low and High are undefined where they are too
// few for one.
type Estimate struct {
	Value stats.Maybe `json:"value"`
	Low   stats.Maybe `json:"low"`
	High  stats.Maybe `json:"high"`
	N     int         `json:"n"` // demonstrations that it rests on, of the smaller side of two; or fits
	se    float64     // of the logarithm
	df    float64     // degrees of freedom of se
}

// newEstimate is the estimate whose logarithm has a mean, a standard error and its degrees of freedom; without degrees
// of freedom it has no interval.
func newEstimate(mean, se, df float64, n int) Estimate {
	e := Estimate{Value: stats.Some(math.Exp(mean)), N: n, se: se, df: df}
	if df > 0 && se > 0 {
		half := stats.CriticalT(1-level, df) * se
		e.Low, e.High = stats.Some(math.Exp(mean-half)), stats.Some(math.Exp(mean+half))
	}
	return e
}

// meanOf estimates the mean of logarithms.
func meanOf(x []float64) Estimate {
	n := float64(len(x))
	if n == 0 {
		return Estimate{}
	}
	m, v := moments(x)
	return newEstimate(m, math.Sqrt(v/n), n-1, len(x))
}

// differenceOf estimates the mean difference between two kinds of demonstrations over strata, here skills. With n_s and
// m_s demonstrations of both kinds in stratum s, n their sum over s, and pooled variances v and w within strata,
//
//	d = sum_s n_s/n (mean x_s - mean y_s),   Var d = sum_s (n_s/n)² (v/n_s + w/m_s)
//
// with the degrees of freedom of Satterthwaite: the test of Welch where there is one stratum. Strata that lack a kind
// do not count.
func differenceOf(strata [][2][]float64) Estimate {
	var n, m, d float64
	var square, freedom [2]float64
	var used [][2][]float64
	for _, s := range strata {
		if len(s[0]) > 0 && len(s[1]) > 0 {
			used = append(used, s)
			n, m = n+float64(len(s[0])), m+float64(len(s[1]))
		}
	}
	if n == 0 {
		return Estimate{}
	}
	for _, s := range used {
		for side, x := range s {
			mean, v := moments(x)
			square[side] += v * float64(len(x)-1)
			freedom[side] += float64(len(x) - 1)
			d += float64(1-2*side) * mean * float64(len(s[0])) / n
		}
	}
	if freedom[0] == 0 || freedom[1] == 0 {
		return newEstimate(d, math.NaN(), 0, int(min(n, m)))
	}
	var part [2]float64 // of the variance of d
	for _, s := range used {
		share := float64(len(s[0])) / n
		for side, x := range s {
			part[side] += share * share * square[side] / freedom[side] / float64(len(x))
		}
	}
	sum := part[0] + part[1]
	df := sum * sum / (part[0]*part[0]/freedom[0] + part[1]*part[1]/freedom[1])
	return newEstimate(d, math.Sqrt(sum), df, int(min(n, m)))
}

// moments returns the mean and the variance of numbers, with n - 1 in the denominator; 0 for a single number.
func moments(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(max(1, len(x)-1))
	}
	return mean, variance
}
