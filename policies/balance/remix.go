package balance

import (
	"slices"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("remix", Remix{Eta: 0.2, Smooth: 0.05}) }

// Remix is Re-Mix as its authors run it (Hejna et al. 2024, "Re-Mix: Optimizing Data Mixtures for Large Scale Imitation
// Learning", Algorithm 1, and their code), with discrete actions in the first two runs:
//
//  1. a reference policy under the prior, the groups' shares of frames ρ;
//  2. a proxy whose weights are updated at every step by the groups' excess loss over the reference, clipped at zero
//     for each example and averaged over the examples with a positive excess,
//     s_i = mean { l_r - l_r^ref : r in group i, l_r > l_r^ref },   α'_i = α_i exp(η s_i),   α ← (1-c) α'/sum α' + c ρ
//  3. the policy, under the average of the proxy's weights.
//
// Losses are cross-entropies of a whole action in nats, as in the authors' code.
type Remix struct {
	Eta    float64 `range:"(0, 1e6]" help:"η: step size; 0.2 in the authors' runs on robomimic and Open X, 1 on Bridge"`
	Smooth float64 `range:"[0, 1]" help:"c: share of the prior mixed in; 0.05 on robomimic and Open X, 0.005 on Bridge"`
}

func (Remix) About() Description {
	return Description{
		Family: Original, Source: "Hejna et al. 2024",
		Summary: "Re-Mix: clipped excess, multiplied weights, time average of a proxy",
	}
}

func (m Remix) Start(g demos.Groups) mixture.Mixture {
	prior, none := shares(g.Frames), make([]float64, len(g.Names))
	a := &adversary{
		Loss: BinsLoss, before: original(prior), alpha: slices.Clone(prior), toward: prior,
		eta: m.Eta, smooth: m.Smooth,
	}
	a.score = func(group []int32, excess []float64) []float64 { return meanExcess(group, excess, none, true) }
	return &staged{first: a, weights: MeanWeights}
}
