package plateau

import (
	"fmt"

	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/findings"
)

// Note says what the table shows.
const Note = "Behind the best: the success of the best number of steps minus that of the row, paired by trial. Which " +
	"number is the best is known no more exactly than the intervals say."

// Table has a row for each curve and number of steps: success, how far it stays behind the best, and which number is
// the plateau; false for designs that have none.
func Table(d findings.Design) (document.Table, bool) {
	t := document.Table{
		Name: "plateau",
		Title: fmt.Sprintf("The plateau: the least number of steps within %g points of the best (mean over "+
			"behaviours, success by %s)", Tolerance, findings.OracleText(d.Oracle)),
		Columns: []document.Column{
			document.WordColumn("data", "line"), document.NumberColumn("steps", "steps"),
			document.NumberColumn("success", "mean", "sd"), document.NumberColumn("behind the best", "behind"),
			document.NumberColumn(apa.Percent(Level)+" interval", "low", "high"), document.NumberColumn("n", "n"),
			document.WordColumn("which", "place"),
		},
	}
	for _, c := range Of(d) {
		for i, p := range c.Points {
			place := ""
			switch {
			case i == c.Least && c.AtEnd() && i == c.Best:
				place = "plateau or before it, at the end of the grid"
			case i == c.Least:
				place = "plateau"
			case i == c.Best && c.AtEnd():
				place = "best, at the end of the grid"
			case i == c.Best:
				place = "best"
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.Line), document.Count(p.Steps), apa.MeanSDCell(p.Success),
				apa.NumberCell("%.1f", p.Behind.MeanDifference), apa.IntervalCell("%+.1f", p.Behind.CI),
				document.Count(p.Success.N), document.Word(place),
			})
		}
	}
	return t, len(t.Rows) > 0
}
