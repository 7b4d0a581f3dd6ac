package report

import (
	"cmp"
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

func init() {
	analysis.Drawers.Add("levels", analysis.Drawer{
		Place: 4, About: "success over the levels of a design's factor", Draw: levels,
	})
}

// levels shows success over the levels of a design's factor: a panel for each behaviour with a line for each of the
// design's lines; or, where the design has one line, a single panel with a line for each behaviour.
//
// Lines of a design are what is varied besides the factor, such as the method. Whiskers are intervals, not
// standard deviations as in the bars, because no test stands beside them.
func levels(f frame.Findings) (figures.Figure, bool) {
	behaviours := f.Behaviours()
	if f.Factor == "" || len(behaviours) == 0 {
		return figures.Figure{}, false
	}
	l := figures.Levels{
		Name: f.Name() + "-levels", XLabel: f.Factor, YLabel: "success (%)",
		Lead: "Success in percent over " + f.Factor + ".",
		Caption: fmt.Sprintf("Success over %s. Points are means over %s of %s per behaviour, "+
			"whiskers %s intervals (t, over trials, not adjusted); lines are set apart sideways.", f.Factor,
			wording.Plural(f.Plan.Size.Trials, "trial"), wording.Plural(f.Plan.Size.Rollouts, "rollout"),
			apa.Percent(frame.Level)),
	}
	var lines []string
	for _, a := range f.Arms {
		l.Levels = append(l.Levels, a.Level)
		if !slices.Contains(lines, a.Line) {
			lines = append(lines, a.Line)
		}
	}
	// Behaviours can share a panel only where each has one line.
	if len(lines) == 1 {
		l.Panels = make([]figures.LevelPanel, 1)
		for _, b := range behaviours {
			l.Panels[0].Lines = append(l.Panels[0].Lines, levelLine(f, b, lines[0], b))
		}
		return noted(l.Figure(), f, tIntervals()), true
	}
	for _, b := range behaviours {
		p := figures.LevelPanel{Title: b}
		for _, line := range lines {
			p.Lines = append(p.Lines, levelLine(f, line, line, b))
		}
		l.Panels = append(l.Panels, p)
	}
	return noted(l.Figure(), f, tIntervals()), true
}

// levelLine is the success in a behaviour of the arms of one of the design's lines, by level; arms without a record
// are left out. The points are sorted by level; arms of equal level keep the design's order.
func levelLine(f frame.Findings, name, line, behaviour string) figures.Line {
	l := figures.Line{Name: name}
	for _, a := range f.Arms {
		if mean, ok := f.Success(a, behaviour).Mean.Get(); ok && a.Line == line {
			l.Points = append(l.Points, figures.Point{X: a.Level, Mean: mean,
				Interval: interval(f.Interval(a, behaviour))})
		}
	}
	slices.SortStableFunc(l.Points, func(a, b figures.Point) int { return cmp.Compare(a.X, b.X) })
	return l
}
