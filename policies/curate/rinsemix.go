package curate

import "math"

func init() { Rules.Add("rinsemix", RinseMix{Temperature: 1}) }

// RinseMix weighs groups by their mean score as soft weights (RINSE, arXiv:2604.23000, whose score is sal): with n_g
// the demonstrations of group g and z_g the mean of their standardised scores,
//
//	α_g ∝ n_g exp(z_g/T)
type RinseMix struct {
	// Temperature is T.
	Temperature float64 `range:"[0.01, 1e6]" help:"T: large leaves the shares as they are"`
}

func (RinseMix) About() RuleDescription {
	return RuleDescription{Summary: "groups by the exponential of their mean score", Source: "RINSE, arXiv:2604.23000",
		FalseAlarm: "groups that differ by chance get other shares", Mixes: true}
}

func (r RinseMix) Values(scores []float64, group []int32) []float64 {
	n, mean := shares(scores, group)
	alpha := make([]float64, len(n))
	for g := range alpha {
		alpha[g] = n[g] * math.Exp(mean[g]/r.Temperature)
	}
	return spread(alpha, n, group)
}
