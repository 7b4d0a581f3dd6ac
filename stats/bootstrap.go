package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"counterpoise/internal/seed"
)

// Statistic is a number computed from strata of observations (runs of each task, say). It may reorder what it is given
// but must not keep it.
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

// Bootstrap is the stratified percentile bootstrap: each resample draws every stratum anew with replacement from itself
// alone, and the interval runs between the α/2 and 1 - α/2 quantiles (R's type 7) of the statistic.
//
// Efron & Tibshirani, An Introduction to the Bootstrap (1993) 13.3; stratified over tasks as in Agarwal et al., Deep
// Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS 2021, 4.1. With fewer than about ten
// observations in a stratum the interval is too narrow, which it warns of. The same key gives the same bytes. NaNs are
// left out with a warning. It errs on infinities, on an empty stratum and on fewer than 100 resamples; 2000 is usual. A
// statistic that is no number on a resample leaves the interval undefined.
func Bootstrap(strata [][]float64, statistic Statistic, level float64, resamples int, key seed.Key) (Bootstrapped, error) {
	if err := checkLevel(level); err != nil {
		return Bootstrapped{}, err
	}
	if resamples < 100 {
		return Bootstrapped{}, fmt.Errorf("stats: %d bootstrap resamples give no interval: 2000 is usual, 100 the least", resamples)
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
	}
	b.setInterval(draws, level)
	return b, nil
}

// checkStrata is the strata without NaNs, and a finding that knows their sizes.
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

// setInterval turns the resampled estimates into a standard error and an interval.
func (b *Bootstrapped) setInterval(draws []float64, level float64) {
	for _, d := range draws {
		if math.IsNaN(d) || math.IsInf(d, 0) {
			b.Warnings.add("the statistic is undefined on some resamples: no interval")
			return
		}
	}
	s, _ := Summarise(draws) // errs on infinities only, and there are none
	b.SE = s.SD
	slices.Sort(draws)
	b.CI = newInterval(quantile(draws, (1-level)/2), quantile(draws, (1+level)/2), level)
	if b.SE == Some(0) {
		b.Warnings.add("every resample gives the same value: the interval has no width")
	}
}

// quantile is the q-quantile of ordered x by linear interpolation at (n - 1)q, R's type 7.
func quantile(x []float64, q float64) float64 {
	at := q * float64(len(x)-1)
	i := min(int(at), len(x)-2)
	f := at - float64(i)
	return x[i]*(1-f) + x[i+1]*f
}

// cloneStrata is a deep copy.
func cloneStrata(strata [][]float64) [][]float64 {
	c := make([][]float64, len(strata))
	for i, s := range strata {
		c[i] = slices.Clone(s)
	}
	return c
}

// Mean is the mean of the strata's means: every stratum counts alike.
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

// IQM is the interquartile mean: the mean of all observations of all strata without the lowest and highest quarter
// (⌊n/4⌋ on each side, as scipy.stats.trim_mean(x, 0.25) in rliable). It bends less to one lucky run than the mean, and
// varies less than the median.    Agarwal et al., NeurIPS 2021, 4.3
func IQM(strata [][]float64) float64 {
	all := slices.Concat(strata...)
	slices.Sort(all)
	middle := all[len(all)/4 : len(all)-len(all)/4]
	sum := 0.0
	for _, v := range middle {
		sum += v / float64(len(middle))
	}
	return sum
}

// ProbabilityOfImprovement is the chance that a run of x beats a run of y on the same stratum, ties counting half,
// averaged over the strata, with its stratified bootstrap interval (x and y are resampled independently). 1/2 means no
// difference.
//
//	P = 1/M Σ_m 1/(n_m l_m) Σ_i Σ_j (1{x_mi > y_mj} + ½ 1{x_mi = y_mj})    Agarwal et al., NeurIPS 2021, 4.3
//
// Values that agree up to rounding are equal (see [roundedValue]). Everything else as in [Bootstrap]; it also errs where
// x and y have different numbers of strata.
func ProbabilityOfImprovement(x, y [][]float64, level float64, resamples int, key seed.Key) (Bootstrapped, error) {
	if len(x) != len(y) {
		return Bootstrapped{}, fmt.Errorf("stats: %d strata can't be compared with %d", len(x), len(y))
	}
	return Bootstrap(slices.Concat(x, y), func(both [][]float64) float64 {
		sum := 0.0
		for m := range len(both) / 2 {
			sum += probabilityOfSuperiority(both[m], both[m+len(both)/2])
		}
		return sum / float64(len(both)/2)
	}, level, resamples, key)
}

// probabilityOfSuperiority is the share of pairs in which x is above y, ties counting half: Mann and Whitney's U/(nl).
func probabilityOfSuperiority(x, y []float64) float64 {
	wins := 0.0
	for _, v := range x {
		for _, w := range y {
			switch room := roundingBound(max(math.Abs(v), math.Abs(w))); {
			case v-w > room:
				wins++
			case w-v <= room:
				wins += 0.5
			}
		}
	}
	return wins / float64(len(x)*len(y))
}
