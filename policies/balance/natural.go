package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("natural", natural{})
	Methods.Alias("bc", "natural")
}

// natural is plain behaviour cloning: every state-action pair of the dataset counts the same, so the weight of a
// behaviour is its share of the samples (Parekh et al., Eq. 2, as unpacked in Eq. 4):
//
//	L_BC = sum_i ρ_i E_{(s,a) in D_i} D_KL(π_i ‖ π_θ),   α_i = ρ_i = n_i/N
//
// ρ_i is "the proportion of dataset samples", which are state-action pairs: n_i counts frames, not demonstrations.
type natural struct{}

func (natural) About() Description {
	return Description{
		Family: Study, Source: "Parekh et al., Eq. 2",
		Summary: "plain cloning: every frame counts the same",
	}
}

func (natural) Start(g demos.Groups) mixture.Mixture { return constant(shares(g.Frames)) }
