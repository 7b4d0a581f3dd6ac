package twobytwo

import (
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

// Figure draws the styles of each task on the two axes, with what the methods do in the words of each quadrant; false
// without maps.
func Figure(name string, maps []Map, size record.Size) (figures.Figure, bool) {
	if len(maps) == 0 {
		return figures.Figure{}, false
	}
	p := figures.Plane{
		Name:   name,
		Lead:   "Styles of suboptimal demonstrations by how hard they are to fit and by what they cost.",
		XLabel: "loss over that of optimal demonstrations, both never seen", YLabel: "cost (points of success)",
		XSplit: Harder,
		Caption: fmt.Sprintf("Styles of suboptimal demonstrations by how much harder they are to fit than optimal "+
			"ones, and by the success that they cost plain cloning, with 95 %% intervals. In the corners: by how "+
			"many points each method changes plain cloning's success, as the mean over the styles of the quadrant "+
			"(%s: policy %s, %s of %s of each behaviour); %s; * differs from 0 after the correction of Holm%s, = lies "+
			"within %g points.", maps[0].Experiment, size.Policy, wording.Plural(size.Trials, "trial"),
			wording.Plural(size.Rollouts, "rollout"), maps[0].arms(),
			maps[0].ofLevel(), bench.VerdictMargin),
	}
	for _, m := range maps {
		p.Panels = append(p.Panels, m.panel())
	}
	figure := p.Figure()
	figure.Title = p.Lead
	figure.Note = wording.Sample([]int{size.Trials}, size.Rollouts, fmt.Sprintf("95 %% intervals. In the corners: "+
		"points of success against plain cloning; * differs from 0, = within %g points of it", bench.VerdictMargin))
	return figure, true
}

// DesignFigure is the figure of one design of the experiment; false for other designs.
func DesignFigure(f frame.Findings) (figures.Figure, bool) {
	m, ok := Of(f.Design)
	if !ok {
		return figures.Figure{}, false
	}
	return Figure(f.Name()+"-plane", []Map{m}, f.Plan.Size)
}

// arms says what the names of the arms mean that are not names of methods.
func (m Map) arms() string {
	text := "left out, which is no method, trains on the optimal ones alone"
	switch m.Experiment {
	case study.KnownGood:
		text += ", the fifth alone on a fifth of these; told: Auto-Lambda, for the loss on a fifth or a tenth of the " +
			"optimal demonstrations, or told nothing, on as many of both styles"
	case study.KnownGoodPictures:
		text += "; told a tenth: Auto-Lambda, for the loss on a tenth of the optimal demonstrations; told nothing: " +
			"Auto-Lambda, for that on a fifth of both styles"
	}
	return text
}

// panel is the panel of one task.
func (m Map) panel() figures.PlanePanel {
	panel := figures.PlanePanel{Title: m.Task}
	for _, s := range m.Styles {
		panel.Points = append(panel.Points, figures.PlanePoint{
			Name: s.Name, X: s.Fit.Mean.Or(1), Y: s.Cost.Mean.Or(0),
			XInterval: drawn(s.Fit), YInterval: drawn(s.Cost),
		})
	}
	corners := []Place{{true, false}, {true, true}, {false, false}, {false, true}}
	for _, q := range m.Quadrants {
		words := []string{q.Place.String()}
		for _, e := range q.Effects {
			words = append(words, short(e))
		}
		panel.Corners[slices.Index(corners, q.Place)] = words
	}
	return panel
}

// drawn is an interval as figures draw it.
func drawn(e frame.Estimate) figures.Interval {
	if !e.CI.Defined() {
		return figures.NoInterval
	}
	return figures.Interval{Low: e.CI.Low.Or(0), High: e.CI.High.Or(0)}
}

// short is an effect in a few ASCII letters: "ours +12.3*".
func short(e analysis.Effect) string {
	if !e.Test.MeanDifference.Defined() {
		return e.Method + " ?"
	}
	mark := ""
	switch e.Verdict() {
	case analysis.Helps, analysis.Harms:
		mark = "*"
	case analysis.Equal:
		mark = " ="
	}
	return e.Method + " " + apa.Format("%+.1f", e.Test.MeanDifference) + mark
}
