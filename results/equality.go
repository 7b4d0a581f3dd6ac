package results

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
)

// equalityTable asks of every comparison of a design whether the two are equal within bench.Margin, by two one-sided tests. It
// is made from bench.EqualityTrials trials on: fewer could not tell equality from ignorance.
func (r reading) equalityTable(fs []Finding) (document.Table, bool) {
	t := document.Table{
		Name: "equality", Title: fmt.Sprintf("%s: equal within %g points?", r.design.Compared, bench.Margin),
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"), document.WordColumn("compared", "arm"), document.WordColumn("against", "against"), document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn(apa.Percent(1-2*significant)+" interval", "ci_low", "ci_high"), document.NumberColumn("p (equal)", "p"), document.NumberColumn("n", "n"), document.WordColumn("verdict", "verdict"),
		},
	}
	for _, f := range fs {
		e := equality(f.Test)
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(f.Behaviour), document.Word(f.Arm), document.Word(f.Against), apa.NumberCell("%+.1f", e.MeanDifference), apa.IntervalCell("%+.1f", e.CI), apa.PCell(e.P), document.Count(e.N.Total()), document.Word(f.equal()),
		})
	}
	return t, len(fs) > 0 && r.plan.Size.Trials >= bench.EqualityTrials
}

// equal is what is shown of the equality of the two sides of a finding.
func (f Finding) equal() string {
	switch e := equality(f.Test); {
	case within(e):
		return "equal"
	case beyond(e):
		return "apart"
	}
	return "open"
}

// equalityLines say which comparisons show equality and which a difference beyond the margin.
func equalityLines(fs []Finding) (lines []string) {
	for _, verdict := range []struct{ word, sentence string }{
		{"equal", "Equal within %g points: %s."}, {"apart", "More than %g points apart: %s."}, {"open", "Neither equal within %g points nor further apart: %s."},
	} {
		var names []string
		for _, f := range fs {
			if f.equal() == verdict.word {
				names = append(names, fmt.Sprintf("%s, %s and %s", f.Behaviour, f.Arm, f.Against))
			}
		}
		if len(names) > 0 {
			lines = append(lines, fmt.Sprintf(verdict.sentence, bench.Margin, strings.Join(names, "; ")))
		}
	}
	return lines
}

// equalityNote explains the table.
var equalityNote = fmt.Sprintf("Equal: the %s interval of the difference lies within ±%g points (two one-sided tests at 5 %%); apart: it lies beyond. Each test stands for itself, without correction.",
	apa.Percent(1-2*significant), bench.Margin)
