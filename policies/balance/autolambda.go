package balance

import "counterpoise/scenes/demos"

func init() {
	Methods.Add("autolambda", AutoLambda{Beta1: defaultBeta1, Beta2: defaultBeta2, HeldOut: 0.2})
}

// AutoLambda finds the weights that serve held-out data best (Liu et al. 2022, "Auto-Lambda: Disentangling Dynamic Task
// Relationships", Eq. 4-6), with all groups as primary tasks:
//
//	min_α 1/k sum_i L_i^val(θ'),   θ' = θ - β_1 ∇_θ sum_j α_j L_j(θ)
//
// one step in α for each step of the policy (see search; the authors take Adam's, which needs no β_2 but forgets how large
// the gain is). It is the machinery that the study uses for one behaviour at a time. Since the search holds episodes out,
// it is a run of its own; the policy is trained on everything, under the average of the search's weights.
type AutoLambda struct {
	Beta1   float64 // β_1, the step of the look-ahead, > 0
	Beta2   float64 // β_2, the rate of the weights, > 0
	HeldOut float64 // share of each group's episodes held out, in (0, 1)
}

func (AutoLambda) Family() Family { return Rival }

func (AutoLambda) About() string {
	return "weights that serve held-out demonstrations best, by meta-gradient (Liu et al. 2022)"
}

func (a AutoLambda) Start(g demos.Groups) Mixture {
	k := len(g.Names)
	s := &averaged{search: search{alpha: uniform(k), target: uniform(k), beta1: a.Beta1, beta2: a.Beta2, share: a.HeldOut}}
	return &proxied{runs: []Mixture{s}, mean: s.mean}
}

// averaged is a search that keeps the average of its weights.
type averaged struct {
	search
	average
}

func (a *averaged) ObserveGradients(gram [][]float64) {
	a.search.ObserveGradients(gram)
	a.add(a.alpha)
}

func (a *averaged) Memory() []*[]float64 { return []*[]float64{&a.alpha, &a.sum} }
