package stats

import (
	"fmt"
	"math"
)

// mostPower is the most rollouts of each policy for which power is summed over all counts. There normal distributions
// give the same number of rollouts to within some percent, and the sum takes a tenth of a second.
const mostPower = 400

// UnpairedPower is the probability that the exact test of [UnpairedScore] has p <= alpha with n rollouts of each of two
// policies that succeed with the rates a and b: the sum of the binomial probabilities of all pairs of counts that the
// test rejects. Beyond 400 rollouts of each it is that of normal distributions. It returns an error for rates outside
// [0, 1], for n below 1 and for alpha outside (1e-4, 1).
func UnpairedPower(a, b float64, n int, alpha float64) (float64, error) {
	if err := checkRates(a, b, alpha); err != nil {
		return 0, err
	}
	if n < 1 {
		return 0, fmt.Errorf("stats: power needs at least 1 rollout of each policy, not %d", n)
	}
	if n > mostPower {
		difference := math.Abs(a-b) * math.Sqrt(float64(n))
		null, spread := ratesSpread(a, b)
		limit := criticalZ(alpha/2) * null
		if spread == 0 {
			return 1, nil // rates of 0 and 1
		}
		return upperZ((limit-difference)/spread) + upperZ((limit+difference)/spread), nil
	}
	return newUnpairedRegion(n, n, alpha).power(a, b), nil
}

// unpairedRegion are the counts that the exact test of [UnpairedScore] rejects at a level.
type unpairedRegion struct{ *unpaired }

// newUnpairedRegion returns the counts with p <= alpha: p falls with |z|, so the test rejects from a limit on.
func newUnpairedRegion(n1, n2 int, alpha float64) unpairedRegion {
	d := &unpaired{n1: n1, n2: n2, choose1: logChooses(n1), choose2: logChooses(n2)}
	// |z| is at most the root of all rollouts, and values so near each other are of the same tables.
	most, near := math.Sqrt(float64(n1+n2))+1, 2e-4/float64(n1+n2)
	limit := leastLimit(criticalZ(alpha/2), most, near, func(limit float64) bool {
		return d.beyond(limit, 0, alpha) <= alpha
	})
	d.beyond(limit, 0, math.Inf(1))
	return unpairedRegion{d}
}

// power is the probability of these counts.
func (d unpairedRegion) power(a, b float64) float64 {
	p1, p2 := make([]float64, d.n1+1), make([]float64, d.n2+1)
	binomials(p1, d.choose1, a)
	binomials(p2, d.choose2, b)
	power := 0.0
	for k1, p := range p1 {
		for k2, q := range p2 {
			if k2 <= d.upper[k1] || k2 >= d.lower[k1] {
				power += p * q
			}
		}
	}
	return min(1, power)
}

// UnpairedRollouts is the smallest number of rollouts of each of two policies with which [UnpairedPower] is at least
// the given power, as bisection finds it: the power of an exact test falls here and there as n grows. It returns an
// error for equal rates and for a power or an alpha outside its range.
func UnpairedRollouts(a, b, power, alpha float64) (int, error) {
	if err := checkRates(a, b, alpha); err != nil {
		return 0, err
	}
	if !(power > 0 && power < 1) {
		return 0, fmt.Errorf("stats: power %v is outside (0, 1): 0.8 is usual", power)
	}
	if a == b {
		return 0, fmt.Errorf("stats: no number of rollouts tells two rates of %v apart", a)
	}
	null, spread := ratesSpread(a, b)
	about := (criticalZ(alpha/2)*null + criticalZ(1-power)*spread) / (a - b)
	enough := func(n int) bool {
		p, err := UnpairedPower(a, b, n, alpha)
		return err == nil && p >= power
	}
	low, high := 0, max(2, int(math.Ceil(about*about)))
	for !enough(high) {
		low, high = high, high+max(1, high/8)
	}
	if low == 0 {
		low = high * 7 / 8
		for low > 0 && enough(low) {
			low, high = low*7/8, low
		}
	}
	for high-low > 1 {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, nil
}

// ratesSpread are the standard deviations of the difference of two rates of one rollout each, if both are their mean,
// and as they are.
func ratesSpread(a, b float64) (null, spread float64) {
	mean := (a + b) / 2
	return math.Sqrt(2 * mean * (1 - mean)), math.Sqrt(a*(1-a) + b*(1-b))
}

// checkRates returns an error for rates outside [0, 1] and for an alpha outside (1e-4, 1).
func checkRates(a, b, alpha float64) error {
	for _, r := range []float64{a, b} {
		if !(r >= 0 && r <= 1) {
			return fmt.Errorf("stats: %v is no success rate", r)
		}
	}
	if !(alpha > 1e-4 && alpha < 1) {
		return fmt.Errorf("stats: alpha %v is outside (0.0001, 1): 0.05 is usual", alpha)
	}
	return nil
}
