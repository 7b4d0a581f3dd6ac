package stats

import (
	"fmt"
	"math"
)

// AUROCInterval is the score interval of the area θ under a ROC curve, the chance that a value of one group exceeds one
// of the other, from m and n independent values (Newcombe, Statist. Med. 25 (2006) 559, method 5). It contains the θ
// for which the estimate lies within z standard errors √V of θ, z the (1 + level)/2 quantile of the standard normal:
//
//	V(θ) = θ(1 - θ)/mn · (1 + N(1 - θ)/(2 - θ) + Nθ/(1 + θ)), N = (m + n)/2 - 1
//
// V is that of exponential values (Hanley & McNeil, Radiology 143 (1982) 29) with both numbers replaced by their mean.
// It never leaves [0, 1], and says something for estimates of 0 and 1 too. At a level of .95 it covers 92 to 98 percent
// of areas of normal and exponential values from .12 to .96, of 6 to 60 a group. It returns an error unless 0 <=
// estimate <= 1, m > 0, n > 0 and level is in (0, 1).
func AUROCInterval(estimate float64, m, n int, level float64) (Interval, error) {
	if !(estimate >= 0 && estimate <= 1) || m <= 0 || n <= 0 {
		return Interval{}, fmt.Errorf("stats: %v of groups of %d and %d is no area under a ROC curve", estimate, m, n)
	}
	if err := checkLevel(level); err != nil {
		return Interval{}, err
	}
	z, mean := criticalZ((1-level)/2), float64(m+n)/2-1
	outside := func(t float64) bool {
		v := t * (1 - t) / (float64(m) * float64(n)) * (1 + mean*(1-t)/(2-t) + mean*t/(1+t))
		return math.Abs(estimate-t) > z*math.Sqrt(v)
	}
	low, high := 0.0, 1.0
	if estimate > 0 {
		low = bisect(0, estimate, outside)
	}
	if estimate < 1 {
		high = bisect(estimate, 1, func(t float64) bool { return !outside(t) })
	}
	return newInterval(low, high, level), nil
}
