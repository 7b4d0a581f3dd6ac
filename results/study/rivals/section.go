package rivals

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Title and About head what the comparisons show, of one or of both.
const (
	Title = "Every method beside plain cloning"
	About = "What each method of re-weighting does to success, with the settings of its paper or its authors' code"
)

func init() {
	analysis.All.Add("rivals", analysis.Analysis{
		Place: 12, About: "every method beside plain cloning, over both tasks",
		Sections: analysis.Section(Section), Figures: planFigures, Parts: parts,
	})
}

// planFigures are the figures of a plan's comparisons.
func planFigures(f frame.Frame) (drawn []figures.Figure) {
	for _, c := range Comparisons(f) {
		figure := c.Figure()
		figure.Again = "Again: " + c.Command()
		drawn = append(drawn, figure)
	}
	return drawn
}

// parts are those of the page about a plan's comparisons.
func parts(f frame.Frame) (all []analysis.Part) {
	for _, c := range Comparisons(f) {
		all = append(all, analysis.Part{
			ID: "methods-" + c.Experiment, Title: Title + ": " + c.Experiment, Question: About,
			Source:  "over both tasks; each has a part below",
			Summary: c.Sentence(), Compared: c.Table(), Notes: c.Notes(), Figures: []figures.Figure{c.Figure()},
			Command: c.Command(),
		})
	}
	return all
}

// Section is what the methods do, over the tasks of a plan, as a section of a document; false for plans without records
// of the experiments.
func Section(f frame.Frame) (document.Section, bool) {
	cs := Comparisons(f)
	if len(cs) == 0 {
		return document.Section{}, false
	}
	s := document.Section{Title: Title, Intro: About, Notes: cs[0].Notes()}
	for _, c := range cs {
		s.Lines = append(s.Lines, c.Sentence())
		s.Tables = append(s.Tables, c.Table())
	}
	return s, true
}

// Notes explain the table; they are the same for both comparisons of a plan.
func (c Comparison) Notes() []string {
	size := c.designs[0].Plan.Size
	return []string{
		fmt.Sprintf("Effects are success minus that of plain cloning of the same demonstrations, in percentage "+
			"points, paired by trial; both: the mean of the tasks in each trial, over %s of %s of each behaviour, "+
			"policy %s.",
			wording.Plural(size.Trials, "trial"), wording.Plural(size.Rollouts, "rollout"), size.Policy),
		fmt.Sprintf("p (Holm): corrected over the methods of a table, column by column. equal: shown to lie within %g "+
			"points by two one-sided tests at %g, which are not corrected. open: neither is shown.",
			bench.VerdictMargin, frame.Alpha),
		"weight: that of the starved behaviour, or of the bad demonstrations, at the end of training, mean over " +
			"trials.",
		"balanced and left out are no methods: the first has as many demonstrations of each behaviour, the second " +
			"knows which are bad; neither is part of the correction. random draws weights once and is the control.",
	}
}

// Sentence lists the methods by verdict on what is compared first.
func (c Comparison) Sentence() string {
	var parts []string
	for _, v := range []analysis.Verdict{analysis.Helps, analysis.Harms, analysis.Equal, analysis.Open} {
		var names []string
		for _, m := range c.Methods {
			if m.First.Verdict() == v {
				names = append(names, fmt.Sprintf("%s (%+.1f)", m.Method, m.First.Test.MeanDifference.Or(0)))
			}
		}
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%s, %d: %s", v, len(names), strings.Join(names, ", ")))
		}
	}
	return fmt.Sprintf("%s, verdicts on %d methods by success in %s over both tasks: %s.", c.data, len(c.Methods),
		c.measured, strings.Join(parts, "; "))
}

// Table has a row for the yardstick and for each method, the best first; before the effect on a task stands the weight
// of the group in question.
func (c Comparison) Table() document.Table {
	columns := []document.Column[Row]{document.Words("method", "method", func(r Row) string { return r.Method })}
	for i, task := range c.Tasks {
		name, _, _ := strings.Cut(task, ":")
		columns = append(columns,
			document.Numbers("weight, "+name, func(r Row) document.Cell { return apa.FractionCell(r.Weights[i]) },
				name+"_weight"),
			apa.Number("%+.1f", name, name, func(r Row) stats.Maybe { return r.ByTask[i].Test.MeanDifference }))
	}
	for _, m := range []struct {
		measure string
		of      func(Row) analysis.Effect
	}{
		{c.First, func(r Row) analysis.Effect { return r.First }},
		{c.Second, func(r Row) analysis.Effect { return r.Second }},
	} {
		field := strings.ReplaceAll(m.measure, " ", "_")
		columns = append(columns,
			apa.Number("%+.1f", "both, "+m.measure, field,
				func(r Row) stats.Maybe { return m.of(r).Test.MeanDifference }),
			apa.Intervals("%+.1f", "95 % interval", field+"_low", field+"_high",
				func(r Row) stats.Interval { return m.of(r).Test.CI }),
			apa.StarredPs("p (Holm)", field+"_p_holm", func(r Row) stats.Maybe { return m.of(r).Holm }),
			document.Words("verdict", field+"_verdict", func(r Row) analysis.Verdict {
				if e := m.of(r); e.Holm.Defined() {
					return e.Verdict()
				}
				return "no method"
			}))
	}
	columns = append(columns, document.Counts("n", "n", func(r Row) int { return r.First.Test.N.Total() }))
	return document.TableOf(c.Experiment, fmt.Sprintf("%s: effects in points, %s and %s", c.Experiment, c.First,
		c.Second), append([]Row{c.Yardstick}, c.Methods...), columns...)
}
