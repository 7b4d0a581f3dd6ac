package balance

import (
	"fmt"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("ours", Ours{
		EtaT: defaultEtaT, Beta1: defaultBeta1, Beta2: defaultBeta2, MetaSteps: 500, Staging: oneStage, Unroll: 1,
	})
	Methods.Alias("parekh", "ours")
}

// Ours is the method that the study proposes. The reference loss of each behaviour is the lowest loss that re-weighting
// the data can reach (Parekh et al., 6a), and the policy aims at the same excess over all reference losses (Eq. 13):
//
//	L_i^min = L_i(θ_α*),   α* = argmin_α L_i(θ_α)        one run for each i, by meta-gradient (Eq. 16-19, see search)
//	max_α sum_i α_i (L_i(θ) - L_i^min)                   one run, by the ascent of Eq. 14, whose policy is the result
//
// On training data a converged L_i^min is the specialist's loss, reached at α = e_i: no other weights can fit D_i
// better. On held-out data, demonstrations of other behaviours can help. What the study prints, 1.5 to 2.0, is up to 28
// times what its plain policies reached: the losses of a policy that was hardly trained. The text allows that, for it
// does not say that a search trains its policy (Theta). With Theta=fixed, L_i^min is the loss of an untrained policy,
// whose actions are near 0: the mean square of the actions of group i, E|a|² over the number of components. The ascent
// then follows how much the groups move, and not how well they can be imitated (see Drift).
//
// Theta, Unroll, Minimum and Tolerance are what the text leaves open about a search. The defaults are those with which
// the benchmark's records were made.
//
// With HeldOut > 0, references and excesses are both held-out losses: the ascent is then always a first stage, and the
// policy is trained on all data under the weights that it found.
type Ours struct {
	EtaT      float64    `range:"(0, 1e6]" help:"η·T: reach of the ascent; 15.75 is 7 times 2.25, read off Table 1"`
	Beta1     float64    `range:"(0, 1e6]" help:"β_1: step size of the look-ahead"`
	Beta2     float64    `range:"(0, 1e6]" help:"β_2: step size of the weights in the search"`
	MetaSteps int        `range:"[0, 100000000]" help:"steps of each search; 0: as many as the policy's training"`
	HeldOut   float64    `range:"[0, 1)" help:"share of episodes held out to measure losses on; 0: training losses"`
	Project   Projection `range:"[0, 1]" help:"return to the simplex; 0: nearest point, 1: negative weights set to 0"`
	Staging
	Loss Loss `words:"policy, squared, gaussian, bins" help:"loss by which weights are found; policy: the policy's own"`

	From      From    `words:"equal, shares" help:"weights at the start of the ascent: 1/k, or the groups' shares"`
	Theta     Theta   `words:"adam, fixed, step" help:"θ in a search: trained by Adam, fixed, or θ_new of Eq. 18"`
	Unroll    int     `range:"[1, 16]" help:"steps of the look-ahead; Eq. 18 has one"`
	Minimum   Minimum `words:"end, ahead, retrained" help:"least loss: of θ at the end, of θ_new, or trained anew"`
	Tolerance float64 `range:"[0, 1)" help:"share of the gradient by α left in a converged search; 0: not tested"`
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

// check returns an error for settings that contradict each other.
func (o Ours) check() error {
	if o.Theta == FixedTheta && o.Unroll > 1 {
		return fmt.Errorf("settings Theta=fixed and Unroll=%d contradict each other: unrolled steps move θ; give "+
			"Theta=step, or Unroll=1", o.Unroll)
	}
	if o.HeldOut > 0 { // two stages always
		return nil
	}
	return o.Staging.check()
}

func (o Ours) Start(g demos.Groups) mixture.Mixture {
	o.Unroll = max(1, o.Unroll)
	a := newAscent(g, o.From, o.EtaT)
	a.onto, a.Loss = o.Project, o.Loss
	m := &ours{Ours: o, ascent: a}
	if o.HeldOut > 0 {
		return &staged{first: &heldOutOurs{m}, weights: o.Weights}
	}
	return o.of(m)
}

// ours is the ascent, after one search for each group and, with RetrainedMinimum, one training under the weights that
// each search has found.
type ours struct {
	*ascent
	Ours     Ours
	searches []*search
	referred int       // runs whose losses have come
	min      []float64 // L_i^min of the groups for which it is known
}

func (o *ours) Reference() mixture.Mixture {
	k := len(o.alpha)
	if i := len(o.searches); i < k {
		s := &search{
			alpha: uniform(k), target: only(i, k), tolerance: o.Ours.Tolerance,
			beta1: o.Ours.Beta1, beta2: o.Ours.Beta2, share: o.Ours.HeldOut, steps: o.Ours.MetaSteps,
			Loss: o.ascent.Loss,
		}
		o.searches = append(o.searches, s)
		if ahead := o.Ours.Minimum == AheadMinimum; ahead || o.Ours.Theta != AdamTheta || o.Ours.Unroll > 1 {
			return movedSearch{s, o.Ours.Theta, ahead, o.Ours.Unroll}
		}
		return s
	}
	if i := len(o.min); i < k {
		return &heldOutReference{reference{constant(o.searches[i].alpha), o.ascent.Loss}, o.Ours.HeldOut}
	}
	return nil
}

func (o *ours) Refer(loss []float64) {
	n := o.referred
	o.referred++
	if o.Ours.Minimum == RetrainedMinimum {
		n -= len(o.alpha) // the searches come first
	}
	if n >= 0 {
		o.min = append(o.min, loss[n])
	}
	if len(o.min) == len(o.alpha) {
		o.ref = o.min
	}
}

// Searches implements mixture.Searching.
func (o *ours) Searches() (all []mixture.Search) {
	if o.Ours.Tolerance == 0 {
		return nil
	}
	for _, s := range o.searches {
		end := s.end()
		end.Idle = o.Ours.Theta == FixedTheta && o.Ours.Minimum == EndMinimum
		all = append(all, end)
	}
	return all
}

// heldOutReference is a reference run that keeps a share of the episodes out of training, on which its losses are.
type heldOutReference struct {
	reference
	share float64
}

func (h *heldOutReference) HoldOut() float64 { return h.share }

// heldOutOurs is an ascent on held-out losses that ignores training losses.
type heldOutOurs struct{ *ours }

func (h *heldOutOurs) HoldOut() float64              { return h.Ours.HeldOut }
func (h *heldOutOurs) Observe([]float64)             {}
func (h *heldOutOurs) ObserveHeldOut(loss []float64) { h.ascent.Observe(loss) }
