package curate

import (
	"context"
	"math"
	"slices"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("deminf", demInf{}) }

// demInf is the mutual information of states and actions, estimated by nearest neighbours (Hejna et al. 2025, "Robot
// Data Curation with Mutual Information Estimators"; estimator of Kraskov, Stögbauer and Grassberger 2004). In random
// batches of 1,024 frames, with ε_k the distance of frame t to its k-th neighbour under max(|Δz|, |Δa|), and n_z, n_a
// the numbers of frames within ε_k in z and in a,
//
//	I_t = -mean_{k = 5, 6, 7} [ ψ(n_z) + ψ(n_a) ]
//
// ψ the digamma function, frame t counted with its neighbours. I_t is cut at its 1st and 99th percentile, standardised,
// and averaged over a demonstration. Each frame is in four batches. So do the authors
// (jhejna/demonstration-information, scripts/quality/quality_estimators.py, ksg_estimator and estimate_quality), on
// embeddings of two variational autoencoders. These are replaced by the first eight principal components of the
// standardised states and of the standardised chunks of actions: no training, and distances that are those of the data.
type demInf struct{}

// The settings of the estimator.
const (
	demInfBatch  = 1024
	demInfRounds = 4
	demInfLeast  = 5 // k
	demInfMost   = 7
	demInfWidth  = 8 // principal components
)

func (demInf) About() Description {
	return Description{Summary: "mutual information of states and actions, by nearest neighbours",
		Source: "Hejna et al. 2025", Cost: "distances of all pairs in batches of 1,024 frames"}
}

func (demInf) Score(p *Pool, key seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	z, a := principal(r.x, demInfWidth), principal(r.y, demInfWidth)
	sum, n := make([]float64, len(z)), make([]float64, len(z))
	for round := range demInfRounds {
		order := key.With("deminf", round).Rand().Perm(len(z))
		for batch := range slices.Chunk(order, demInfBatch) {
			if err := context.Cause(p.ctx); err != nil {
				return nil, err
			}
			for i, v := range mutualInformation(z, a, batch) {
				sum[batch[i]], n[batch[i]] = sum[batch[i]]+v, n[batch[i]]+1
			}
		}
	}
	for i := range sum {
		sum[i] /= max(1, n[i])
	}
	return r.mean(clipped(sum)), nil
}

// mutualInformation returns I_t of the frames of a batch. In a batch of fewer than nine frames it is 0.
func mutualInformation(z, a [][]float64, batch []int) []float64 {
	n := len(batch)
	out := make([]float64, n)
	if n <= demInfMost+1 {
		return out
	}
	dz, da := make([]float64, n), make([]float64, n)
	joint := make([]float64, 0, n)
	for t, i := range batch {
		joint = joint[:0]
		for s, j := range batch {
			dz[s], da[s] = distance(z[i], z[j]), distance(a[i], a[j])
			joint = append(joint, max(dz[s], da[s]))
		}
		least := smallest(joint, demInfMost+1) // with the frame itself, the first
		for k := demInfLeast; k <= demInfMost; k++ {
			near, alike := 0, 0
			for s := range batch {
				if dz[s] < least[k] {
					near++
				}
				if da[s] < least[k] {
					alike++
				}
			}
			out[t] -= (digamma(near) + digamma(alike)) / (demInfMost - demInfLeast + 1)
		}
	}
	return out
}

// smallest returns the n smallest of numbers, ascending, by insertion: n is small.
func smallest(of []float64, n int) []float64 {
	out := make([]float64, 0, n+1)
	for _, v := range of {
		if len(out) == n && v >= out[n-1] {
			continue
		}
		at, _ := slices.BinarySearch(out, v)
		if out = slices.Insert(out, at, v); len(out) > n {
			out = out[:n]
		}
	}
	return out
}

// gamma is Euler's constant.
const gamma = 0.57721566490153286060651209008240243

// digamma returns ψ(n) of a whole number: ψ(n) = -γ + sum_{k<n} 1/k. That of 0, which several equal frames have, counts
// as ψ(1): the authors' digamma(0) is no number, and they leave such frames out.
func digamma(n int) float64 {
	if n > 32 { // asymptotic series, right to 1e-15 here
		x := 1 / float64(n)
		return math.Log(float64(n)) - x/2 - x*x/12 + x*x*x*x/120 - x*x*x*x*x*x/252
	}
	v := -gamma
	for k := 1; k < n; k++ {
		v += 1 / float64(k)
	}
	return v
}

// clipped cuts numbers at their 1st and 99th percentile, interpolated linearly, and standardises them.
func clipped(v []float64) []float64 {
	sorted := slices.Sorted(slices.Values(v))
	low, high := quantile(sorted, .01), quantile(sorted, .99)
	mean, out := 0.0, make([]float64, len(v))
	for i, x := range v {
		out[i] = min(max(x, low), high)
		mean += out[i] / float64(len(v))
	}
	variance := 0.0
	for _, x := range out {
		variance += (x - mean) * (x - mean) / float64(len(v))
	}
	for i := range out {
		out[i] = (out[i] - mean) / max(math.Sqrt(variance), 1e-12)
	}
	return out
}

// quantile returns a quantile of sorted numbers, interpolated linearly as numpy does.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
