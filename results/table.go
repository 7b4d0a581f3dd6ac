package results

import (
	"strconv"

	"counterpoise/stats"
)

// Document is what a command says in the end, before it has a form.
type Document struct {
	Title    string
	Sections []Section
}

// Section is one part of a document: an experiment on one task, or one test of somebody's numbers.
type Section struct {
	Title  string
	Intro  string
	Lines  []string // the answer, in sentences and in APA style
	Tables []Table
	Notes  []string // one line each
}

// Table is rows of cells under columns. Terminal, Markdown, HTML, LaTeX and CSV are all made from it.
type Table struct {
	Name    string // of a file that holds it: "success"
	Title   string
	Columns []Column
	Rows    [][]Cell // as many cells as there are columns
}

// Column is the head of a column, for people and for programs.
type Column struct {
	Title  string   // none: the column is for programs alone
	Words  bool     // words stand to the left, numbers to the right
	Fields []string // what the cells' values are called in CSV; none: the column is left out there
}

// Cell is one entry, rounded for people and in full for programs.
type Cell struct {
	Text   string
	Values []string // one for each of the column's Fields; empty where there is no number
}

// word is a cell of words, the same for people and programs.
func word(s string) Cell { return Cell{s, []string{s}} }

// number is a cell of one number in a format.
func number(format string, m stats.Maybe) Cell { return Cell{spell(format, m), []string{full(m)}} }

// count is a cell of a whole number.
func count(n int) Cell { return word(strconv.Itoa(n)) }

// full is a number with all its digits, so that reading it gives the same number; empty where there is none.
func full(m stats.Maybe) string {
	if v, ok := m.Get(); ok {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// words is the head of a column of words.
func words(title, field string) Column {
	return Column{Title: title, Words: true, Fields: []string{field}}
}

// numbers is the head of a column of numbers.
func numbers(title string, fields ...string) Column { return Column{Title: title, Fields: fields} }

// shown are the columns that people see, by number.
func (t Table) shown() (cols []int) {
	for i, c := range t.Columns {
		if c.Title != "" {
			cols = append(cols, i)
		}
	}
	return cols
}

// titles are the heads of the columns that people see.
func (t Table) titles() (heads []string) {
	for _, i := range t.shown() {
		heads = append(heads, t.Columns[i].Title)
	}
	return heads
}

// texts are the cells that people see.
func (t Table) texts() [][]string {
	rows := make([][]string, len(t.Rows))
	for i, r := range t.Rows {
		for _, j := range t.shown() {
			rows[i] = append(rows[i], r[j].Text)
		}
	}
	return rows
}
