package stats

import (
	"fmt"
	"math"
	"slices"
)

// RankSum is the result of the test of Wilcoxon, Mann and Whitney.
type RankSum struct {
	U            Maybe    `json:"u"`                  // pairs (a_i, b_j) with a_i > b_j, ties counted as half
	P            Maybe    `json:"p"`                  // two-sided: PExact where it is defined, else PNormalCC
	PExact       Maybe    `json:"p_exact"`            // conditional on the ties; undefined above 60 values
	Z            Maybe    `json:"z"`                  // standardised U, no continuity correction
	PNormal      Maybe    `json:"p_normal"`           // normal approximation
	PNormalCC    Maybe    `json:"p_normal_corrected"` // the same with continuity correction (R's default with ties)
	RankBiserial Maybe    `json:"rank_biserial"`      // 2 U/(n_a n_b) - 1, in [-1, 1]
	Shift        Maybe    `json:"shift"`              // Hodges-Lehmann estimate: median of all a_i - b_j
	CI           Interval `json:"ci"`                 // of the shift; exact without ties
	N            Counts   `json:"n"`                  // values of a and of b
	Warnings     Warnings `json:"warnings"`
}

// maxExactRankSum is the largest n_a + n_b for which the exact null distribution is computed, in O(n_a N³) operations:
// some 7 million at 60, where the normal approximation is good to three digits.
const maxExactRankSum = 60

// maxShifts bounds the differences a_i - b_j that the estimate of the shift sorts.
const maxShifts = 1_000_000

// MannWhitney is the two-sided rank-sum test of two independent samples (Mann & Whitney, Ann. Math. Statist. 18 (1947)
// 50; Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., ch. 4), with the Hodges-Lehmann estimate of the
// shift between them and its interval at the level, in (0, 1). With midranks of all N = n_a + n_b values,
//
//	U = Σ rank(a_i) - n_a(n_a + 1)/2,  E U = n_a n_b/2,  Var U = n_a n_b/12 (N + 1 - Σ(t³ - t)/(N(N - 1)))
//
// over all groups of t tied values. R: wilcox.test(a, b, conf.int = TRUE), with one difference: with ties R uses the
// normal approximation, and this function the exact distribution given the ties, up to 60 values. NaNs are left out,
// with a warning. Where all values are tied the test is undefined. It returns an error for infinities and for a sample
// without values.
func MannWhitney(a, b []float64, level float64) (RankSum, error) {
	if err := checkLevel(level); err != nil {
		return RankSum{}, err
	}
	w, x, y, err := rankSum(a, b)
	if err == nil && w.P.Defined() {
		w.estimate(x, y, level)
	}
	return w, err
}

// MannWhitneyTest is MannWhitney without the shift and its interval, which stay undefined, and without warnings about
// them.
func MannWhitneyTest(a, b []float64) (RankSum, error) {
	w, _, _, err := rankSum(a, b)
	return w, err
}

// rankSum is MannWhitneyTest, with the values that are not missing.
func rankSum(a, b []float64) (w RankSum, x, y []float64, err error) {
	if x, err = withoutNaN("a", a); err != nil {
		return w, nil, nil, err
	}
	if y, err = withoutNaN("b", b); err != nil {
		return w, nil, nil, err
	}
	if len(x) == 0 || len(y) == 0 {
		return w, nil, nil, fmt.Errorf("stats: a rank-sum test needs values in both samples, there are %d and %d",
			len(x), len(y))
	}
	if left := len(a) + len(b) - len(x) - len(y); left > 0 {
		w.Warnings.add("%s left out", counted(left, "missing value"))
	}
	w.N = Counts{len(x), len(y)}
	e := exponent(x, y)
	pooled := make([]roundedValue, 0, len(x)+len(y))
	for _, v := range slices.Concat(x, y) {
		v = math.Ldexp(v, -e)
		pooled = append(pooled, roundedValue{v, roundingBound(math.Abs(v))})
	}
	ranks, ties := midranks(pooled)
	n, m := float64(len(x)), float64(len(y))
	u := -n * (n + 1) / 2
	for _, r := range ranks[:len(x)] {
		u += r
	}
	w.U, w.RankBiserial = Some(u), Some(2*u/(n*m)-1)
	all := n + m
	sd := math.Sqrt(n * m / 12 * (all + 1 - ties/(all*(all-1))))
	if !(sd > 1e-9) {
		w.Warnings.add("all values are tied: the rank-sum test is undefined")
		return w, x, y, nil
	}
	deviation := u - n*m/2
	w.Z = Some(deviation / sd)
	w.PNormal = Some(math.Erfc(math.Abs(deviation) / sd / math.Sqrt2))
	w.PNormalCC = Some(math.Erfc(max(0, math.Abs(deviation)-0.5) / sd / math.Sqrt2))
	w.P = w.PNormalCC
	if len(pooled) <= maxExactRankSum {
		w.PExact = Some(twoTails(rankSumNull(ranks, len(x)), int(2*u+n*(n+1))))
		w.P = w.PExact
	}
	return w, x, y, nil
}

