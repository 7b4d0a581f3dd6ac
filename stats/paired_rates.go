package stats

import (
	"fmt"
	"math"
)

// RateDifference is the difference of two success rates, the second minus the first.
type RateDifference struct {
	First, Second float64 // success rates
	Estimate      float64 // Second - First
	CI            Interval
	N             int // pairs, or units of both samples
}

// PairedRates is Newcombe's interval of the difference of two success rates that are paired, method 10 (Newcombe,
// Statist. Med. 17 (1998) 2635). Of n pairs both succeed in a, only the first in b, only the second in c, and neither
// in d. With the Wilson intervals (l1, u1) and (l2, u2) of the two rates p1 = (a + b)/n and p2 = (a + c)/n, and the
// correlation φ of the two outcomes, the interval of p2 - p1 lies between
//
//	p2 - p1 - √((p2 - l2)² - 2 φ (p2 - l2)(u1 - p1) + (u1 - p1)²)
//	p2 - p1 + √((p1 - l1)² - 2 φ (p1 - l1)(u2 - p2) + (u2 - p2)²)
//
//	φ = (ad - bc) / √((a + b)(c + d)(a + c)(b + d)), whose numerator is made less by n/2, not below 0, if it is
//	positive; φ = 0 where a margin is 0
//
// Unlike Wald's it does not leave [-1, 1] and has a width where no pair differs. It returns an error for counts below
// 0, for no pair, and for a level outside (0, 1).
func PairedRates(a, b, c, d int, level float64) (RateDifference, error) {
	n := a + b + c + d
	if min(a, b, c, d) < 0 || n == 0 {
		return RateDifference{}, fmt.Errorf("stats: %d, %d, %d and %d are no table of pairs", a, b, c, d)
	}
	first, err := Wilson(a+b, n, level)
	if err != nil {
		return RateDifference{}, err
	}
	second, err := Wilson(a+c, n, level)
	if err != nil {
		return RateDifference{}, err
	}
	phi := 0.0
	if margins := float64(a+b) * float64(c+d) * float64(a+c) * float64(b+d); margins > 0 {
		top := float64(a)*float64(d) - float64(b)*float64(c)
		if top > 0 {
			top = max(0, top-float64(n)/2)
		}
		phi = top / math.Sqrt(margins)
	}
	distance := func(x, y float64) float64 { return math.Sqrt(max(0, x*x-2*phi*x*y+y*y)) }
	p1, p2 := first.Estimate, second.Estimate
	l1, u1 := p1-first.CI.Low.Or(0), first.CI.High.Or(1)-p1
	l2, u2 := p2-second.CI.Low.Or(0), second.CI.High.Or(1)-p2
	difference := float64(c-b) / float64(n)
	return RateDifference{
		First: p1, Second: p2, Estimate: difference, N: n,
		CI: newInterval(difference-distance(l2, u1), difference+distance(l1, u2), level),
	}, nil
}

// IndependentRates is Newcombe's interval of the difference of two success rates of independent samples, method 10
// (Newcombe, Statist. Med. 17 (1998) 873): k1 of n1 and k2 of n2, the second minus the first. It is [PairedRates] with
// φ = 0 and each rate's own n. It returns an error for a number that is no success rate, and for a level outside
// (0, 1).
func IndependentRates(k1, n1, k2, n2 int, level float64) (RateDifference, error) {
	first, err := Wilson(k1, n1, level)
	if err != nil {
		return RateDifference{}, err
	}
	second, err := Wilson(k2, n2, level)
	if err != nil {
		return RateDifference{}, err
	}
	p1, p2 := first.Estimate, second.Estimate
	difference := p2 - p1
	low := math.Hypot(p2-second.CI.Low.Or(0), first.CI.High.Or(1)-p1)
	high := math.Hypot(second.CI.High.Or(1)-p2, p1-first.CI.Low.Or(0))
	return RateDifference{
		First: p1, Second: p2, Estimate: difference, N: n1 + n2,
		CI: newInterval(difference-low, difference+high, level),
	}, nil
}
