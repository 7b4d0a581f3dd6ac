package record

import (
	"slices"
)

// MedianSteps returns the median number of control steps to success over the rollouts that succeeded by an oracle. It
// reports false if none did, and where that is not recorded. A median of an even number of rollouts is the mean of the
// two in the middle.
func (o Outcomes) MedianSteps(oracle Oracle) (steps float64, ok bool) {
	var successes []int
	for r := range o.Steps {
		if v, step, _ := o.Verdict(r, oracle); v == Right {
			successes = append(successes, step)
		}
	}
	n := len(successes)
	if n == 0 {
		return 0, false
	}
	slices.Sort(successes)
	return float64(successes[(n-1)/2]+successes[n/2]) / 2, true
}