// rankSumNull is the null distribution of twice the rank sum of n values out of len(ranks): each choice of n ranks is
// equally likely. Doubled midranks are integers. ways[k][s] counts the choices of k ranks with doubled sum s; each rank
// is added in turn.
func rankSumNull(ranks []float64, n int) []float64 {
	top := len(ranks) * (len(ranks) + 1)
	ways := make([][]float64, n+1)
	for k := range ways {
		ways[k] = make([]float64, top+1)
	}
	ways[0][0] = 1
	reached := 0 // the greatest sum so far
	for i, r := range ranks {
		step := int(2 * r)
		reached += step
		for k := min(n, i+1); k > max(0, n-len(ranks)+i); k-- { // fewer can't become n any more
			for s := reached; s >= step; s-- {
				ways[k][s] += ways[k-1][s-step]
			}
		}
	}
	total := 0.0
	for _, v := range ways[n] {
		total += v
	}
	for s := range ways[n] {
		ways[n][s] /= total
	}
	return ways[n]
}

// estimate sets the shift and its interval (Hollander & Wolfe, 4.2 and 4.3): the interval lies between the q-th
// smallest and the q-th largest difference a_i - b_j, where q is the number of values of U that the lower tail rejects
// at α/2 without ties. R: wilcox.test(conf.int = TRUE), exact.
func (w *RankSum) estimate(x, y []float64, level float64) {
	if len(x) > maxShifts/len(y) {
		w.Warnings.add("%d and %d values: too many for an estimate of the shift", len(x), len(y))
		return
	}
	shifts := make([]float64, 0, len(x)*len(y))
	for _, v := range x {
		for _, u := range y {
			shifts = append(shifts, v-u)
		}
	}
	slices.Sort(shifts)
	half := len(shifts) / 2
	w.Shift = Some(shifts[half])
	if len(shifts)%2 == 0 {
		w.Shift = Some(shifts[half-1]/2 + shifts[half]/2)
	}
	q := criticalRankSum(len(x), len(y), (1-level)/2)
	if q == 0 {
		w.Warnings.add("%d and %d values are too few for an interval of the shift at level %g", len(x), len(y), level)
		return
	}
	w.CI = newInterval(shifts[q-1], shifts[len(shifts)-q], level)
	w.Warnings.addRange(w.Shift, w.CI)
}

// criticalRankSum is the number q of values 0, 1, ..., q - 1 of U whose lower tail P(U <= u) is at most alpha, without
// ties. Above maxExactRankSum values it is that of the normal approximation.
func criticalRankSum(n, m int, alpha float64) int {
	if n+m > maxExactRankSum {
		a, b := float64(n), float64(m)
		return int(max(0, a*b/2-criticalZ(alpha)*math.Sqrt(a*b*(a+b+1)/12)))
	}
	ranks := make([]float64, n+m)
	for i := range ranks {
		ranks[i] = float64(i + 1)
	}
	tail := 0.0
	for s, p := range rankSumNull(ranks, n) {
		if tail += p; tail > alpha {
			return (s - n*(n+1) + 1) / 2
		}
	}
	return 0
}
