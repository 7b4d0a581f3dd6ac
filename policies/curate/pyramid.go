package curate

import "math"

func init() { Rules.Add("pyramid", Pyramid{Power: 2}) }

// Pyramid weighs groups by a power of their quality, in closed form (PyramidMix): with q_g the share of all
// demonstrations that the mean score of group g exceeds, counted at the middle of equal ones, in (0, 1),
//
//	α_g ∝ q_g^a
//
// The paper's q comes from the losses of a proxy and the alignment of gradients; here it is the rank of any score.
type Pyramid struct {
	// Power is a.
	Power float64 `range:"[0, 100]" help:"a: 0 weighs all groups the same"`
}

func (Pyramid) About() RuleDescription {
	return RuleDescription{Summary: "groups by a power of their quality", Source: "PyramidMix, OpenReview 1pJ7c3XOtE",
		FalseAlarm: "groups that differ by chance get other shares", Mixes: true}
}

func (p Pyramid) Values(scores []float64, group []int32) []float64 {
	n, _ := shares(scores, group)
	mean := make([]float64, len(n))
	for e, g := range group {
		mean[g] += scores[e] / n[g]
	}
	alpha := make([]float64, len(n))
	for g := range alpha {
		below := 0.5 // so that the worst group keeps some
		for _, s := range scores {
			switch {
			case s < mean[g]:
				below++
			case s == mean[g]:
				below += 0.5
			}
		}
		alpha[g] = math.Pow(below/(float64(len(scores))+1), p.Power)
	}
	return spread(alpha, n, group)
}
