package weigh

import "counterpoise/policies/balance"

// Summary is everything that weighing found, as it is written to weights.json. Lists of weights are in the order of
// the groups.
type Summary struct {
	Dataset string   `json:"dataset"` // path
	Sources []Source `json:"datasets"`
	Format  string   `json:"format"`
	By      []string `json:"by"`     // labels that make the groups
	Policy  string   `json:"policy"` // that learned under the weights
	// Pictures says that ridge or mlp learned from pictures too, in place of the state of the scene.
	Pictures bool              `json:"pictures,omitempty"`
	Seed     uint64            `json:"seed"`
	Decided  []string          `json:"decided,omitempty"` // what was decided for the user, see demos.Description
	Groups   []GroupSummary    `json:"groups"`
	Methods  []balance.Summary `json:"methods"`
}

// GroupSummary is a group's part of the dataset.
type GroupSummary struct {
	Name       string  `json:"name"`
	Episodes   int     `json:"demonstrations"`
	Share      float64 `json:"share"` // of all demonstrations, in [0, 1]
	Frames     int     `json:"frames"`
	FrameShare float64 `json:"frame_share"` // of all frames, in [0, 1]
}

// SummaryOf returns a summary with labels, groups and methods. The caller fills in dataset, sources, format, policy,
// pictures and seed.
func SummaryOf(g *Groups, all []Result) Summary {
	s := Summary{By: g.By}
	share, frameShare := shares(g.N), shares(g.Frames)
	for i, name := range g.Names {
		s.Groups = append(s.Groups, GroupSummary{name, g.N[i], share[i], g.Frames[i], frameShare[i]})
	}
	for i := range all {
		r := &all[i]
		m, _ := balance.Named(r.Method) // Run has resolved the name before
		s.Methods = append(s.Methods, balance.Summary{
			Method: r.Method, About: m.About().String(), Weights: r.Mean(), SD: r.SD(), Seeds: r.Weights,
			Steps: r.Steps, Alpha: r.Curve(),
		})
	}
	return s
}

// shares returns the parts of a sum; zeros if the sum is 0.
func shares(n []int) []float64 {
	sum := 0
	for _, v := range n {
		sum += v
	}
	out := make([]float64, len(n))
	for i, v := range n {
		out[i] = float64(v) / float64(max(1, sum))
	}
	return out
}
