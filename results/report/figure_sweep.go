package report

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

func init() {
	analysis.Drawers.Add("sweep", analysis.Drawer{
		Place: 5, About: "success under given weights of two groups, and methods among them",
		Draw: sweep,
	})
	analysis.Drawers.Add("simplex", analysis.Drawer{
		Place: 6, About: "success under given weights of three groups, on a triangle",
		Draw: simplex,
	})
}

// sweep shows what given weights of two groups achieve and where methods are among them, over the weight of the group
// in question. One dataset has a panel for each behaviour and for the worst, several datasets have one panel each for
// the worst.
//
// Several datasets have the worst behaviour alone, because a panel for every behaviour of each would be too
// many.
func sweep(f frame.Findings) (figures.Figure, bool) {
	sweeps := slices.DeleteFunc(f.Sweeps(), func(s frame.Sweep) bool { return len(s.Groups) != 2 })
	if len(sweeps) == 0 {
		return figures.Figure{}, false
	}
	w := figures.Sweep{
		Name: f.Name() + "-sweep", YLabel: "success (%)", Columns: 3,
		Lead: "Success in percent over a group's weight.", Caption: sweepCaption(f, "curves join given weights"),
	}
	if slices.ContainsFunc(f.Design.Arms, func(a bench.Arm) bool { return a.Line != "" }) {
		w.Caption += " Discs of one colour are settings of one method."
	}
	behaviours := []string{bench.Worst}
	if len(sweeps) == 1 {
		behaviours = append(f.Behaviours(), bench.Worst)
		// Two rows of two instead of three and one.
		if len(behaviours) == 4 {
			w.Columns = 2
		}
	}
	for _, s := range sweeps {
		group := groupInQuestion(s.Groups)
		for _, b := range behaviours {
			p := weightedPanel(f, s, b)
			if len(sweeps) > 1 {
				// Where several datasets share the figure, the group in question names the dataset.
				p.Title = s.Groups[group] + " (" + b + ")"
			}
			w.Panels = append(w.Panels, figures.SweepPanel{
				WeightedPanel: p, Group: group, XLabel: "weight of " + s.Groups[group],
			})
		}
	}
	return noted(w.Figure(), f, tIntervals()), true
}

// groupInQuestion is the index of the group whose weight is drawn: the one that is not optimal, or the first.
// Groups by style are "optimal" and one other; groups by behaviour have the recipe's order.
func groupInQuestion(groups []string) int {
	if groups[0] == "optimal" {
		return 1
	}
	return 0
}

// weightedPanel is a sweep's arms in one behaviour, with a note on the best given weights: their mean success, and the
// success of choosing them by cross-validation where there are enough trials. Means are percent without
// decimals in the note, as on the axis.
func weightedPanel(f frame.Findings, s frame.Sweep, behaviour string) figures.WeightedPanel {
	arms := f.Weighted(s, behaviour)
	best := frame.BestGiven(arms)
	p := figures.WeightedPanel{
		Title: behaviour, Best: best, Note: fmt.Sprintf("best given weights %.0f", arms[best].Mean),
	}
	if v, ok := frame.CrossValidated(arms); ok {
		p.Note += fmt.Sprintf(", cross-validated %.0f", v)
	}
	for _, w := range arms {
		name := w.Arm.Name
		if _, method, ok := strings.Cut(name, ", "); ok {
			name = method // what precedes the comma is the dataset, which the title names
		}
		p.Points = append(p.Points, figures.WeightedPoint{
			Name: name, Line: w.Arm.Line, Given: w.Given, Weights: w.Weights,
			Mean: w.Mean, Interval: interval(w.Interval),
		})
	}
	return p
}

// sweepCaption says how to read a figure of given weights. It says that the best of several is chosen and
// evaluated by the same rollouts, because its mean overstates what choosing is worth.
func sweepCaption(f frame.Findings, given string) string {
	return fmt.Sprintf("Success under given weights, and each method at the weights that it had, "+
		"mean over training: %s. "+
		"Means over %s of %s per behaviour; whiskers are %s intervals (t, over trials, not adjusted). "+
		"Ring: the best given weights, which the same rollouts chose and judge, which flatters them; "+
		"cross-validated: their success where each trial's are chosen by the other trials.",
		given, wording.Plural(f.Plan.Size.Trials, "trial"), wording.Plural(f.Plan.Size.Rollouts, "rollout"),
		apa.Percent(frame.Level))
}

// simplex shows what given weights of three groups achieve and where methods are among them: a panel for each
// behaviour and for the worst. There is a figure where exactly one dataset has three groups.
//
// Two datasets would need a triangle each with the same corners, which a reader could not tell apart.
func simplex(f frame.Findings) (figures.Figure, bool) {
	sweeps := slices.DeleteFunc(f.Sweeps(), func(s frame.Sweep) bool { return len(s.Groups) != 3 })
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
