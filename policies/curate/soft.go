package curate

func init() { Rules.Add("soft", soft{}) }

// soft lets the weight of a frame fall linearly with the rank of its demonstration in its group of n, as the linear
// ranking of Baker 1985, "Adaptive Selection Methods for Genetic Algorithms":
//
//	v_e = 1 - (rank_e + 1/2)/n,   rank_e = 0 for the best, the mean of theirs for equal scores
type soft struct{}

func (soft) About() RuleDescription {
	return RuleDescription{Summary: "the weight falls linearly with the rank", Source: "Baker 1985",
		FalseAlarm: "drops none; the effective number of demonstrations is 3/4 of all"}
}

func (soft) Values(scores []float64, group []int32) []float64 {
	out := make([]float64, len(scores))
	for _, list := range ranked(scores, group) {
		for first := 0; first < len(list); {
			end := first + 1
			for end < len(list) && scores[list[end]] == scores[list[first]] {
				end++
			}
			for _, e := range list[first:end] {
				out[e] = 1 - float64(first+end)/2/float64(len(list))
			}
			first = end
		}
	}
	return out
}
