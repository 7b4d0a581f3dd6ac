package report

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// comparisonTable has a row for each comparison of a design, named "findings" in files: the success of both sides,
// their difference with its 95 % interval, the t-test, and p after the correction of Holm over the table. Where a
// behaviour is compared more than once, the column with the names of the arms is shown to people too.
//
// The first side of the design's Sides is Arm and the second is Against; differences are Arm minus Against.
// Both p values stand in the row: the uncorrected one is the study's procedure.
func comparisonTable(f frame.Findings) document.Table {
	// Programs get both names in every case; people only where the behaviour does not identify the comparison.
	arms := document.Column{Words: true, Fields: []string{"arm", "against"}}
	if !f.ComparesOnce() {
		arms.Title = "arms"
	}
	t := document.Table{
		Name:  "findings",
		Title: fmt.Sprintf("%s (success by %s)", f.Compared, frame.OracleText(f.Oracle)),
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"), arms,
			document.NumberColumn(f.Sides[0], "mean", "sd"),
			document.NumberColumn(f.Sides[1], "mean_against", "sd_against"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn("95 % interval", "ci_low", "ci_high"), document.NumberColumn("t", "t"),
			document.NumberColumn("df", "df"), document.NumberColumn("p", "p"),
			document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("d_z", "d_z"),
			document.NumberColumn("n", "n"),
		},
	}
	for _, c := range f.Pairwise {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(c.Behaviour), document.Entry(c.Arm+" - "+c.Against, c.Arm, c.Against),
			apa.MeanSDCell(c.Success), apa.MeanSDCell(c.Baseline),
			apa.NumberCell("%+.1f", c.Test.MeanDifference), apa.IntervalCell("%+.1f", c.Test.CI),
			apa.NumberCell("%.2f", c.Test.T), apa.NumberCell("%.0f", apa.DF(c.Test)), apa.PCell(c.Test.P),
			apa.StarredPCell(c.Holm), apa.NumberCell("%.2f", c.Test.D), document.Count(c.Test.N.Total()),
		})
	}
	return t
}

// equalityTable has a row for each comparison: the difference with its 90 % interval, the p of the two one-sided tests
// together (the larger of theirs), and whether the two sides are shown to be equal within bench.Margin.
//
// The interval has confidence 1 - 2 Alpha, 90 %: it lies within the margins where both one-sided tests are
// significant at Alpha (Schuirmann 1987). The p values are not corrected for their number.
func equalityTable(f frame.Findings) document.Table {
	t := document.Table{
		Name: "equality", Title: fmt.Sprintf("%s: equal within %g points? (success by %s)", f.Compared, bench.Margin,
			frame.OracleText(f.Oracle)),
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"), document.WordColumn("compared", "arm"),
			document.WordColumn("against", "against"), document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn(apa.Percent(1-2*frame.Alpha)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("p (equal)", "p"), document.NumberColumn("n", "n"),
			document.WordColumn("verdict", "verdict"),
		},
	}
	for _, c := range f.Pairwise {
		e := c.Equality
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(c.Behaviour), document.Word(c.Arm), document.Word(c.Against),
			apa.NumberCell("%+.1f", e.MeanDifference), apa.IntervalCell("%+.1f", e.CI), apa.PCell(e.P),
			document.Count(e.N.Total()), document.Word(c.EqualityVerdict()),
		})
	}
	return t
}

// equalityLines says which comparisons show equality, which a difference beyond the margin, and which neither.
// Verdicts that no comparison has give no line.
func equalityLines(f frame.Findings) (lines []string) {
	for _, v := range []struct{ verdict, sentence string }{
		{"equal", "Equal within %g points: %s."},
		{"apart", "More than %g points apart: %s."},
		{"open", "Neither equal within %g points nor further apart: %s."},
	} {
		var names []string
		for _, c := range f.Pairwise {
			if c.EqualityVerdict() == v.verdict {
				names = append(names, fmt.Sprintf("%s, %s and %s", c.Behaviour, c.Arm, c.Against))
			}
		}
		if len(names) > 0 {
			lines = append(lines, fmt.Sprintf(v.sentence, bench.Margin, strings.Join(names, "; ")))
		}
	}
	return lines
}

// answerTable is the comparisonTable in the columns that answer the question of the design, with what each row shows.
// A behaviour or an arm that all rows share stands in a head.
func answerTable(f frame.Findings) document.Table {
	of, behaviour, against, baseline := "Success", "behaviour", "against", "%"
	if b := shared(f.Pairwise, func(c frame.Comparison) string { return c.Behaviour }); b != "" {
		of, behaviour = "Success in "+b, ""
	}
	if a := shared(f.Pairwise, func(c frame.Comparison) string { return c.Against }); a != "" {
		against, baseline = "", a
	}
	t := document.Table{
		Name: "answer", Title: fmt.Sprintf("%s, percent by %s, %s of %d rollouts", of, frame.OracleText(f.Oracle),
			f.TrialsText(), f.Plan.Size.Rollouts),
		Columns: []document.Column{
			document.WordColumn(behaviour, "behaviour"), document.WordColumn("with", "arm"),
			document.NumberColumn("%", "mean"), document.WordColumn(against, "against"),
			document.NumberColumn(baseline, "mean_against"), document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn("95 % interval", "ci_low", "ci_high"), document.NumberColumn("p (Holm)", "p_holm"),
			document.WordColumn("shown", "verdict"),
		},
	}
	for _, c := range f.Pairwise {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(c.Behaviour), document.Word(c.Arm), apa.NumberCell("%.1f", c.Success.Mean),
			document.Word(c.Against), apa.NumberCell("%.1f", c.Baseline.Mean),
			apa.NumberCell("%+.1f", c.Test.MeanDifference), apa.IntervalCell("%+.1f", c.Test.CI),
			apa.StarredPCell(c.Holm), document.Word(shown(c)),
		})
	}
	return t
}

// shared is what all comparisons have in common; empty where they differ.
func shared(cs []frame.Comparison, of func(frame.Comparison) string) string {
	for _, c := range cs {
		if of(c) != of(cs[0]) {
			return ""
		}
	}
	return of(cs[0])
}

// shown is what a comparison shows, in a word. Equality is tested from bench.EqualityTrials trials on.
func shown(c frame.Comparison) string {
	v := c.Verdict()
	if c.Test.N.Total() < bench.EqualityTrials {
		v.Size = stats.AnySize
	}
	return stats.Words[string]{Above: "better", Below: "worse", Equal: "equal", Open: "can't tell"}.Of(v)
}

// answerNotes names the comparisons that can't tell, and what difference they would have shown.
func answerNotes(cs []frame.Comparison) (notes []string) {
	notes = append(notes, "Differences are in points, paired by trial (t-test, corrected by Holm).")
	if s := detectableSentence(cs); s != "" {
		notes = append(notes, s)
	}
	return append(notes, comparisonNotes(cs)...)
}
