package twobytwo

import (
	"cmp"
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

func init() {
	analysis.All.Add("two-by-two", analysis.Analysis{
		Place: 11, About: "what methods do with styles, by what these cost and how hard they are to fit",
		First: true, Tables: designTables, Sections: sections, Figures: planFigures,
	})
	analysis.Drawers.Add("plane", analysis.Drawer{
		Place: 0, About: "styles by cost and difficulty, and what methods do with them", Draw: DesignFigure,
	})
}

// designTables are the tables of a design of the experiments, with their notes.
func designTables(d frame.Design) ([]document.Table, []string) {
	m, ok := Of(d)
	if !ok {
		return nil, nil
	}
	return m.Tables()
}

// sections are those of the experiments of a plan.
func sections(f frame.Frame) (all []document.Section) {
	for _, name := range Experiments {
		if s, ok := Section(name, f); ok {
			all = append(all, s)
		}
	}
	return all
}

// planFigures are the figures of the experiments of a plan, over its tasks.
func planFigures(f frame.Frame) (drawn []figures.Figure) {
	for _, name := range Experiments {
		if figure, ok := Figure(name, Maps(name, f), f.Plan.Size); ok {
			figure.Again = analysis.Again(f, name)
			drawn = append(drawn, figure)
		}
	}
	return drawn
}

// titles head the section of each experiment.
var titles = map[string]string{
	Experiment:              "Two by two",
	Additive:                "Two by two, Remix in its additive form",
	study.KnownGood:         "Demonstrations known to be good",
	study.KnownGoodPictures: "Demonstrations known to be good, from pictures",
}

// Maps returns the maps of a plan's designs that belong to one of the experiments.
func Maps(experiment string, f frame.Frame) (maps []Map) {
	for _, d := range f.Designs {
		if m, ok := Of(d); ok && m.Experiment == experiment {
			maps = append(maps, m)
		}
	}
	return maps
}

// Section is what the methods of an experiment do in each quadrant, over the tasks of a plan, as a section of a
// document. The tables of a task stand with its design (Tables). It is false for plans without records of the
// experiment.
func Section(experiment string, f frame.Frame) (document.Section, bool) {
	maps := Maps(experiment, f)
	if len(maps) == 0 {
		return document.Section{}, false
	}
	s := document.Section{
		Title: titles[experiment], Intro: "What methods do with suboptimal demonstrations, by what these cost and by " +
			"whether they are harder to fit than optimal ones",
		Lines: Effects(maps),
		Notes: []string{effectsNote},
	}
	return s, true
}

// effectsNote says what Effects are.
var effectsNote = fmt.Sprintf("By kind of demonstrations, each method's effect on success in points against plain "+
	"cloning, as the mean over the styles of the kind. equal: shown to lie within %g points. open: neither a "+
	"difference nor equality is shown.", bench.VerdictMargin)

// names are those of methods where a reader has seen no table of arms.
var names = map[string]string{"zero": "min-max", "remix": "Remix", "ours": "the study's method"}

// Effects has a line for each quadrant of each task: "picking, costly and easy to fit: min-max -4.0, Remix equal", in
// points where a method helps or harms.
func Effects(maps []Map) (lines []string) {
	for _, m := range maps {
		for _, q := range m.Quadrants {
			var effects []string
			for _, e := range q.Effects {
				text := string(e.Verdict())
				if v := e.Verdict(); v == analysis.Helps || v == analysis.Harms {
					text = apa.Format("%+.1f", e.Test.MeanDifference)
				}
				if !IsYardstick(e.Method) {
					effects = append(effects, cmp.Or(names[e.Method], e.Method)+" "+text)
				}
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %s", m.Task, q.Place, strings.Join(effects, ", ")))
		}
	}
	return lines
}

// Tables are the tables of one task, of the styles with their places and of the quadrants, with the notes that explain
// them.
func (m Map) Tables() (tables []document.Table, notes []string) {
	return []document.Table{m.styleTable(), m.quadrantTable()}, []string{
		"cost and fit: see counterpoise list styles; they are measured on a seed of their own. Costly: the interval " +
			"of the cost lies above 0.",
		m.hardNote(),
		"Effects are success minus that of plain cloning of the same demonstrations, in percentage points, mean over " +
			"behaviours, paired by trial. A quadrant's effect is the mean over its styles: the verdict is about " +
			"these styles, not about others that would lie there.",
		wording.Capitalize(m.arms()) + ". What is no method is no part of the correction.",
		fmt.Sprintf("p (Holm): corrected over the methods and quadrants of this task. equal: shown to lie within %g "+
			"points by two one-sided tests at %g, which are not corrected.%s", bench.VerdictMargin, m.Alpha,
			m.lookNote()),
	}
}

// lookNote says at which level the verdicts stand where it is not that of all other tables; empty elsewhere.
func (m Map) lookNote() string {
	if m.Alpha == frame.Alpha {
		return ""
	}
	return fmt.Sprintf(" helps and harms take p (Holm) < %g: the run had been looked at after %d trials "+
		"(results/freeze.md).", m.Alpha, study.TwoByTwoFirstLook)
}

// ofLevel names the level in a sentence of a figure, where it is not that of all others: " (p < 0.025)".
func (m Map) ofLevel() string {
	if m.Alpha == frame.Alpha {
		return ""
	}
	return fmt.Sprintf(" (p < %g)", m.Alpha)
}

// hardNote says which styles count as hard to fit, and which would lie elsewhere under another threshold.
func (m Map) hardNote() string {
	text := fmt.Sprintf("Hard to fit: the interval of the ratio of losses lies above %g.", Harder)
	for _, threshold := range otherThresholds {
		var moved []string
		for _, s := range m.Styles {
			if hard := s.Fit.CI.Low.Or(0) > threshold; hard != s.Place.Harder {
				moved = append(moved, s.Name)
			}
		}
		if len(moved) > 0 {
			text += fmt.Sprintf(" With %g in its place %s would lie elsewhere.", threshold, wording.List(moved))
		}
	}
	return text
}

// styleTable has a row for each style: its place and the effect of each method on it.
func (m Map) styleTable() document.Table {
	columns := []document.Column[Style]{
		document.Words("style", "style", func(s Style) string { return s.Name }),
		apa.Number("%+.0f", "cost", "cost", func(s Style) stats.Maybe { return s.Cost.Mean }),
		apa.Intervals("%+.0f", "95 % interval", "cost_low", "cost_high",
			func(s Style) stats.Interval { return s.Cost.CI }),
		apa.Number("%.2f", "fit", "fit", func(s Style) stats.Maybe { return s.Fit.Mean }),
		apa.Intervals("%.2f", "95 % interval", "fit_low", "fit_high",
			func(s Style) stats.Interval { return s.Fit.CI }),
		document.Words("place", "place", func(s Style) string { return s.Place.String() }),
	}
	for i, method := range m.Methods {
		columns = append(columns, apa.Number("%+.1f", method, strings.ReplaceAll(method, " ", "_"),
			func(s Style) stats.Maybe { return s.Effects[i].Test.MeanDifference }))
	}
	return document.TableOf("styles", "Styles, and the effect of each method in points", m.Styles, columns...)
}

// quadrantTable has a row for each quadrant and method.
func (m Map) quadrantTable() document.Table {
	type row struct {
		Quadrant
		analysis.Effect
	}
	var rows []row
	for _, q := range m.Quadrants {
		for _, e := range q.Effects {
			rows = append(rows, row{q, e})
		}
	}
	return document.TableOf("quadrants", "The effect of each method in each quadrant, in points", rows,
		document.Words("demonstrations", "place", func(r row) string { return r.Place.String() }),
		document.Words("styles", "styles", func(r row) string { return strings.Join(r.Styles, ", ") }),
		document.Words("method", "method", func(r row) string { return r.Method }),
		apa.Number("%+.1f", "effect", "effect", func(r row) stats.Maybe { return r.Test.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "low", "high", func(r row) stats.Interval { return r.Test.CI }),
		apa.Ps("p", "p", func(r row) stats.Maybe { return r.Test.P }),
		apa.StarredPs("p (Holm)", "p_holm", func(r row) stats.Maybe { return r.Holm }),
		document.Words("verdict", "verdict", func(r row) analysis.Verdict {
			if IsYardstick(r.Method) {
				return "no method"
			}
			return r.Verdict()
		}),
		document.Counts("n", "n", func(r row) int { return r.Test.N.Total() }),
	)
}
