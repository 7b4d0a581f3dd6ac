package curate

import "math"

func init() { Rules.Add("keep", Keep{Share: 0.7}) }

// Keep gives weight 1 to the best share of each group, rounded up, and 0 to the rest.
type Keep struct {
	// Share is that of the demonstrations that are kept.
	Share float64 `range:"(0, 1]" help:"share of each group that is kept, rounded up"`
}

func (Keep) About() RuleDescription {
	return RuleDescription{Summary: "the best share of each group", Source: "every paper on filtering",
		FalseAlarm: "drops the same share where nothing is wrong"}
}

func (k Keep) Values(scores []float64, group []int32) []float64 {
	out := make([]float64, len(scores))
	for _, list := range ranked(scores, group) {
		for _, e := range list[:int(math.Ceil(k.Share*float64(len(list))-1e-9))] {
			out[e] = 1
		}
	}
	return out
}
