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
	arms := document.Head{Words: true, Fields: []string{"arm", "against"}}
	if !f.ComparesOnce() {
		arms.Title = "arms"
	}
	type row = frame.Comparison
	return document.TableOf("findings", fmt.Sprintf("%s (success by %s)", f.Compared, frame.OracleText(f.Oracle)),
		f.Pairwise,
		document.Words("behaviour", "behaviour", func(c row) string { return c.Behaviour }),
		document.Column[row]{Head: arms, Cell: func(c row) document.Cell {
			return document.Entry(c.Arm+" - "+c.Against, c.Arm, c.Against)
		}},
		apa.MeansSDs(f.Sides[0], "mean", "sd", func(c row) stats.Summary { return c.Success }),
		apa.MeansSDs(f.Sides[1], "mean_against", "sd_against", func(c row) stats.Summary { return c.Baseline }),
		apa.Number("%+.1f", "difference", "mean_difference", func(c row) stats.Maybe { return c.Test.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "ci_low", "ci_high", func(c row) stats.Interval { return c.Test.CI }),
		apa.Number("%.2f", "t", "t", func(c row) stats.Maybe { return c.Test.T }),
		apa.Number("%.0f", "df", "df", func(c row) stats.Maybe { return apa.DF(c.Test) }),
		apa.Ps("p", "p", func(c row) stats.Maybe { return c.Test.P }),
		apa.StarredPs("p (Holm)", "p_holm", func(c row) stats.Maybe { return c.Holm }),
		apa.Number("%.2f", "d_z", "d_z", func(c row) stats.Maybe { return c.Test.D }),
		document.Counts("n", "n", func(c row) int { return c.Test.N.Total() }),
	)
}

// equalityTable has a row for each comparison: the difference with its 90 % interval, the p of the two one-sided tests
// together (the larger of theirs), and whether the two sides are shown to be equal within bench.Margin.
//
// The interval has confidence 1 - 2 Alpha, 90 %: it lies within the margins where both one-sided tests are
// significant at Alpha (Schuirmann 1987). The p values are not corrected for their number.
func equalityTable(f frame.Findings) document.Table {
	type row = frame.Comparison
	return document.TableOf("equality", fmt.Sprintf("%s: equal within %g points? (success by %s)", f.Compared,
		bench.Margin, frame.OracleText(f.Oracle)), f.Pairwise,
		document.Words("behaviour", "behaviour", func(c row) string { return c.Behaviour }),
		document.Words("compared", "arm", func(c row) string { return c.Arm }),
		document.Words("against", "against", func(c row) string { return c.Against }),
		apa.Number("%+.1f", "difference", "mean_difference",
			func(c row) stats.Maybe { return c.Equality.MeanDifference }),
		apa.Intervals("%+.1f", apa.Percent(1-2*frame.Alpha)+" interval", "ci_low", "ci_high",
			func(c row) stats.Interval { return c.Equality.CI }),
		apa.Ps("p (equal)", "p", func(c row) stats.Maybe { return c.Equality.P }),
		document.Counts("n", "n", func(c row) int { return c.Equality.N.Total() }),
		document.Words("verdict", "verdict", row.EqualityVerdict),
	)
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
func answerTable(f frame.Findings) document.Table {
	return answerOf(f.Pairwise, fmt.Sprintf("percent by %s, %s of %d rollouts", frame.OracleText(f.Oracle),
		f.TrialsText(), f.Plan.Size.Rollouts))
}

// answerOf has a row for each comparison. A behaviour or an arm that all rows share stands in a head. Words say what
// the numbers are.
func answerOf(all []frame.Comparison, words string) document.Table {
	type row = frame.Comparison
	of, behaviour, against, baseline := "Success", "behaviour", "against", "%"
	if b := shared(all, func(c row) string { return c.Behaviour }); b != "" {
		of, behaviour = "Success in "+b, ""
	}
	if a := shared(all, func(c row) string { return c.Against }); a != "" {
		against, baseline = "", a
	}
	return document.TableOf("answer", of+", "+words, all,
		document.Words(behaviour, "behaviour", func(c row) string { return c.Behaviour }),
		document.Words("with", "arm", func(c row) string { return c.Arm }),
		apa.Number("%.1f", "%", "mean", func(c row) stats.Maybe { return c.Success.Mean }),
		document.Words(against, "against", func(c row) string { return c.Against }),
		apa.Number("%.1f", baseline, "mean_against", func(c row) stats.Maybe { return c.Baseline.Mean }),
		apa.Number("%+.1f", "difference", "mean_difference", func(c row) stats.Maybe { return c.Test.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "ci_low", "ci_high", func(c row) stats.Interval { return c.Test.CI }),
		apa.StarredPs("p (Holm)", "p_holm", func(c row) stats.Maybe { return c.Holm }),
		document.Words("shown", "verdict", shown),
	)
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

// shown is what a comparison shows, in a word. Equality, within bench.VerdictMargin, is tested from
// bench.EqualityTrials trials on.
func shown(c frame.Comparison) string {
	v := c.VerdictWithin(bench.VerdictMargin)
	if c.Test.N.Total() < bench.EqualityTrials {
		v.Size = stats.AnySize
	}
	return stats.Words[string]{Above: "better", Below: "worse", Equal: "equal", Open: "can't tell"}.Of(v)
}

// differencesNote explains answerTable.
var differencesNote = fmt.Sprintf("Differences are in points, paired by trial (t-test; p is corrected by Holm, "+
	"intervals are not); better, worse: p < %s. equal: shown to lie within %g points by two one-sided tests at %s, "+
	"which are made from %d trials on.", apa.Fraction(stats.Some(frame.Alpha)), bench.VerdictMargin,
	apa.Percent(frame.Alpha), bench.EqualityTrials)

// answerNotes names the comparisons that can't tell, and what difference they would have shown.
func answerNotes(cs []frame.Comparison) (notes []string) {
	notes = append(notes, differencesNote)
	if s := detectableSentence(cs); s != "" {
		notes = append(notes, s)
	}
	return append(notes, comparisonNotes(cs)...)
}
