package answer

import (
	"fmt"
	"strings"

	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/study/claims"
	"counterpoise/stats"
)

// readingsTable has a row for each reading of the methods: the weight that the study's own method gives to the optimal
// demonstrations of E5, and how the verdicts stand to those of the primary reading.
func readingsTable(all []claims.ReadingSummary) document.Table {
	t := document.Table{
		Name: "readings-short", Title: "Readings of the methods",
		Columns: []document.Column{
			document.WordColumn("reading", "reading"), document.WordColumn("what it is", "about"),
			document.NumberColumn("optimal weigh, picking", "picking", "picking_sd"),
			document.NumberColumn("opening", "opening", "opening_sd"),
			document.NumberColumn("verdicts as in the primary", "same"),
			document.WordColumn("otherwise", "otherwise"), document.NumberColumn("undecided", "undecided"),
		},
	}
	for _, s := range all {
		row := []document.Cell{document.Word(s.Name), document.Word(s.About)}
		if s.Name == "" {
			row[0] = document.Word("primary")
		}
		for _, w := range s.Optimal {
			row = append(row, weightCell(w.Weight))
		}
		if s.Name == "" {
			dash := document.Entry(apa.None, "")
			row = append(row, dash, dash, dash)
		} else {
			row = append(row, document.Count(len(s.Same)), document.Word(strings.Join(s.Otherwise, ", ")),
				document.Count(len(s.Undecided)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// weightCell is a weight over trials: ".53 ± .04".
func weightCell(s stats.Summary) document.Cell {
	text := apa.Fraction(s.Mean)
	if s.SD.Defined() {
		text = fmt.Sprintf("%s ± %s", text, apa.Fraction(s.SD))
	}
	return document.Entry(text, apa.Exact(s.Mean), apa.Exact(s.SD))
}
