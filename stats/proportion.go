package stats

import (
	"fmt"
	"math"
)

// Proportion is a success rate with its confidence interval.
type Proportion struct {
	K, N     int     // successes and trials
	Estimate float64 // K/N
	CI       Interval
}

// Wilson is the score interval of a success rate of k successes in n trials (Wilson, J. Am. Statist. Ass. 22 (1927)
// 209). It contains the rates p that lie within z standard errors √(p(1 - p)/n) of the estimate p̂ = k/n:
//
//	(p̂ + z²/2n ± z √(p̂(1 - p̂)/n + z²/4n²)) / (1 + z²/n), z the (1 + level)/2 quantile of the standard normal
//
// R: prop.test(k, n, correct = FALSE). Its coverage is close to the level on average over p, and it never leaves [0,
// 1]. It ends at exactly 0 for k = 0 and at exactly 1 for k = n. It returns an error unless 0 <= k <= n, n > 0 and
// level is in (0, 1).
func Wilson(k, n int, level float64) (Proportion, error) {
	p, err := newProportion(k, n, level)
	if err != nil {
		return p, err
	}
	size, rate := float64(n), p.Estimate
	z := criticalZ((1 - level) / 2)
	centre := rate + z*z/(2*size)
	half := z * math.Sqrt(rate*(1-rate)/size+z*z/(4*size*size))
	low, high := (centre-half)/(1+z*z/size), (centre+half)/(1+z*z/size)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	p.CI = newInterval(low, high, level)
	return p, nil
}

// newProportion checks its arguments and returns the success rate k/n without an interval.
func newProportion(k, n int, level float64) (Proportion, error) {
	if n <= 0 || k < 0 || k > n {
		return Proportion{}, fmt.Errorf("stats: %d successes of %d trials is not a success rate", k, n)
	}
	if err := checkLevel(level); err != nil {
		return Proportion{}, err
	}
	return Proportion{K: k, N: n, Estimate: float64(k) / float64(n)}, nil
}
