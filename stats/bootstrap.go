package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"counterpoise/internal/seed"
)

// Statistic computes a number from strata of observations, such as the runs on each task. It may reorder its
// argument, and must not keep it.
type Statistic func(strata [][]float64) float64

// Bootstrapped is an estimate with its bootstrap interval.
type Bootstrapped struct {
	Estimate  Maybe    `json:"estimate"`
	SE        Maybe    `json:"se"` // standard deviation of the resampled estimates
	CI        Interval `json:"ci"` // percentile interval
	N         Counts   `json:"n"`  // observations in each stratum
	Resamples int      `json:"resamples"`
	Warnings  Warnings `json:"warnings"`
}

// maxDraws bounds the numbers that a bootstrap keeps, one for each resample of each statistic: 0.8 GB.
const maxDraws = 100_000_000

// checkResamples returns an error for resamples of a number of statistics that give no interval, or take too much
// memory.
func checkResamples(resamples, statistics int) error {
	if resamples < 100 {
		return fmt.Errorf("stats: %d bootstrap resamples give no interval: 2000 is usual, 100 the least", resamples)
	}
	if most := maxDraws / statistics; resamples > most {
		return fmt.Errorf("stats: %d bootstrap resamples do not fit into memory: 2000 is usual, %d the most here",
			resamples, most)
	}
	return nil
}

// Bootstrap is the stratified percentile bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap (1993) 13.3;
// stratified over tasks as in Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice,
// NeurIPS 2021, 4.1). Each resample draws the observations of every stratum with replacement from that stratum. The
// interval lies between the (1 - level)/2 and (1 + level)/2 quantiles (R: quantile, type 7) of the statistic over the
// resamples.
//
// With fewer than about ten observations in a stratum the interval is too narrow, and there is a warning. The same
// key gives the same result to the last bit. NaNs are left out, with a warning. A statistic that is NaN or infinite
// on a resample leaves the interval undefined, with a warning. Bootstrap returns an error for infinities, an empty
// stratum, a level outside (0, 1), fewer than 100 resamples (2000 is usual) or more than maxDraws, and an
// error of watch.
func Bootstrap(
	strata [][]float64, statistic Statistic, level float64, resamples int, key seed.Key, watch Watch,
) (Bootstrapped, error) {
	if err := checkLevel(level); err != nil {
		return Bootstrapped{}, err
	}
	if err := checkResamples(resamples, 1); err != nil {
		return Bootstrapped{}, err
	}
	data, b, err := checkStrata(strata)
	if err != nil {
		return Bootstrapped{}, err
	}
	b.Resamples = resamples
	draws := make([]float64, resamples)
	r, scratch := key.Rand(), cloneStrata(data)
	b.Estimate = Some(statistic(scratch))
	for i := range draws {
		resample(scratch, data, r)
		draws[i] = statistic(scratch)
		if err := watch.report(i+1, resamples); err != nil {
			return b, err
		}
	}
	b.setInterval(draws, level)
	return b, nil
}

// checkStrata returns the strata without NaNs, and a result with their sizes and the warnings about them.
func checkStrata(strata [][]float64) ([][]float64, Bootstrapped, error) {
	var b Bootstrapped
	if len(strata) == 0 {
		return nil, b, fmt.Errorf("stats: no strata to resample")
	}
	data, left, few := make([][]float64, len(strata)), 0, false
	for i, s := range strata {
		kept, err := withoutNaN(fmt.Sprintf("stratum %d", i+1), s)
		if err != nil {
			return nil, b, err
		}
		if len(kept) == 0 {
			return nil, b, fmt.Errorf("stats: stratum %d has no observations to resample", i+1)
		}
		data[i], left, few = kept, left+len(s)-len(kept), few || len(kept) < 10
		b.N = append(b.N, len(kept))
	}
	if left > 0 {
		b.Warnings.add("%s left out", counted(left, "missing value"))
	}
	if few {
		b.Warnings.add("a stratum has fewer than 10 observations: the bootstrap interval is too narrow")
	}
	return data, b, nil
}

// resample draws each stratum of dst from the same stratum of src, with replacement.
func resample(dst, src [][]float64, r *rand.Rand) {
	for i, s := range src {
		for j := range s {
			dst[i][j] = s[r.IntN(len(s))]
		}
	}
}

// setInterval computes the standard error and the interval from the resampled estimates, which it sorts.
func (b *Bootstrapped) setInterval(draws []float64, level float64) {
	for _, d := range draws {
		if math.IsNaN(d) || math.IsInf(d, 0) {
			b.Warnings.add("the statistic is undefined on some resamples: no interval")
			return
		}
	}
	s, _ := Summarise(draws) // returns an error for infinities only, and there are none
	b.SE = s.SD
	slices.Sort(draws)
	b.CI = newInterval(quantile(draws, (1-level)/2), quantile(draws, (1+level)/2), level)
	if b.SE == Some(0) {
		b.Warnings.add("every resample gives the same value: the interval has no width")
	}
}

