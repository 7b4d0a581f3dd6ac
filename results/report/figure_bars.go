package report

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

func init() {
	analysis.Drawers.Add("bars", analysis.Drawer{
		Place: 1, About: "the study's figure: success of the arms that are compared",
		Draw: bars,
	})
}

// bars is the study's figure: a panel for each behaviour that is compared, a bar for each arm with its standard
// deviation over trials, and a bracket with the adjusted p between arms that are compared. Whiskers are standard
// deviations, not intervals, as in the study; the intervals of the differences stand in the table of comparisons. A
// design with a factor has the figure of levels instead.
//
// All panels share one y axis from 0 to 100 percent, longer where brackets need room.
func bars(f frame.Findings) (figures.Figure, bool) {
	if f.Factor != "" {
		return figures.Figure{}, false
	}
	s := f.Plan.Size
	b := figures.Bars{
		Name: f.Name() + "-bars", Subject: "success in percent", YLabel: "success (%)",
		Caption: fmt.Sprintf("Success over %s of %s per behaviour. Bars are means, whiskers one standard deviation, "+
			"brackets the p of the paired t-test after the correction of Holm.",
			wording.Plural(s.Trials, "trial"), wording.Plural(s.Rollouts, "rollout")),
	}
	// The panels are in the task's order of behaviours.
	for _, behaviour := range f.Behaviours() {
		if arms := f.ComparedArms(behaviour); len(arms) > 0 {
			b.Panels = append(b.Panels, barPanel(f, behaviour, arms))
		}
	}
	// A design that compares nothing, or has no record yet.
	if len(b.Panels) == 0 {
		return figures.Figure{}, false
	}
	return noted(b.Figure(), f, "one standard deviation over trials"), true
}

// barPanel is one behaviour with the arms that are compared in it, in the design's order. A comparison without a test
// has a bracket that says so. A mean or deviation without records is NaN, which is not drawn.
func barPanel(f frame.Findings, behaviour string, arms []string) figures.BarPanel {
	p := figures.BarPanel{Title: behaviour}
	names := barNames(f, behaviour, arms)
	for i, a := range arms {
		s := f.Success(f.Arm(a), behaviour)
		p.Bars = append(p.Bars, figures.Bar{
			Name: names[i], Mean: s.Mean.Or(math.NaN()), SD: s.SD.Or(math.NaN()), Text: apa.MeanSD(s),
		})
	}
	for _, c := range f.Pairwise {
		if c.Behaviour != behaviour {
			continue
		}
		label := "no test"
		if c.Holm.Defined() {
			label = apa.P("p", c.Holm) + apa.Stars(c.Holm)
		}
		// Brackets refer to bars by index; Index cannot fail, because ComparedArms lists both arms of every
		// comparison.
		p.Brackets = append(p.Brackets, figures.Bracket{
			From: slices.Index(arms, c.Against), To: slices.Index(arms, c.Arm), Label: label,
		})
	}
	return p
}

// barNames is what arms are called below their bars: by their names, or, where there are two, by the design's words
// for the two sides, which are shorter. The sides are ordered like the bars: the first bar may be the arm or
// what it is compared with.
func barNames(f frame.Findings, behaviour string, arms []string) []string {
	if len(arms) != 2 {
		return arms
	}
	firstIsArm := func(c frame.Comparison) bool { return c.Behaviour == behaviour && c.Arm == arms[0] }
	if slices.ContainsFunc(f.Pairwise, firstIsArm) {
		return []string{f.Sides[0], f.Sides[1]}
	}
	return []string{f.Sides[1], f.Sides[0]}
}
