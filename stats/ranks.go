package stats

import (
	"math"
	"slices"
)

// roundedValue is a number with a bound on its rounding error. The differences 0.7 - 0.6 and 0.4 - 0.3 of success
// rates are equal on paper but differ in the last bit of a float64; ranks of the raw values would order them by
// rounding errors.
type roundedValue struct{ value, bound float64 }

// roundingBound bounds the rounding error of a number that is computed from operands of this magnitude: four units in
// the last place.
func roundingBound(magnitude float64) float64 { return 4 * epsilon * magnitude }

// tied reports whether x and y are equal within the sum of their rounding bounds.
func (x roundedValue) tied(y roundedValue) bool { return math.Abs(x.value-y.value) <= x.bound+y.bound }

// midranks returns the ranks 1..n of x, where tied values share the mean of their ranks, and Σ(t³ - t) over all
// groups of t tied values (the tie correction of rank tests). O(n log n). R: rank(x, ties.method = "average"), except
// that R ties only values that are equal to the last bit.
func midranks(x []roundedValue) (ranks []float64, ties float64) {
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
