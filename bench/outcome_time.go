package bench

import "slices"

// MedianSteps returns the median number of control steps to success over the rollouts that succeeded. It reports
// false if none did. A median of an even number of rollouts is the mean of the two in the middle.
func (o Outcomes) MedianSteps() (steps float64, ok bool) {
	var successes []int
	for _, s := range o.Steps {
		if s > 0 {
			successes = append(successes, s)
		}
	}
	n := len(successes)
	if n == 0 {
		return 0, false
	}
	slices.Sort(successes)
	return float64(successes[(n-1)/2]+successes[n/2]) / 2, true
}
