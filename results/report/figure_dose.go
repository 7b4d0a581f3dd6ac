package report

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

func init() {
	analysis.Drawers.Add("dose", analysis.Drawer{
		Place: 3, About: "success over the number of demonstrations", Draw: dose,
	})
}

// dose shows the success of each behaviour over its number of demonstrations. There is no figure where no behaviour
// has two different numbers, and none for designs with a factor, which have the figure of levels. Only arms of
// the first arm's method and settings are shown (frame.Design.DoseResponses).
func dose(f frame.Findings) (figures.Figure, bool) {
	if f.Factor != "" {
		return figures.Figure{}, false
	}
	d := figures.Dose{
		Name: f.Name() + "-dose", XLabel: "demonstrations of the behaviour", YLabel: "success (%)",
		Lead: "Success over the number of demonstrations.",
		Caption: fmt.Sprintf("Success of a behaviour over the number of its demonstrations, method %s, %s. "+
			"Whiskers are %s intervals (t, over trials); points are set apart sideways.",
			f.Arms[0].Method, wording.Plural(f.Plan.Size.Trials, "trial"), apa.Percent(frame.Level)),
	}
	// A single point is no response.
	responds := false
	for _, r := range f.DoseResponses() {
		l := figures.Line{Name: r.Behaviour}
		for _, q := range r.Doses {
			l.Points = append(l.Points, figures.Point{
				X: float64(q.Demonstrations), Mean: q.Mean, Interval: withinPercent(interval(q.Interval)),
			})
		}
		d.Lines = append(d.Lines, l)
		responds = responds || len(l.Points) > 1
	}
	if !responds {
		return figures.Figure{}, false
	}
	return noted(d.Figure(), f, tIntervals()), true
}

// withinPercent cuts an interval at 0 and 100. The ends of a t-interval may lie beyond the possible rates. NaN,
// for an interval that is not drawn, stays NaN.
func withinPercent(i figures.Interval) figures.Interval {
	return figures.Interval{Low: max(0, i.Low), High: min(100, i.High)}
}
