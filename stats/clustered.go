package stats

import (
	"fmt"
	"math"
)

// ClusteredProportion is a success rate of trials in clusters, with an upper confidence bound. Trials of one cluster
// may be alike: rollouts of one policy, say.
type ClusteredProportion struct {
	K, N     int     // successes and trials, over all clusters
	Clusters int     // number of clusters
	Estimate float64 // K/N
	// ICC is the intraclass correlation of the data by the analysis of variance; undefined where all trials ended
	// alike, and where every cluster has one trial.
	ICC Maybe
	// Assumed is the intraclass correlation under which Upper holds: ICC, but not less than the caller's least value.
	Assumed float64
	Upper   float64 // one-sided bound: the rate is below it with confidence Level
	Level   float64 // in (0, 1)
}

// ClusteredUpper is an upper bound of a success rate from k[i] successes in n[i] trials of cluster i, for rates near 0.
// Each cluster has a rate of its own, of a beta distribution with mean p and intraclass correlation ρ, so its successes
// are beta-binomial (Skellam, J. R. Statist. Soc. B 10 (1948) 257). The bound inverts the exact test on their sum K, as
// Clopper & Pearson do for independent trials:
//
//	P(K <= k | p = upper, ρ) = 1 - level
//
// ρ is the estimate of the analysis of variance (Ridout, Demétrio & Firth, Biometrics 55 (1999) 137, Eq. 1),
//
//	ρ̂ = (MSB - MSW)/(MSB + (n0 - 1) MSW),   n0 = (N - Σ n_i²/N)/(C - 1)
//
// but at least least. A least value is needed: clusters without a success have no estimate of ρ, and bounds of design
// effects (Korn & Graubard, Surv. Methodol. 24 (1998) 193) then take trials to be independent. Ten clusters of 100
// trials without a success give .003 at ρ = 0, as those do, .013 at .1 and .022 at .2; 20 clusters give half as much.
// Simulated coverage (clustered_test.go) is at least the level for every ρ up to least. Beyond it only ρ̂ protects:
// with least = .1 and ten clusters a 95 % bound of a rate of 2 % covers it in 84 % of samples at ρ = .2.
//
// With least = 0 and clusters of one trial it is Clopper and Pearson's bound. It is 1 where all trials succeed. It
// returns an error unless there are two clusters or more, 0 <= k[i] <= n[i], n[i] > 0, and level and least lie in
// (0, 1) and [0, 1). The work grows as K N.
func ClusteredUpper(k, n []int, level, least float64) (ClusteredProportion, error) {
	p := ClusteredProportion{Clusters: len(n), Level: level}
	if err := checkLevel(level); err != nil {
		return p, err
	}
	if len(k) != len(n) || len(n) < 2 {
		return p, fmt.Errorf("stats: successes of %s and trials of %d: want two clusters or more", counted(len(k),
			"cluster"), len(n))
	}
	if !(least >= 0 && least < 1) {
		return p, fmt.Errorf("stats: least intraclass correlation %g is outside [0, 1)", least)
	}
	for i := range n {
		if n[i] <= 0 || k[i] < 0 || k[i] > n[i] {
			return p, fmt.Errorf("stats: %d successes of %d trials in cluster %d is not a success rate", k[i], n[i], i)
		}
		p.K, p.N = p.K+k[i], p.N+n[i]
	}
	p.Estimate = float64(p.K) / float64(p.N)
	p.ICC = intraclass(k, n, p.K, p.N)
	// An estimate of 1 (each cluster is all successes or all failures) would leave no beta distribution.
	const most = 0.999
	p.Assumed = max(least, min(most, p.ICC.Or(0)))
	p.Upper = 1
	if p.K < p.N {
		p.Upper = betaBinomialUpper(p.K, n, p.Assumed, 1-level)
	}
	return p, nil
}

// intraclass is the estimate of the intraclass correlation by the analysis of variance: of total successes in total
// trials, k[i] of n[i] in cluster i.
func intraclass(k, n []int, total, trials int) Maybe {
	mean := float64(total) / float64(trials)
	between, within, squares := 0.0, 0.0, 0.0
	for i := range n {
		size := float64(n[i])
		rate := float64(k[i]) / size
		between += size * (rate - mean) * (rate - mean)
		within += size * rate * (1 - rate)
		squares += size * size
	}
	c, all := float64(len(n)), float64(trials)
	n0 := (all - squares/all) / (c - 1)
	msb, msw := between/(c-1), within/(all-c)
	return Some((msb - msw) / (msb + (n0-1)*msw)) // 0/0, and so undefined, as documented
}

// betaBinomialUpper is the rate p at which the sum of beta-binomial counts over clusters of n[i] trials is at most k
// with probability alpha. The probability falls as p rises, so bisection finds it, to 2^-50 of the unit.
func betaBinomialUpper(k int, n []int, icc, alpha float64) float64 {
	low, high := 0.0, 1.0
	for range 50 {
		p := (low + high) / 2
		if sumAtMost(k, n, p, icc) > alpha {
			low = p
		} else {
			high = p
		}
	}
	return high
}

// sumAtMost is P(K <= k), K the sum of independent beta-binomial counts, by convolution of their probabilities up to k.
func sumAtMost(k int, n []int, p, icc float64) float64 {
	sum := make([]float64, k+1) // P(K = j) over the clusters so far
	sum[0] = 1
	next := make([]float64, k+1)
	var one []float64
	most := 0 // successes that the clusters so far can have
	for i, trials := range n {
		if i == 0 || trials != n[i-1] {
			one = betaBinomial(trials, min(k, trials), p, icc)
		}
		clear(next)
		for j, q := range sum[:min(k, most)+1] {
			to := next[j:]
			for m, o := range one[:min(len(one), len(to))] {
				to[m] += q * o
			}
		}
		most += trials
		sum, next = next, sum
	}
	total := 0.0
	for _, q := range sum {
		total += q
	}
	return total
}

// betaBinomial is the probabilities of 0 to k successes of n beta-binomial trials with rate p and intraclass
// correlation ρ, k <= n. With s = 1 - ρ,
//
//	P(0) = prod_{j<n} ((1 - p)s + jρ)/(s + jρ)
//	P(j + 1)/P(j) = (n - j)(ps + jρ)/((j + 1)((1 - p)s + (n - j - 1)ρ))
//
// ρ = 0 is the binomial distribution. Logarithms keep P(0) from an underflow.
func betaBinomial(n, k int, p, rho float64) []float64 {
	s := 1 - rho
	log := 0.0
	for j := range n {
		log += math.Log(((1-p)*s + float64(j)*rho) / (s + float64(j)*rho))
	}
	out := make([]float64, k+1)
	out[0] = math.Exp(log)
	for j := range k {
		at, left := float64(j), float64(n-j)
		log += math.Log(left * (p*s + at*rho) / ((at + 1) * ((1-p)*s + (left-1)*rho)))
		out[j+1] = math.Exp(log)
	}
	return out
}
