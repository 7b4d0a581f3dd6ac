package stats

import (
	"math"
	"slices"
)

// The functions of this file adjust the p values of a family of m tests for their number. They return the adjusted
// values in the order of their argument. A hypothesis with an adjusted p <= α is rejected. Then the probability of
// any false rejection (Bonferroni, Holm), or the expected share of false rejections among all (Benjamini-Hochberg,
// Benjamini-Yekutieli), is at most α.
//
// A NaN is a missing p. It stays NaN and does not count in m, as in R's p.adjust. A number outside [0, 1] becomes NaN.

// Bonferroni returns the adjusted p values p̃_i = min(1, m p_i). They hold for tests of any dependence.
// R: p.adjust(p, "bonferroni").
func Bonferroni(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		for i, v := range ordered {
			ordered[i] = min(1, float64(len(ordered))*v)
		}
	})
}

// Holm returns the p values of Holm's step-down procedure (Holm, Scand. J. Statist. 6 (1979) 65). With p_(1) <= ...
// <= p_(m):
//
//	p̃_(i) = max_{j <= i} min(1, (m - j + 1) p_(j))
//
// It has the guarantee of Bonferroni, for tests of any dependence, and is never less powerful. R: p.adjust(p, "holm").
func Holm(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		highest := 0.0
		for i, v := range ordered {
			highest = max(highest, min(1, float64(len(ordered)-i)*v))
			ordered[i] = highest
		}
	})
}

// BenjaminiHochberg controls the false discovery rate of independent or positively dependent tests (Benjamini &
// Hochberg, J. R. Statist. Soc. B 57 (1995) 289). With p_(1) <= ... <= p_(m):
//
//	p̃_(i) = min_{j >= i} min(1, m p_(j)/j)
//
// R: p.adjust(p, "BH").
func BenjaminiHochberg(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		lowest := 1.0
		for i, v := range slices.Backward(ordered) {
			lowest = min(lowest, float64(len(ordered))*v/float64(i+1))
			ordered[i] = lowest
		}
	})
}

// BenjaminiYekutieli controls the false discovery rate of tests of any dependence (Benjamini & Yekutieli, Ann. Statist.
// 29 (2001) 1165). With p_(1) <= ... <= p_(m):
//
//	p̃_(i) = min_{j >= i} min(1, c m p_(j)/j), c = 1 + 1/2 + ... + 1/m
//
// R: p.adjust(p, "BY").
func BenjaminiYekutieli(p []float64) []float64 {
	return adjust(p, func(ordered []float64) {
		c := 0.0
		for i := range ordered {
			c += 1 / float64(i+1)
		}
		lowest := 1.0
		for i, v := range slices.Backward(ordered) {
			lowest = min(lowest, c*float64(len(ordered))*v/float64(i+1))
			ordered[i] = lowest
		}
	})
}

// adjust applies a rule to the p values in ascending order, in place, and returns the results in the order of p.
// O(m log m).
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
