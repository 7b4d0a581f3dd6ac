package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("autolambda", AutoLambda{Beta1: defaultBeta1, Beta2: defaultBeta2, HeldOut: 0.2, Primary: allGroups})
}

// AutoLambda finds the weights with the lowest loss on held-out data (Liu et al. 2022, "Auto-Lambda: Disentangling
// Dynamic Task Relationships", Eq. 4-6) of the primary tasks P:
//
//	min_α 1/|P| sum_{i in P} L_i^val(θ'),   θ' = θ - β_1 ∇_θ sum_j α_j L_j(θ)
//
// one step in α for each step of the policy (see search; the authors take Adam's, which needs no β_2 but forgets how
// large the gain is). It is the machinery that the study uses for one behaviour at a time. Since the search holds
// episodes out, it is a run of its own; the policy is trained on everything, under the average of the search's
// weights.
//
// All groups are primary unless Primary names those that are: the paper's auxiliary learning, here for demonstrations
// that are known to be good. The held-out ones of these decide, and every other group weighs what it gives to them.
type AutoLambda struct {
	Beta1   float64 `range:"(0, 1e6]" help:"β_1: step size of the look-ahead"`
	Beta2   float64 `range:"(0, 1e6]" help:"β_2: step size of the weights"`
	HeldOut float64 `range:"(0, 1)" help:"share of each group's episodes that are held out"`
	Primary Group   `words:"all, or a group, style or behaviour" help:"groups whose held-out loss is to be low"`
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
		alpha: uniform(k), target: a.target(g.Names),
		beta1: a.Beta1, beta2: a.Beta2, share: a.HeldOut,
	}
	return &staged{first: s, weights: MeanWeights}
}

// target is the same for each primary group and 0 for the others. Where no group is primary all are.
func (a AutoLambda) target(groups []string) []float64 {
	t, primary := make([]float64, len(groups)), 0
	for i, name := range groups {
		if a.Primary.holds(name) {
			t[i] = 1
			primary++
		}
	}
	if primary == 0 {
		return uniform(len(groups))
	}
	for i := range t {
		t[i] /= float64(primary)
	}
	return t
}
