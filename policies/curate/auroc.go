package curate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// AUROC is the chance that a good demonstration has a higher score than a bad one, equal ones counted half: 1/2 tells
// nothing, below 1/2 the score is inverted (Mann and Whitney 1947). It is NaN where all are good or all are bad.
func AUROC(scores []float64, good []bool) float64 {
	return auroc(scores, good, func(int, int) bool { return true })
}

// alikeLength is how much the lengths of two demonstrations of like length differ at most, as a share of the longer.
const alikeLength = 0.1

// AUROCAtLength is AUROC among pairs of a good and a bad demonstration whose lengths differ by at most a tenth. It is
// NaN where there is no such pair: length alone tells good from bad.
func AUROCAtLength(scores []float64, good []bool, frames []int) float64 {
	return auroc(scores, good, func(i, j int) bool {
		a, b := float64(frames[i]), float64(frames[j])
		return math.Abs(a-b) <= alikeLength*max(a, b)
	})
}

// auroc counts the pairs of a good and a bad demonstration for which pair is true.
func auroc(scores []float64, good []bool, pair func(i, j int) bool) float64 {
	right, all := 0.0, 0.0
	for i, g := range good {
		for j, h := range good {
			if !g || h || !pair(i, j) {
				continue
			}
			all++
			switch {
			case scores[i] > scores[j]:
				right++
			case scores[i] == scores[j]:
				right += 0.5
			}
		}
	}
	return right / all
}

// WithLength is the rank correlation of scores with the number of frames (Spearman 1904): near -1 or 1 a score measures
// length. It is NaN where either does not vary.
func WithLength(scores []float64, frames []int) float64 {
	lengths := make([]float64, len(frames))
	for e, n := range frames {
		lengths[e] = float64(n)
	}
	return stat.Correlation(ranks(scores), ranks(lengths), nil)
}

// ranks returns the rank of each number, from 1; equal ones have the mean of theirs.
func ranks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for _, e := range order[i:j] {
			out[e] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}
