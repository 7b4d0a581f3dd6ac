package answer

import (
	"cmp"
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
	type row = claims.ReadingSummary
	weight := func(i int) func(row) document.Cell {
		return func(r row) document.Cell { return weightCell(r.Optimal[i].Weight) }
	}
	beside := func(of func(row) document.Cell) func(row) document.Cell { // of the primary reading there is nothing
		return func(r row) document.Cell {
			if r.Name == "" {
				return document.Entry(apa.None, "")
			}
			return of(r)
		}
	}
	return document.TableOf("readings-short", "Readings of the methods", all,
		document.Words("reading", "reading", func(r row) string { return cmp.Or(r.Name, "primary") }),
		document.Words("what it is", "about", func(r row) string { return r.About }),
		document.Numbers("optimal weigh, picking", weight(0), "picking", "picking_sd"),
		document.Numbers("opening", weight(1), "opening", "opening_sd"),
		document.Numbers("verdicts as in the primary", beside(func(r row) document.Cell {
			return document.Count(len(r.Same))
		}), "same"),
		document.Column[row]{Head: document.WordColumn("otherwise", "otherwise"),
			Cell: beside(func(r row) document.Cell { return document.Word(strings.Join(r.Otherwise, ", ")) })},
		document.Numbers("undecided", beside(func(r row) document.Cell { return document.Count(len(r.Undecided)) }),
			"undecided"),
	)
}

// weightCell is a weight over trials: ".53 ± .04".
func weightCell(s stats.Summary) document.Cell {
	text := apa.Fraction(s.Mean)
	if s.SD.Defined() {
		text = fmt.Sprintf("%s ± %s", text, apa.Fraction(s.SD))
	}
	return document.Entry(text, apa.Exact(s.Mean), apa.Exact(s.SD))
}
