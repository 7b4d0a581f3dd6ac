package theory

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/internal/seed"
)

// bound8 evaluates E_i[KL] <= L_BC/ρ_i (Eq. 8), which holds for any policy because no group's KL divergence is
// negative. The deviation is the worst relative excess over the bound.
func bound8() Proposition {
	off := bounds(func(rho []float64) []float64 { return rho })
	// E[-ln N(μ, σ)] at its own optimum
	nll := func(sigma float64) float64 { return math.Log(sigma*math.Sqrt(2*math.Pi)) + 0.5 }
	easy, hard := nll(0.05), nll(1)
	return Proposition{
		Equation: "P8", Deviation: off,
		Setting: fmt.Sprintf("KL divergences of Gaussians (Eq. 5) under %d random policies and shares", draws),
		Counterexample: fmt.Sprintf("For -ln π, which Eq. 1 minimises, it fails where a group's loss is negative: "+
			"with ρ = (.9, .1) and deviations .05 and 1 it asks for %.3g <= %.3g.",
			hard, (0.9*easy+0.1*hard)/0.1),
	}
}

// bound12 evaluates that under equal weights θ = mean_i θ_i (Eq. 11) and E_i[KL] <= k L_eq-w (Eq. 12).
func bound12() Proposition {
	c := newCloud(equal, sizes...)
	w := make([]float64, len(sizes))
	for i, n := range sizes {
		w[i] = 1 / float64(n)
	}
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	off := bounds(func(rho []float64) []float64 {
		return slices.Repeat([]float64{1 / float64(len(rho))}, len(rho))
	})
	d := newCloud(unequal, sizes...)
	return Proposition{
		Equation: "P12", Deviation: max(off, apart(c.fit(w), sum(third, c.own()))),
		Setting: fmt.Sprintf("the groups of Proposition 1 under equal weights, and the bound under %d random policies",
			draws),
		Counterexample: fmt.Sprintf("With E_i[s²] = .25, 1, 4 equal weights miss the mean of the θ_i by %.2g.",
			apart(d.fit(w), sum(third, d.own()))),
	}
}

// draws is the number of random policies on which a bound is evaluated.
const draws = 2000

// bounds returns the worst excess of E_i[KL] over the bound sum_j w_j E_j[KL] / w_i, relative to the bound, over random
// Gaussian sub-policies, policies and shares ρ; weights returns w for the shares. A result of 0 or less means that the
// bound holds in every draw.
func bounds(weights func(rho []float64) []float64) (off float64) {
	r := seed.Of("theory", "bounds").Rand()
	for range draws {
		k := 2 + r.IntN(5)
		rho, kl, total := make([]float64, k), make([]float64, k), 0.0
		theta, sigma := r.NormFloat64(), math.Exp(r.NormFloat64())
		for i := range k {
			rho[i] = r.ExpFloat64()
			total += rho[i]
			// E_i[KL(π_i || π_θ)] = ln σ/σ_i + (σ_i² + m_i (θ_i - θ)²)/2σ² - 1/2   (Eq. 5), m_i = E_i[s²]
			m, own, d := r.ExpFloat64(), math.Exp(r.NormFloat64()), r.NormFloat64()-theta
			kl[i] = math.Log(sigma/own) + (own*own+m*d*d)/(2*sigma*sigma) - 0.5
		}
		for i := range rho {
			rho[i] /= total
		}
		w, loss := weights(rho), 0.0
		for i := range w {
			loss += w[i] * kl[i]
		}
		for i := range w {
			bound := loss / w[i]
			off = max(off, (kl[i]-bound)/bound)
		}
	}
	return off
}
