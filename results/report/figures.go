package report

import (
	"cmp"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// drawOnPage returns the figures of a design that the page shows, in the order of drawAll.
func drawOnPage(f frame.Findings) []figures.Figure {
	return drawThose(f, func(d analysis.Drawer) bool { return !d.EveryTrial || f.Experiment.Reading == "" })
}

// drawAll returns the figures of a design, in the order of their places. Which figures a design has depends on it: a
// design without a factor has bars, one with given weights a sweep. Names returns them sorted, and the sort by
// place is stable, so the order is the same in every process.
func drawAll(f frame.Findings) []figures.Figure {
	return drawThose(f, func(analysis.Drawer) bool { return true })
}

// drawThose returns the figures of those drawers.
func drawThose(f frame.Findings, those func(analysis.Drawer) bool) (all []figures.Figure) {
	if len(f.Arms) == 0 { // chance levels alone
		return nil
	}
	var drawers []analysis.Drawer
	for _, name := range analysis.Drawers.Names() {
		if d, _ := analysis.Drawers.Get(name); those(d) && (d.Untested || f.Plan.Size.Rollouts > 0) {
			drawers = append(drawers, d)
		}
	}
	slices.SortStableFunc(drawers, func(a, b analysis.Drawer) int { return cmp.Compare(a.Place, b.Place) })
	// A design without data for a kind of figure has none of it, and no empty frame.
	for _, d := range drawers {
		if figure, ok := d.Draw(f); ok {
			all = append(all, figure)
		}
	}
	return all
}

// noted returns a figure with a note of its trials and rollouts, and of what its whiskers are.
func noted(figure figures.Figure, f frame.Findings, whiskers string) figures.Figure {
	figure.Note = wording.Sample([]int{f.Plan.Size.Trials}, f.Plan.Size.Rollouts, whiskers)
	return figure
}

// tIntervals are what whiskers of most figures are, in words.
func tIntervals() string { return apa.Percent(frame.Level) + " intervals of the mean over trials" }

// interval is an interval as figures draw it. It is not drawn unless both ends are defined. Ends are percent.
func interval(ci stats.Interval) figures.Interval {
	if !ci.Defined() {
		return figures.NoInterval
	}
	return figures.Interval{Low: ci.Low.Or(0), High: ci.High.Or(100)}
}
