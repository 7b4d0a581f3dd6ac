package yaw

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/effects"
	"counterpoise/results/findings"
)

// Table has a row for each comparison of a design and each bin of the turn; false where there is nothing to compare, or
// where all starts are in one bin.
func Table(d findings.Design) (document.Table, bool) {
	t := document.Table{
		Name: "yaw",
		Title: fmt.Sprintf("Differences in points by the turn of the block at the start (success by %s)",
			findings.OracleText(d.Oracle)),
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"),
			{Title: "arms", Words: true, Fields: []string{"arm", "against"}},
			document.NumberColumn("turned by", "low", "high"), document.NumberColumn("starts", "starts"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn(apa.Percent(findings.Level)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("n", "n"), document.WordColumn("verdict", "verdict"),
		},
	}
	all, several := Of(d), false
	correct(all)
	for _, c := range all {
		several = several || len(c.Bins) > 1
		for _, b := range c.Bins {
			low, high := fmt.Sprintf("%g", b.Low), fmt.Sprintf("%g", b.Low+Width)
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.Behaviour), document.Entry(c.Arm+" - "+c.Against, c.Arm, c.Against),
				document.Entry(low+" to "+high+"\u00b0", low, high), document.Count(b.Starts),
				apa.NumberCell("%+.1f", b.Test.MeanDifference), apa.IntervalCell("%+.1f", b.Test.CI),
				apa.PCell(b.Test.P), apa.PCell(b.Holm), document.Count(b.Test.N.Total()),
				document.Word(string(b.Verdict())),
			})
		}
	}
	return t, several
}

// correct adjusts the p values of all bins of all comparisons, the rows of the table, as one family.
func correct(all []Binned) {
	var family []*effects.Effect
	for _, c := range all {
		for i := range c.Bins {
			family = append(family, &c.Bins[i].Effect)
		}
	}
	effects.Correct(family)
}

// Note says what the table shows.
var Note = fmt.Sprintf("Turn of the block: rollouts are grouped by how far the block is turned from lying along y "+
	"when they start, either way; both arms start from the same states. The tests are paired by trial. The first arm "+
	"%s or %s where p, corrected by Holm over the rows of the table, is below .05; the arms are %s where they are "+
	"shown to be within %g points, and the question is %s where neither is shown.",
	effects.Helps, effects.Harms, effects.Equal, bench.VerdictMargin, effects.Open)
