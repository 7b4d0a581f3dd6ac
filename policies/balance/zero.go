package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("zero", Zero{EtaT: defaultEtaT, Staging: oneStage})
	Methods.Alias("minmax", "zero")
}

// Zero aims at the same loss for every behaviour (Parekh et al., Eq. 13 with L_i^ref = 0):
//
//	max_α sum_i α_i L_i(θ)
//
// by the ascent of Eq. 14 from α = 1/k. Behaviours that are harder to fit, or noisier, gain weight.
type Zero struct {
	EtaT float64 `range:"(0, 1e6]" help:"η·T: reach of the ascent; 15.75 is 7 times 2.25, read off Table 1"`
	Staging
	Loss Loss `words:"policy, squared, gaussian, bins" help:"loss by which weights are found; policy: the policy's own"`
	From From `words:"equal, shares" help:"weights at the start: 1/k, or the groups' shares of the frames"`
}

func (Zero) About() Description {
	return Description{
		Family: Study, Source: "Parekh et al., Eq. 13 with L_ref = 0",
		Summary: "groups that are learned less well gain weight",
	}
}

func (z Zero) Start(g demos.Groups) mixture.Mixture {
	a := newAscent(g, z.From, z.EtaT)
	a.ref, a.Loss = make([]float64, len(g.Names)), z.Loss
	return z.of(a)
}
