package document

import (
	"iter"
	"slices"
	"strconv"
)

// Table is rows of cells under columns. All forms are made from it. A column may be for people alone (without
// fields), for programs alone (without a title), or for both, in which case it may have several fields: mean and
// standard deviation stand in one column for people and in two for programs. Rows and columns keep their order
// in all forms.
type Table struct {
	Name    string // part of the name of a file that holds the table, such as "success"
	Title   string
	Columns []Head
	Rows    [][]Cell // each row has len(Columns) cells
	// More are rows after Rows that are made when they are written, for tables with too many to be held; nil is none.
	// A form may go through them several times, and they are the same each time.
	More iter.Seq[[]Cell]
	// Detail is for tables that repeat others in more detail, or explain a step: Short leaves them out.
	Detail bool
}

// AsDetail returns the table as one of detail.
func (t Table) AsDetail() Table {
	t.Detail = true
	return t
}

// All returns the rows: Rows, then More.
func (t Table) All() iter.Seq[[]Cell] {
	return func(yield func([]Cell) bool) {
		for _, row := range t.Rows {
			if !yield(row) {
				return
			}
		}
		if t.More != nil {
			t.More(yield)
		}
	}
}

// Head is the head of a column, for people and for programs.
type Head struct {
	Title  string   // heading; a column without a title is written for programs alone
	Words  bool     // true: left-aligned words; false: right-aligned numbers
	Fields []string // names of the cells' exact values; a column without fields is written for people alone
}

// Cell is one entry of a table: a text that is rounded for people, and exact values for programs.
type Cell struct {
	Text   string
	Values []string // one for each of the column's Fields; empty where there is no number
	// Link is where the text leads, as a relative address such as "study.md#e1-picking"; empty for most cells. The
	// forms markdown and html have links, the others leave them out.
	Link string
}

// Entry returns a cell with a text for people and values for programs, one for each of the column's Fields. The
// number of values must be that of the column's Fields.
func Entry(text string, values ...string) Cell { return Cell{Text: text, Values: values} }

// Word returns a cell whose text and only value are the same. It suits names, which need no rounding.
func Word(s string) Cell { return Entry(s, s) }

// Linked returns a cell of a word that leads somewhere.
func Linked(s, address string) Cell { return Cell{Text: s, Values: []string{s}, Link: address} }

// Count returns a cell with a whole number.
func Count(n int) Cell { return Word(strconv.Itoa(n)) }

// WordColumn returns the head of a left-aligned column of words with one field.
func WordColumn(title, field string) Head {
	return Head{Title: title, Words: true, Fields: []string{field}}
}

// NumberColumn returns the head of a right-aligned column of numbers. Without fields it is for people alone.
func NumberColumn(title string, fields ...string) Head { return Head{Title: title, Fields: fields} }

// Visible returns the indices of the columns that have a title. They are ascending.
func (t Table) Visible() (columns []int) {
	for i, c := range t.Columns {
		if c.Title != "" {
			columns = append(columns, i)
		}
	}
	return columns
}

// Titles returns the headings of the visible columns.
func (t Table) Titles() (heads []string) {
	for _, i := range t.Visible() {
		heads = append(heads, t.Columns[i].Title)
	}
	return heads
}

// Texts returns the texts of the visible columns, row by row. The rows are new slices, which callers may
// change.
func (t Table) Texts() [][]string { return slices.Collect(t.lines(shown)) }

// shown is the text of a cell, without its link.
func shown(c Cell) string { return c.Text }
