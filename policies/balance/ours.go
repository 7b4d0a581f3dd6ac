package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("ours", Ours{
		EtaT: defaultEtaT, Beta1: defaultBeta1, Beta2: defaultBeta2, MetaSteps: 500, Staging: oneStage,
	})
}

// Ours is the method that the study proposes. The reference loss of each behaviour is the lowest loss that re-weighting
// the data can reach (Parekh et al., 6a), and the policy aims at the same excess over all reference losses (Eq. 13):
//
//	L_i^min = L_i(θ_α*),   α* = argmin_α L_i(θ_α)        one run for each i, by meta-gradient (Eq. 16-19, see search)
//	max_α sum_i α_i (L_i(θ) - L_i^min)                   one run, by the ascent of Eq. 14, whose policy is the result
//
// On training data a converged L_i^min is the specialist's loss, reached at α = e_i: no other weights can fit D_i
// better. What the study prints (1.5 to 2.0, up to 28 times what its plain policies reached) therefore depends on the
// length of its search. On held-out data, demonstrations of other behaviours can help.
//
// With HeldOut > 0, references and excesses are both held-out losses: the ascent is then always a first stage, and the
// policy is trained on all data under the weights that it found.
type Ours struct {
	EtaT      float64    `range:"(0, 1e6]" help:"η·T: reach of the ascent in weights; 2.25 fits the study's Table 1"`
	Beta1     float64    `range:"(0, 1e6]" help:"β_1: step size of the look-ahead"`
	Beta2     float64    `range:"(0, 1e6]" help:"β_2: step size of the weights in the search"`
	MetaSteps int        `range:"[0, 100000000]" help:"steps of each search; 0: as many as the policy's training"`
	HeldOut   float64    `range:"[0, 1)" help:"share of episodes held out to measure losses on; 0: training losses"`
	Project   Projection `range:"[0, 1]" help:"return to the simplex; 0: nearest point, 1: negative weights set to 0"`
	Staging
	Loss Loss `words:"policy, squared, gaussian, bins" help:"loss by which weights are found; policy: the policy's own"`
}

// The study names neither rate. β_1 is an ordinary step of gradient descent on these losses; with it, β_2 takes the
// weights across the simplex within some hundred steps where the gradients' products are of order 0.01.
const (
	defaultBeta1 = 0.1
	defaultBeta2 = 10
)

func (Ours) About() Description {
	return Description{
		Family: Study, Source: "Parekh et al., Eq. 13 and 16-19",
		Summary: "excess over the least loss that re-weighting reaches, by meta-gradient",
	}
}

func (o Ours) Start(g demos.Groups) mixture.Mixture {
	a := newAscent(len(g.Names), o.EtaT)
	a.onto, a.Loss = o.Project, o.Loss
	m := &ours{Ours: o, ascent: a}
	if o.HeldOut > 0 {
		return &staged{first: &heldOutOurs{m}, weights: o.Weights}
	}
	return o.of(m)
}

// ours is the ascent, after one search for each group.
type ours struct {
	*ascent
	Ours Ours
	min  []float64 // L_i^min of the groups searched for
}

func (o *ours) Reference() mixture.Mixture {
	i, k := len(o.min), len(o.alpha)
	if i == k {
		return nil
	}
	return &search{
		alpha: uniform(k), target: only(i, k),
		beta1: o.Ours.Beta1, beta2: o.Ours.Beta2, share: o.Ours.HeldOut, steps: o.Ours.MetaSteps, Loss: o.ascent.Loss,
	}
}

func (o *ours) Refer(loss []float64) {
	o.min = append(o.min, loss[len(o.min)])
	if len(o.min) == len(o.alpha) {
		o.ref = o.min
	}
}

// heldOutOurs is an ascent on held-out losses that ignores training losses.
type heldOutOurs struct{ *ours }

func (h *heldOutOurs) HoldOut() float64              { return h.Ours.HeldOut }
func (h *heldOutOurs) Observe([]float64)             {}
func (h *heldOutOurs) ObserveHeldOut(loss []float64) { h.ascent.Observe(loss) }
