package apa

import (
	"slices"

	"counterpoise/results/document"
	"counterpoise/stats"
)

// entry is a number column with its cell, of a table with one row. fields has one name per value of the cell.
type entry struct {
	title  string
	cell   document.Cell
	fields []string
}

// oneRow is a table with one row. Its columns stand beside their cells in the code, so that a cell cannot end up
// under the heading of another. name becomes part of a file's name.
func oneRow(name, title string, entries ...[]entry) document.Table {
	t := document.Table{Name: name, Title: title, Rows: make([][]document.Cell, 1)}
	for _, e := range slices.Concat(entries...) {
		t.Columns = append(t.Columns, document.NumberColumn(e.title, e.fields...))
		t.Rows[0] = append(t.Rows[0], e.cell)
	}
	return t
}

// field names the only value of an entry.
func field(name string) []string { return []string{name} }

// ends names the two values of an interval.
var ends = []string{"ci_low", "ci_high"}

// countFields names the values of CountsCell: one number of pairs, or one for each of two samples. n_a belongs
// to the first sample.
func countFields(n stats.Counts) []string {
	if len(n) == 1 {
		return []string{"n"}
	}
	return []string{"n_a", "n_b"}
}
