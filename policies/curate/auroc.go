package curate

import "math"

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
