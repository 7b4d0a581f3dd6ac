package document

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// blanks is what a laid-out table has beside the text of a cell: one on either side.
const blanks = 2

// extent is how wide a column of a table is, in columns of a terminal: whole, its widest text on one line, and least,
// its widest part that stays together, a word or a number.
type extent struct{ whole, least int }

// add makes room for a text. Its words stay together; of numbers, the whole text does.
func (e *extent) add(s string, words bool) {
	n := displaywidth.String(s)
	e.whole = max(e.whole, n)
	if !words {
		e.least = max(e.least, n)
		return
	}
	for word := range strings.FieldsSeq(s) {
		e.least = max(e.least, displaywidth.String(word))
	}
}

// fit returns the widths of columns of a table whose rows, with blanks and lines between columns, have at most limit
// columns. The widest give way first: with c the largest whole number for which the rows fit, a column has width
//
//	min(whole, max(least, c)).
//
// Where even the least do not fit, each has its least; with a limit of 0, its whole.
func fit(all []extent, limit int) []int {
	widths := make([]int, len(all))
	most := 0
	for _, e := range all {
		most = max(most, e.whole)
	}
	if limit > 0 {
		most = min(most, limit)
	}
	for c := most; c >= 0; c-- {
		row := 1
		for i, e := range all {
			widths[i] = min(e.whole, max(e.least, c))
			row += widths[i] + blanks + 1
		}
		if row <= limit || limit == 0 {
			break
		}
	}
	return widths
}
