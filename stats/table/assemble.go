package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// labels are names of a first column that labels the subjects, in small letters, without a trailing id as in
// subject_id. They matter where subjects are numbered, since a column of words is recognised by itself.
var labels = []string{
	"", "#", "case", "id", "index", "label", "name", "participant", "row", "run", "seed", "subj", "subject", "trial",
}

// assemble makes a table of a header and the cells below it, without the column of the subjects' labels.
func assemble(names []string, cells [][]cell) (t Table, err error) {
	first := 0
	if labelled(names[0], cells) {
		first = 1
	}
	for i, name := range names[first:] {
		if name = strings.TrimSpace(name); name == "" {
			return t, fmt.Errorf("line 1, column %d: the condition has no name", first+i+1)
		}
		if strings.ContainsFunc(name, unicode.IsControl) {
			return t, fmt.Errorf("line 1, column %d: the name %q has a control character in it", first+i+1, name)
		}
		if slices.Contains(t.Names, name) {
			return t, fmt.Errorf("line 1, column %d: another column is called %q too", first+i+1, name)
		}
		t.Names = append(t.Names, name)
	}
	for _, row := range cells {
		numbers := make([]float64, len(t.Names))
		for i, c := range row[first:] {
			if numbers[i], err = c.number(); err != nil {
				return t, err
			}
		}
		t.Rows = append(t.Rows, numbers)
	}
	t.suspect()
	return t, nil
}

// labelled reports whether the first column labels the subjects: its name says so, or it holds words and no number.
func labelled(name string, cells [][]cell) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, end := range []string{"_id", " id", "-id"} {
		name = strings.TrimSuffix(name, end)
	}
	if slices.Contains(labels, name) {
		return true
	}
	words := 0
	for _, row := range cells {
		v, err := row[0].number()
		if err == nil && !math.IsNaN(v) {
			return false
		}
		if err != nil {
			words++
		}
	}
	return words > 0
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
