package stats

import (
	"math"
	"slices"
)

// uncertain is a number and how far rounding may have moved it. Success rates such as 0.7 - 0.6 and 0.4 - 0.3 are the
// same difference, yet differ in the last bit of a float64; ranked as they are, their tie is broken by nothing.
type uncertain struct{ value, slack float64 }

// slack is the room left for rounding in a number computed from parts of this magnitude: four units in the last place.
func slack(magnitude float64) float64 { return 4 * epsilon * magnitude }

// tied says whether x and y are the same number up to rounding.
func (x uncertain) tied(y uncertain) bool { return math.Abs(x.value-y.value) <= x.slack+y.slack }

// midranks is the ranks 1..n of x, ties sharing the mean of theirs, and Σ(t³ - t) over the groups of t ties.
func midranks(x []uncertain) (ranks []float64, ties float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case x[i].value < x[j].value:
			return -1
		case x[i].value > x[j].value:
			return 1
		}
		return 0
	})
	ranks = make([]float64, len(x))
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && x[order[end-1]].tied(x[order[end]]) {
			end++
		}
		for _, i := range order[start:end] {
			ranks[i] = float64(start+1+end) / 2
		}
		t := float64(end - start)
		ties += t*t*t - t
		start = end
	}
	return ranks, ties
}
