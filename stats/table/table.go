package table

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
)

// Table is a subject by condition table of numbers.
type Table struct {
	Names    []string    // of the conditions; distinct, none empty
	Rows     [][]float64 // [subject][condition]; NaN is a missing cell, and no number is infinite
	Warnings []string    // what was read in a way that may not be meant, for people
	Labels   string      // the first column, where it was left out for its values, which are words
	Long     bool        // the header looks like that of a table in long form (see looksLong); false after Select
}

// Numbers returns the first condition whose name is usual for trials or starts, or is that of an index: what is in such
// a column is no outcome. ok is false where there is none.
func (t Table) Numbers() (name string, ok bool) {
	at := slices.IndexFunc(t.Names, func(name string) bool {
		return named("trial", []string{name}) || named("start", []string{name}) || plain(name) == "id" ||
			strings.HasSuffix(plain(name), "_id")
	})
	if at < 0 {
		return "", false
	}
	return t.Names[at], true
}

// Column returns the numbers of condition i, one a subject.
func (t Table) Column(i int) []float64 {
	x := make([]float64, len(t.Rows))
	for r, row := range t.Rows {
		x[r] = row[i]
	}
	return x
}

// Select returns the table of some conditions, in the given order. An unknown name and a name that occurs twice are
// errors.
func (t Table) Select(names []string) (Table, error) {
	out := Table{Names: names, Warnings: t.Warnings, Rows: make([][]float64, len(t.Rows))}
	for i, name := range names {
		j := slices.Index(t.Names, name)
		if j < 0 {
			return out, fmt.Errorf("there is no column %q%sthere is %s",
				name, catalog.DidYouMean(name, t.Names), strings.Join(t.Names, ", "))
		}
		if slices.Contains(names[:i], name) {
			return out, fmt.Errorf("--columns names %q twice; several --columns add up", name)
		}
		for r, row := range t.Rows {
			out.Rows[r] = append(out.Rows[r], row[j])
		}
	}
	return out, nil
}
