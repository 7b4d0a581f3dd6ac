package fixedtheta

import (
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

// Figure draws the styles by the weight that the optimal demonstrations get under a fixed policy, beside the one
// predicted, and by what the method does to success; false without styles.
func Figure(all []Style) (figures.Figure, bool) {
	if len(all) == 0 {
		return figures.Figure{}, false
	}
	p := figures.Plane{
		Name: "drift", Lead: "Weight of the optimal demonstrations under a fixed policy, and its effect on success.",
		XLabel: "weight of the optimal demonstrations", YLabel: "success minus plain cloning (points)",
		XSplit: .5, Predicts: true,
		Caption: "The study's method with the policy of its searches fixed, by the style of the bad demonstrations: " +
			"the weight that the optimal ones get (rings: predicted by the seventh freeze) and success minus that of " +
			"plain cloning of the same data, means over 30 trials with 95 % intervals.",
	}
	for _, s := range all {
		e, _ := s.Effect("fixed")
		effect := estimate(e.Test)
		point := figures.PlanePoint{
			Name: s.Name, Predicted: s.Predicted, X: s.Fixed.Mean.Or(s.Predicted), Y: effect.Mean.Or(0),
			XInterval: drawn(s.Fixed), YInterval: drawn(effect),
		}
		if n := len(p.Panels); n == 0 || p.Panels[n-1].Title != s.Task {
			p.Panels = append(p.Panels, figures.PlanePanel{Title: s.Task})
		}
		panel := &p.Panels[len(p.Panels)-1]
		panel.Points = append(panel.Points, point)
	}
	figure := p.Figure()
	figure.Title = p.Lead
	return figure, true
}

// drawn is an interval as figures draw it.
func drawn(e frame.Estimate) figures.Interval {
	if !e.CI.Defined() {
		return figures.NoInterval
	}
	return figures.Interval{Low: e.CI.Low.Or(0), High: e.CI.High.Or(0)}
}
