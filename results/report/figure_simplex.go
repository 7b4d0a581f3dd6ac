package report

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/results/figures"
	"counterpoise/results/findings"
)

func init() {
	Drawers.Add("simplex", Drawer{Place: 6, About: "success under given weights of three groups, on a triangle",
		Draw: simplex})
}

// simplex shows what given weights of three groups achieve and where methods are among them: a panel for each
// behaviour and for the worst. There is a figure where exactly one dataset has three groups.
//
// Two datasets would need a triangle each with the same corners, which a reader could not tell apart.
func simplex(f findings.Findings) (figures.Figure, bool) {
	sweeps := slices.DeleteFunc(f.Sweeps(), func(s findings.Sweep) bool { return len(s.Groups) != 3 })
	if len(sweeps) != 1 {
		return figures.Figure{}, false
	}
	s := figures.Simplex{
		Name: f.Name() + "-simplex", Groups: [3]string(sweeps[0].Groups),
		Lead: "Success in percent over the weights of three groups.",
		Caption: sweepCaption(f,
			"discs are given weights, the darker the more success (in percent), corners all weight on one group"),
	}
	for _, b := range append(f.Behaviours(), bench.Worst) {
		s.Panels = append(s.Panels, weightedPanel(f, sweeps[0], b))
	}
	return noted(s.Figure(), f, ""), true
}
