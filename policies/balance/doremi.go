package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("doremi", DoReMi{Eta: 1, Smooth: 0.001}) }

// DoReMi is the method that Re-Mix comes from (Xie et al. 2023, "DoReMi: Optimizing Data Mixtures Speeds Up Language
// Model Pretraining", Algorithm 1, and their code), with frames for tokens and discrete actions in the first two
// runs:
//
//  1. a reference policy under equal weights;
//  2. a proxy, its weights multiplied by the groups' mean excess loss, clipped at zero for each example,
//     s_i = mean of max(0, l_r - l_r^ref) over group i,   α'_i = α_i exp(η s_i),   α ← (1-c) α'/sum α' + c/k
//  3. the policy, under the average of the proxy's weights.
//
// A group without an example in the batch keeps its last score.
type DoReMi struct {
	Eta    float64 `range:"(0, 1e6]" help:"η: step size; 1 in the paper, 0.1 from its authors where weights diverge"`
	Smooth float64 `range:"[0, 1]" help:"c: share of equal weights mixed in at every step; 0.001 in the paper"`
}

func (DoReMi) About() Description {
	return Description{
		Family: Original, Source: "Xie et al. 2023",
		Summary: "excess over an equally weighted reference, time average of a proxy",
	}
}

func (m DoReMi) Start(g demos.Groups) mixture.Mixture {
	k := len(g.Names)
	d := &doremi{score: make([]float64, k)}
	d.adversary = adversary{
		Loss: BinsLoss, before: original(uniform(k)), alpha: uniform(k), toward: uniform(k),
		eta: m.Eta, smooth: m.Smooth,
	}
	d.adversary.score = func(group []int32, excess []float64) []float64 {
		d.score = meanExcess(group, excess, d.score, false)
		return d.score
	}
	return &staged{first: d, weights: MeanWeights}
}

// doremi is an adversary that keeps the last score of each group.
type doremi struct {
	adversary
	score []float64
}

func (d *doremi) Memory() []*[]float64 { return append(d.adversary.Memory(), &d.score) }
