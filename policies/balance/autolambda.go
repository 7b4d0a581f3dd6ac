package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("autolambda", AutoLambda{Beta1: defaultBeta1, Beta2: defaultBeta2, HeldOut: 0.2})
}

// AutoLambda finds the weights with the lowest loss on held-out data (Liu et al. 2022, "Auto-Lambda: Disentangling
// Dynamic Task Relationships", Eq. 4-6), with all groups as primary tasks:
//
//	min_α 1/k sum_i L_i^val(θ'),   θ' = θ - β_1 ∇_θ sum_j α_j L_j(θ)
//
// one step in α for each step of the policy (see search; the authors take Adam's, which needs no β_2 but forgets how
// large the gain is). It is the machinery that the study uses for one behaviour at a time. Since the search holds
// episodes out, it is a run of its own; the policy is trained on everything, under the average of the search's
// weights.
type AutoLambda struct {
	Beta1   float64 `range:"(0, inf)" help:"β_1: step size of the look-ahead"`
	Beta2   float64 `range:"(0, inf)" help:"β_2: step size of the weights"`
	HeldOut float64 `range:"(0, 1)" help:"share of each group's episodes that are held out"`
}

func (AutoLambda) About() Description {
	return Description{
		Family: Rival, Source: "Liu et al. 2022",
		Summary: "weights that serve held-out demonstrations best, by meta-gradient",
	}
}

func (a AutoLambda) Start(g demos.Groups) mixture.Mixture {
	k := len(g.Names)
	s := &search{
		alpha: uniform(k), target: uniform(k),
		beta1: a.Beta1, beta2: a.Beta2, share: a.HeldOut,
	}
	return &staged{first: s, weights: MeanWeights}
}
