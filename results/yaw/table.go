package yaw

import (
	"fmt"

	"counterpoise/results/apa"
	"counterpoise/results/document"
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
			document.NumberColumn("p", "p"), document.NumberColumn("n", "n"),
		},
	}
	several := false
	for _, c := range Of(d) {
		several = several || len(c.Bins) > 1
		for _, b := range c.Bins {
			low, high := fmt.Sprintf("%g", b.Low), fmt.Sprintf("%g", b.Low+Width)
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.Behaviour), document.Entry(c.Arm+" - "+c.Against, c.Arm, c.Against),
				document.Entry(low+" to "+high+"\u00b0", low, high), document.Count(b.Starts),
				apa.NumberCell("%+.1f", b.Test.MeanDifference), apa.IntervalCell("%+.1f", b.Test.CI),
				apa.PCell(b.Test.P), document.Count(b.Test.N.Total()),
			})
		}
	}
	return t, several
}

// Note says what the table shows.
const Note = "Turn of the block: rollouts are grouped by how far the block is turned from lying along y when they " +
	"start, either way; both arms start from the same states. The tests are paired by trial and not corrected for " +
	"their number."
