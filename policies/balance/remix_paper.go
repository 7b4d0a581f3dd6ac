package balance

import (
	"slices"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("remix-paper", RemixPaper{EtaT: defaultEtaT, Staging: oneStage})
	Methods.Alias("remix-additive", "remix-paper")
}

// RemixPaper is Re-Mix in the form that the study gives it (Parekh et al., Eq. 13-15 and 5c): the reference loss of a
// behaviour is that of a policy trained on the imbalanced data as it is,
//
//	max_α sum_i α_i (L_i(θ) - L_i(θ_ref)),   θ_ref = argmin_θ sum_i ρ_i L_i(θ),   ρ_i the share of frames
//
// by the additive ascent of Eq. 14 from α = 1/k. It differs from Remix (Hejna et al. 2024, see Remix) in nearly every
// detail: there the excess is clipped at zero for each example, the weights are multiplied, smoothed and averaged
// over time.
type RemixPaper struct {
	EtaT float64 `range:"(0, 1e6]" help:"η·T: reach of the ascent; 15.75 is 7 times 2.25, read off Table 1"`
	Staging
	Loss Loss `words:"policy, squared, gaussian, bins" help:"loss by which weights are found; policy: the policy's own"`
	From From `words:"equal, shares" help:"weights at the start: 1/k, or the groups' shares of the frames"`
}

func (RemixPaper) About() Description {
	return Description{
		Family: Study, Source: "Parekh et al., Eq. 13 and 5c",
		Summary: "excess over a policy cloned from the data as it is",
	}
}

func (r RemixPaper) Start(g demos.Groups) mixture.Mixture {
	a := newAscent(g, r.From, r.EtaT)
	a.Loss = r.Loss
	return r.of(&referenced{a, shares(g.Frames)})
}

// referenced is an ascent whose references come from a policy trained under the given weights.
type referenced struct {
	*ascent
	weights []float64
}

func (r *referenced) Reference() mixture.Mixture {
	if r.ref != nil {
		return nil
	}
	return &reference{constant(r.weights), r.Loss}
}

func (r *referenced) Refer(loss []float64) { r.ref = slices.Clone(loss) }
