package stats

import (
	"fmt"
	"math"
)

// Proportion is a success rate, k of n.
type Proportion struct {
	K, N     int
	Estimate float64 // k/n
	CI       Interval
}

// Wilson is the score interval of a success rate: the p for which the observed k lies no further than z standard
// errors away. It covers about the level on average and never leaves [0, 1]. R: prop.test(k, n, correct = FALSE).
//
//	(p̂ + z²/2n ± z √(p̂(1 - p̂)/n + z²/4n²)) / (1 + z²/n)    Wilson, J. Am. Statist. Ass. 22 (1927) 209
//
// It errs unless 0 <= k <= n and n > 0.
func Wilson(k, n int, level float64) (Proportion, error) {
	p, err := proportion(k, n, level)
	if err != nil {
		return p, err
	}
	size, rate := float64(n), p.Estimate
	z := criticalZ((1 - level) / 2)
	centre := rate + z*z/(2*size)
	half := z * math.Sqrt(rate*(1-rate)/size+z*z/(4*size*size))
	low, high := (centre-half)/(1+z*z/size), (centre+half)/(1+z*z/size)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	p.CI = between(low, high, level)
	return p, nil
}

// ClopperPearson is the exact interval of a success rate: the p that neither binomial tail rejects. It covers at least
// the level, usually more. R: binom.test(k, n).
//
//	low = I⁻¹_{α/2}(k, n - k + 1), high = I⁻¹_{1-α/2}(k + 1, n - k)    Clopper & Pearson, Biometrika 26 (1934) 404
//
// It errs unless 0 <= k <= n and n > 0.
func ClopperPearson(k, n int, level float64) (Proportion, error) {
	p, err := proportion(k, n, level)
	if err != nil {
		return p, err
	}
	low, high, alpha := 0.0, 1.0, 1-level
	if k > 0 {
		low = inverseBeta(alpha/2, float64(k), float64(n-k+1))
	}
	if k < n {
		high = 1 - inverseBeta(alpha/2, float64(n-k), float64(k+1))
	}
	p.CI = between(low, high, level)
	return p, nil
}

// inverseBeta is the x with I_x(a, b) = p.
func inverseBeta(p, a, b float64) float64 {
	return solve(p, a/(a+b),
		func(x float64) float64 { return betaTail(a, b, x, 1-x) },
		func(x float64) float64 { return betaPower(a, b, x, 1-x) / (x * (1 - x)) })
}

// proportion is k of n with no interval yet.
func proportion(k, n int, level float64) (Proportion, error) {
	if n <= 0 || k < 0 || k > n {
		return Proportion{}, fmt.Errorf("stats: %d successes of %d trials is not a success rate", k, n)
	}
	if err := checkLevel(level); err != nil {
		return Proportion{}, err
	}
	return Proportion{K: k, N: n, Estimate: float64(k) / float64(n)}, nil
}