// quantile is the q-quantile of sorted x, len(x) >= 2, by linear interpolation at position (n - 1)q. R: quantile,
// type 7.
func quantile(x []float64, q float64) float64 {
	at := q * float64(len(x)-1)
	i := min(int(at), len(x)-2)
	f := at - float64(i)
	return x[i]*(1-f) + x[i+1]*f
}

// cloneStrata is a deep copy of strata.
func cloneStrata(strata [][]float64) [][]float64 {
	c := make([][]float64, len(strata))
	for i, s := range strata {
		c[i] = slices.Clone(s)
	}
	return c
}

// Mean is the mean of the means of the strata. Every stratum has the same weight, whatever its size.
func Mean(strata [][]float64) float64 {
	sum := 0.0
	for _, s := range strata {
		m := 0.0
		for _, v := range s {
			m += v / float64(len(s))
		}
		sum += m / float64(len(strata))
	}
	return sum
}

// IQM is the interquartile mean (Agarwal et al., NeurIPS 2021, 4.3): the mean of the pooled observations of all
// strata without the ⌊n/4⌋ lowest and the ⌊n/4⌋ highest, as scipy.stats.trim_mean(x, 0.25) in rliable. It depends
// less on outliers than the mean and has a smaller variance than the median. O(n) on average, by selection.
func IQM(strata [][]float64) float64 {
	all := slices.Concat(strata...)
	cut := len(all) / 4
	selectSmallest(all, cut)
	middle := all[cut:]
	selectSmallest(middle, len(middle)-cut)
	middle = middle[:len(middle)-cut]
	sum := 0.0
	for _, v := range middle {
		sum += v / float64(len(middle))
	}
	return sum
}

// selectSmallest reorders x so that its first k values are the k smallest, by Hoare's selection (Comm. ACM 4 (1961)
// 321, algorithm 65) around the median of first, middle and last value. O(n) on average. x must not hold NaN.
func selectSmallest(x []float64, k int) {
	for k > 0 && k < len(x) {
		if len(x) <= 16 {
			slices.Sort(x)
			return
		}
		a, b, c := x[0], x[len(x)/2], x[len(x)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := 0, len(x)-1
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		// Now x[:j+1] <= pivot <= x[i:], and what lies between equals the pivot.
		switch {
		case k <= j:
			x = x[:j+1]
		case k >= i:
			x, k = x[i:], k-i
		default:
			return
		}
	}
}

// ProbabilityOfImprovement is the probability that a run of x has a larger value than a run of y on the same stratum,
// averaged over the M strata, with ties counted as half (Agarwal et al., NeurIPS 2021, 4.3). 1/2 means no difference.
//
//	P = 1/M Σ_m 1/(n_m l_m) Σ_i Σ_j (1{x_mi > y_mj} + ½ 1{x_mi = y_mj})
//
// Values that differ by no more than rounding errors are equal (see roundingBound). The interval is that of
// [Bootstrap], with x and y resampled independently. It returns the errors of [Bootstrap], and an error where x and y
// have different numbers of strata.
func ProbabilityOfImprovement(
	x, y [][]float64, level float64, resamples int, key seed.Key, watch Watch,
) (Bootstrapped, error) {
	if len(x) != len(y) {
		return Bootstrapped{}, fmt.Errorf("stats: %d strata can't be compared with %d", len(x), len(y))
	}
	return Bootstrap(slices.Concat(x, y), func(both [][]float64) float64 {
		sum := 0.0
		for m := range len(both) / 2 {
			sum += probabilityOfSuperiority(both[m], both[m+len(both)/2])
		}
		return sum / float64(len(both)/2)
	}, level, resamples, key, watch)
}

// probabilityOfSuperiority is the share of the n·l pairs in which x is above y, with ties counted as half: U/(nl) of
// Mann and Whitney. It sorts its arguments; O(n log n + l log l).
func probabilityOfSuperiority(x, y []float64) float64 {
	slices.Sort(x)
	slices.Sort(y)
	wins := 0.0
	for _, ends := range endsOf(x, y) {
		wins += float64(ends[0]+ends[1]) / 2
	}
	return wins / float64(len(x)*len(y))
}

// clearlyAbove reports whether a exceeds b by more than rounding errors (see roundingBound).
func clearlyAbove(a, b float64) bool { return a-b > roundingBound(max(math.Abs(a), math.Abs(b))) }
