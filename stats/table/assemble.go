package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// labels are names of a first column that labels the subjects, in small letters, without a trailing id as in
// subject_id. They matter where subjects are numbered, since a column of words is recognised by itself.
var labels = []string{
	"", "#", "case", "id", "index", "label", "name", "participant", "row", "run", "seed", "subj", "subject", "trial",
}

// builder makes a table of a header and the rows below it, without the column of the subjects' labels. What the first
// column is, its rows decide together, so it is kept as numbers until the end.
type builder struct {
	names []string
	rows  [][]float64 // with the first column, in which words are NaN
	words int         // values of the first column that are no numbers
	err   error       // of the first of them, or of the first that is meant for a number
	digit bool        // one of them is meant for a number
	found bool        // a number in the first column
	block []float64   // room for the numbers of rows to come
}

// numbers returns n numbers of a block, which many rows share: an allocation a row would cost more than short rows.
func (b *builder) numbers(n int) []float64 {
	if len(b.block) < n {
		b.block = make([]float64, max(4096, 16*n))
	}
	row := b.block[:n:n]
	b.block = b.block[n:]
	return row
}

// add adds a row. A value that is no number is an error, but for the first column, which may turn out to be one of
// labels.
func (b *builder) add(record []string, line int) (err error) {
	if len(record) != len(b.names) {
		return fmt.Errorf("line %d, column %d: the row has %d values, the header %d names",
			line, min(len(record), len(b.names))+1, len(record), len(b.names))
	}
	numbers := b.numbers(len(record))
	for i, text := range record {
		numbers[i], err = cell{strings.TrimSpace(text), line, i + 1}.number()
		switch {
		case i > 0 && err != nil:
			return err
		case i == 0 && err != nil:
			b.words++
			numbers[0] = math.NaN()
			if meant := startsNumber(strings.TrimSpace(text)); b.err == nil || meant && !b.digit {
				b.err, b.digit = err, meant
			}
		case i == 0:
			b.found = b.found || !math.IsNaN(numbers[0])
		}
	}
	b.rows = append(b.rows, numbers)
	return nil
}

// table returns the table.
func (b *builder) table() (t Table, err error) {
	first := 0
	name := strings.TrimSpace(b.names[0])
	switch {
	case b.named():
		first = 1
	case b.labelled():
		first = 1
		t.Labels = name
	case b.digit:
		return t, fmt.Errorf("%w; if column %q labels the rows, call it label", b.err, name)
	case b.err != nil:
		return t, b.err
	}
	known := map[string]bool{}
	for i, name := range b.names[first:] {
		name = strings.TrimSpace(name)
		if err := checkName("condition", name, first+i+1, known); err != nil {
			return t, err
		}
		t.Names = append(t.Names, name)
	}
	for i := range b.rows {
		b.rows[i] = b.rows[i][first:]
	}
	t.Rows = b.rows
	t.suspect()
	return t, nil
}

// named reports whether the first column labels the subjects by its name.
func (b *builder) named() bool {
	name := strings.ToLower(strings.TrimSpace(b.names[0]))
	for _, end := range []string{"_id", " id", "-id"} {
		name = strings.TrimSuffix(name, end)
	}
	return slices.Contains(labels, name)
}

// labelled reports whether the first column labels the subjects by its values: words and no number, nor anything that
// is meant for one. In a table of one column nothing is meant for a number: its columns are separated otherwise.
func (b *builder) labelled() bool { return b.words > 0 && !b.found && (!b.digit || len(b.names) == 1) }

// startsNumber reports whether a text begins as a number does, with a digit after a sign and a point: 50% and 1,234 are
// meant for numbers, though they are none.
func startsNumber(text string) bool {
	text = strings.TrimPrefix(strings.TrimLeft(text, "+-"), ".")
	return text != "" && '0' <= text[0] && text[0] <= '9'
}

// suspect warns of tables that are read as they stand but are seldom meant so: a header of numbers, and a first
// column that counts 1, 2, 3.
func (t *Table) suspect() {
	isWord := func(name string) bool { _, err := strconv.ParseFloat(name, 64); return err != nil }
	if len(t.Names) > 0 && !slices.ContainsFunc(t.Names, isWord) {
		t.Warnings = append(t.Warnings, "the first row was taken for names, although it is all numbers")
	}
	counting := len(t.Rows) > 2 && len(t.Names) > 1
	for i, row := range t.Rows {
		counting = counting && row[0] == t.Rows[0][0]+float64(i)
	}
	if counting {
		t.Warnings = append(t.Warnings, fmt.Sprintf("the first column, %s, counts upwards: "+
			"if it numbers the subjects, leave it out with --columns", t.Names[0]))
	}
}
