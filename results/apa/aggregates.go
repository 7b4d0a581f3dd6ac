package apa

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// Aggregates are the aggregates of several methods as a section: one table of methods, one of performance profiles,
// one of comparisons. Each aggregate has its bootstrap interval beside it.
func Aggregates(a stats.Aggregated) document.Section {
	s := document.Section{
		Title: fmt.Sprintf("Aggregates over %s and %s", wording.Plural(a.Groups, "group"), wording.Plural(a.Trials,
			"complete trial")),
		Tables: []document.Table{aggregateMethods(a)},
	}
	if len(a.Thresholds) > 0 {
		s.Tables = append(s.Tables, aggregateProfiles(a))
	}
	s.Tables = append(s.Tables, aggregatePairs(a))
	for _, c := range a.Comparisons {
		s.Lines = append(s.Lines, fmt.Sprintf("%s against %s: probability of improvement %s, %s; IQM difference %s, %s",
			c.A, c.B, Fraction3(c.Improvement.Estimate), CI("%.3f", c.Improvement.CI),
			Format("%.3f", c.IQMDifference.Estimate), CI("%.3f", c.IQMDifference.CI)))
	}
	s.Notes = append(warningNotes(a.Warnings),
		fmt.Sprintf("IQM: interquartile mean. Optimality gap: how far the scores stay below %g, on average.", a.Target),
		"Intervals are of a bootstrap that resamples trials "+
			map[bool]string{false: "for all methods together.", true: "of each method and group apart."}[a.Apart])
	return s
}

// estimated is the cells of an estimate and its interval.
func estimated(b stats.Bootstrapped) []document.Cell {
	return []document.Cell{NumberCell("%.3f", b.Estimate), IntervalCell("%.3f", b.CI)}
}

// estimateColumns are the columns of estimated.
func estimateColumns(title, field string, level float64) []document.Head {
	return []document.Head{
		document.NumberColumn(title, field),
		document.NumberColumn(Percent(level)+" interval", field+"_ci_low", field+"_ci_high"),
	}
}

// aggregateMethods has a row for each method.
func aggregateMethods(a stats.Aggregated) document.Table {
	t := document.Table{Name: "aggregates", Title: "Aggregate scores",
		Columns: []document.Head{document.WordColumn("method", "method")}}
	for _, c := range [][2]string{{"mean", "mean"}, {"median", "median"}, {"IQM", "iqm"},
		{"optimality gap", "optimality_gap"}} {
		t.Columns = append(t.Columns, estimateColumns(c[0], c[1], a.Level)...)
	}
	for _, m := range a.Methods {
		row := []document.Cell{document.Word(m.Method)}
		for _, b := range []stats.Bootstrapped{m.Mean, m.Median, m.IQM, m.OptimalityGap} {
			row = append(row, estimated(b)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// aggregateProfiles has a row for each method and threshold.
func aggregateProfiles(a stats.Aggregated) document.Table {
	t := document.Table{Name: "profiles", Title: "Performance profiles: share of scores above a threshold",
		Columns: append([]document.Head{document.WordColumn("method", "method"),
			document.NumberColumn("threshold", "threshold")}, estimateColumns("share", "share", a.Level)...)}
	for _, m := range a.Methods {
		for i, b := range m.Profile {
			t.Rows = append(t.Rows, append([]document.Cell{document.Word(m.Method),
				NumberCell("%g", stats.Some(a.Thresholds[i]))}, estimated(b)...))
		}
	}
	return t
}

// aggregatePairs has a row for each pair of methods.
func aggregatePairs(a stats.Aggregated) document.Table {
	t := document.Table{Name: "improvement", Title: "a against b", Columns: []document.Head{
		document.WordColumn("a", "a"), document.WordColumn("b", "b")}}
	t.Columns = append(t.Columns, estimateColumns("P(a > b)", "probability_of_improvement", a.Level)...)
	t.Columns = append(t.Columns, estimateColumns("IQM difference", "iqm_difference", a.Level)...)
	for _, c := range a.Comparisons {
		row := append([]document.Cell{document.Word(c.A), document.Word(c.B)}, estimated(c.Improvement)...)
		t.Rows = append(t.Rows, append(row, estimated(c.IQMDifference)...))
	}
	return t
}
