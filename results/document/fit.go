package document

import (
	"slices"
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

// extents returns how wide the visible columns are, with their heads and with the texts of all rows.
func (t Table) extents(heads []string, text func(Cell) string) []extent {
	all, words := make([]extent, len(heads)), t.words()
	for i, head := range heads {
		all[i].add(cellText(head), true)
	}
	for line := range t.lines(text) {
		for i, s := range line {
			all[i].add(cellText(s), words[i])
		}
	}
	return all
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

// split returns a table as parts whose rows have at most limit columns of a terminal, one below the other, and the
// table itself where it fits or where limit is 0. Each part begins with the table's first columns as far as they hold
// words, which say what a row is about: as many as take half of the limit, and the first in any case. A part has one
// further column at least, so that one whose words do not fit stays wider.
func (t Table) split(limit int) []Table {
	visible := t.Visible()
	if limit == 0 || len(visible) < 2 {
		return []Table{t}
	}
	room, words := make([]int, len(visible)), t.words() // room is what a column takes at the least, with its line
	whole := 1
	for i, e := range t.extents(t.Titles(), shown) {
		room[i] = e.least + blanks + 1
		whole += room[i]
	}
	if whole <= limit {
		return []Table{t}
	}
	keys, kept := 1, 1+room[0] // the columns that each part begins with, and what they take
	for keys < len(visible)-1 && words[keys] && kept+room[keys] <= limit/2 {
		kept += room[keys]
		keys++
	}
	var parts []Table
	for next := keys; next < len(visible); {
		first, row := next, kept
		for next < len(visible) && (next == first || row+room[next] <= limit) {
			row += room[next]
			next++
		}
		parts = append(parts, t.only(slices.Concat(visible[:keys], visible[first:next])))
	}
	return parts
}

// only returns a table in which the given columns alone are visible. It shares the rows.
func (t Table) only(columns []int) Table {
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		if !slices.Contains(columns, i) {
			t.Columns[i].Title = ""
		}
	}
	return t
}
