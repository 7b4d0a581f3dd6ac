package balance

import (
	"math"
	"slices"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("famo", FAMO{Beta: 0.025, Gamma: 0.001, Staging: oneStage}) }

// FAMO lets the losses of all groups fall at the same rate (Liu et al. 2023, "FAMO: Fast Adaptive Multitask
// Optimization", Algorithm 1): logits ξ fall for groups whose loss fell faster than the others',
//
//	z = softmax(ξ),   α_i = c z_i/L_i,   c = 1/sum_j z_j/L_j
//	ξ ← ξ - β (J^T Δ + γ ξ),   Δ_i = ln L_i(θ_t) - ln L_i(θ_{t+1}),   J = ∂z/∂ξ,
//	(J^T Δ)_i = z_i (Δ_i - sum_j z_j Δ_j)
//
// θ_{t+1}'s losses are those of the next batch, where the authors' code evaluates the same batch twice: the noise of
// successive differences cancels in their sum. α uses the last losses known; before the first it is 1/k.
//
// The step of ξ is plain, as in Algorithm 1. The authors' code takes Adam's, which moves each logit by up to β a step,
// however small the gradient. Plain steps add up to about β z_i times how much further ln L_i fell than the mean of
// the others: at β = .025 less than .03 where one loss falls to a twentieth and the others stay. So α is nearly
// proportional to 1/L_i, and only with a greater Beta, such as 1, do the logits count.
//
// The method is for losses above 0. One below counts as 0: while the losses of a policy with head "gaussian" fall below
// 0, the groups that are first get nearly all weight, and equal weights follow once all are there.
type FAMO struct {
	Beta  float64 `range:"(0, 1e6]" help:"β: step size of the logits; 0.025 in the paper"`
	Gamma float64 `range:"[0, 1e6]" help:"γ: decay of the logits towards equal weights; 0.001 in the paper"`
	Staging
}

func (FAMO) About() Description {
	return Description{Family: Rival, Summary: "losses fall at the same rate", Source: "Liu et al. 2023"}
}

func (f FAMO) Start(g demos.Groups) mixture.Mixture {
	k := len(g.Names)
	return f.of(&famo{FAMO: f, xi: make([]float64, k), alpha: uniform(k)})
}

type famo struct {
	FAMO
	xi    []float64 // logits ξ
	log   []float64 // ln L of the last step; nil before the first
	alpha []float64
}

// least is added to losses before their logarithm, which keeps the logarithm of 0 finite; the authors' code has the
// same value. CAGrad and ExcessMTL add it to denominators.
const least = 1e-8

func (f *famo) Memory() []*[]float64 { return []*[]float64{&f.xi, &f.log, &f.alpha} }

func (f *famo) Alpha() []float64 { return f.alpha }

func (f *famo) Observe(loss []float64) {
	log := make([]float64, len(loss))
	for i, l := range loss {
		log[i] = math.Log(max(0, l) + least)
	}
	if f.log != nil {
		f.learn(log)
	}
	f.log = log
	// α_i = c z_i/L_i is the softmax of ξ_i - ln L_i.
	x := slices.Clone(f.xi)
	for i := range x {
		x[i] -= log[i]
	}
	f.alpha = softmax(x)
}

// learn updates the logits ξ from the change of the log losses.
func (f *famo) learn(log []float64) {
	z, mean := softmax(f.xi), 0.0
	for i := range z {
		mean += z[i] * (f.log[i] - log[i])
	}
	for i := range f.xi {
		delta := f.log[i] - log[i]
		f.xi[i] -= f.Beta * (z[i]*(delta-mean) + f.Gamma*f.xi[i])
	}
}
