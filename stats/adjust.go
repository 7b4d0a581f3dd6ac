package stats

import (
	"math"
	"slices"
)

// The adjusted p values of a family of tests, in the order given. A NaN is a missing p: it stays NaN, is not counted in
// the family (as in R's p.adjust), and is what a number outside [0, 1] becomes. An adjusted p <= α means: rejected while
// the chance of any false rejection (Bonferroni, Holm), or the expected share of false ones among the rejections
// (Benjamini-Hochberg), stays below α.

// Bonferroni is min(1, m p) for m tests.
func Bonferroni(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		for i, v := range ordered {
			ordered[i] = min(1, float64(len(ordered))*v)
		}
	})
}

// Holm is the step-down form of Bonferroni, at least as powerful at the same guarantee:
// p̃_(i) = max_{j <= i} min(1, (m - j + 1) p_(j)).    Holm, Scand. J. Statist. 6 (1979) 65
func Holm(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		highest := 0.0
		for i, v := range ordered {
			highest = max(highest, min(1, float64(len(ordered)-i)*v))
			ordered[i] = highest
		}
	})
}

// BenjaminiHochberg controls the false discovery rate of independent or positively dependent tests:
// p̃_(i) = min_{j >= i} min(1, m p_(j)/j).    Benjamini & Hochberg, J. R. Statist. Soc. B 57 (1995) 289
func BenjaminiHochberg(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		lowest := 1.0
		for i, v := range slices.Backward(ordered) {
			lowest = min(lowest, float64(len(ordered))*v/float64(i+1))
			ordered[i] = lowest
		}
	})
}

// adjust applies a rule to the p values in ascending order and puts the results back where the p values stood.
func adjust(p []float64, rule func(ordered []float64)) []float64 {
	adjusted := make([]float64, len(p))
	var rank []int
	for i, v := range p {
		adjusted[i] = math.NaN()
		if v >= 0 && v <= 1 {
			rank = append(rank, i)
		}
	}
	slices.SortStableFunc(rank, func(i, j int) int {
		if p[i] < p[j] {
			return -1
		}
		if p[i] > p[j] {
			return 1
		}
		return 0
	})
	ordered := make([]float64, len(rank))
	for i, r := range rank {
		ordered[i] = p[r]
	}
	rule(ordered)
	for i, r := range rank {
		adjusted[r] = ordered[i]
	}
	return adjusted
}
