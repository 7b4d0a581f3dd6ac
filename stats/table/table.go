package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
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

// labels are names of a first column that labels the subjects, in small letters, without a trailing id as in
// subject_id. They matter where subjects are numbered, since a column of words is recognised by itself.
var labels = []string{
	"", "#", "unnamed: 0", "case", "id", "index", "label", "name", "participant", "row", "run", "seed", "subj",
	"subject", "trial",
}

// builder makes a table of a header and the rows below it, without the column of the subjects' labels. What the first
// column is, its rows decide together, so it is kept as numbers until the end.
type builder struct {
	names []string
	rows  [][]float64     // with the first column, in which words are NaN
	used  []bool          // columns whose values must be numbers; nil for all
	notes []note          // on the columns but the first
	words int             // values of the first column that are no numbers
	err   error           // of the first of them, or of the first that is meant for a number
	digit bool            // one of them is meant for a number
	found bool            // a number in the first column
	again string          // a name of a method that the first column has twice
	seen  map[string]bool // the names of methods in the first column, where it has them; else nil
	block []float64       // room for the numbers of rows to come
}

// summary is the first number of a row whose label names a summary of other rows; cells hold no infinity.
var summary = math.Inf(1)

// note is what a builder knows of a column in which not every value is a number.
type note struct {
	err    error // of the first value that is none
	found  bool  // a value is a number, or is meant for one
	shares bool  // a value is in percent or counts successes
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

// add adds a row. What a value that is no number means, the rows of its column decide together.
func (b *builder) add(record []string, line int) (err error) {
	if len(record) != len(b.names) {
		return fmt.Errorf("line %d, column %d: %w", line, min(len(record), len(b.names))+1,
			ragged(record, len(b.names)))
	}
	numbers := b.numbers(len(record))
	b.method(strings.TrimSpace(record[0]))
	for i, text := range record {
		if i > 0 && b.used != nil && !b.used[i] {
			numbers[i] = math.NaN()
			continue
		}
		text = strings.TrimSpace(text)
		var o outcome
		o, err = cell{text, line, i + 1}.outcome()
		numbers[i] = o.value
		n := &b.notes[i]
		n.shares = n.shares || o.form == percent || o.form == counted
		n.found = n.found || err == nil && o.form != absent || err != nil && startsNumber(text)
		switch {
		case i > 0 && err != nil:
			numbers[i] = math.NaN()
			if n.err == nil || n.found {
				n.err = cmp.Or(n.err, err)
			}
		case i == 0 && err != nil:
			b.words++
			if numbers[0] = math.NaN(); isSummary(text) {
				numbers[0] = summary
			}
			if meant := startsNumber(text); b.err == nil || meant && !b.digit {
				b.err, b.digit = err, meant
			}
		case i == 0:
			b.found = b.found || !math.IsNaN(numbers[0])
		}
	}
	b.rows = append(b.rows, numbers)
	return nil
}

// method notes the name of a method in the first column.
func (b *builder) method(text string) {
	switch {
	case b.seen == nil || b.again != "" || len(b.seen) > maxValues:
	case b.seen[text]:
		b.again = strings.Clone(text)
	default:
		b.seen[strings.Clone(text)] = true
	}
}

// table returns the table.
func (b *builder) table() (t Table, err error) {
	first := 0
	name := strings.TrimSpace(b.names[0])
	switch {
	case b.named() || b.used != nil && !b.used[0]:
		first = 1
	case b.labelled():
		first = 1
		t.Labels = name
	case b.digit:
		return t, fmt.Errorf("%w; if column %q labels the rows, call it label", b.err, name)
	case b.err != nil:
		return t, b.err
	}
	if b.used == nil && first == 1 && b.words > 0 && b.again != "" {
		return t, fmt.Errorf("column %q names methods, %s in several rows, and this compares columns (--columns names "+
			"them)", name, quoted(b.again))
	}
	summarises := func(row []float64) bool { return row[0] == summary }
	if all := len(b.rows); first == 1 && slices.ContainsFunc(b.rows, func(r []float64) bool { return !summarises(r) }) {
		if b.rows = slices.DeleteFunc(b.rows, summarises); len(b.rows) < all {
			t.Warnings = append(t.Warnings, fmt.Sprintf("rows left out as summaries of others: %d", all-len(b.rows)))
		}
	}
	known := map[string]bool{}
	for i, name := range b.names[first:] {
		if err := checkName("condition", strings.TrimSpace(name), first+i+1, known); err != nil {
			return t, err
		}
	}
	if err := b.leaveOut(first, &t); err != nil {
		return t, err
	}
	for _, name := range b.names[first:] {
		t.Names = append(t.Names, strings.TrimSpace(name))
	}
	for i := range b.rows {
		b.rows[i] = b.rows[i][first:]
	}
	t.Rows = b.rows
	t.suspect()
	return t, nil
}

// leaveOut leaves columns of words out, with a warning, and returns an error for one in which words and numbers stand.
func (b *builder) leaveOut(first int, t *Table) error {
	shares := false
	beside := b.beside(first, t)
	var kept []int
	for i := range b.names {
		n := b.notes[i]
		switch {
		case beside[i]:
		case i < first || n.err == nil || i == 0:
			kept = append(kept, i)
			shares = shares || i >= first && n.shares
		case n.found || b.used != nil:
			return n.err
		default:
			t.Warnings = append(t.Warnings, fmt.Sprintf("column %q holds words and is left out",
				strings.TrimSpace(b.names[i])))
		}
	}
	if shares {
		t.Warnings = append(t.Warnings,
			"percent and numbers of successes are read as rates: 61 % is 0.61, and 17/20 is 0.85")
	}
	for j, i := range kept {
		b.names[j] = b.names[i]
		for _, row := range b.rows {
			row[j] = row[i]
		}
	}
	b.names = b.names[:len(kept)]
	for r := range b.rows {
		b.rows[r] = b.rows[r][:len(kept)]
	}
	return nil
}

// beside returns the columns that stand beside the conditions and are none, and warns of them. They stay where fewer
// than two others are left.
func (b *builder) beside(first int, t *Table) map[int]bool {
	out, left := map[int]bool{}, len(b.names)-first
	for i, name := range b.names {
		what := aside(name)
		if what == "" || i < first && b.used == nil || b.used != nil && b.used[i] {
			continue
		}
		switch what {
		case "numbers of rollouts":
			what += ": each row counts as one observation here, whatever its number"
		case "steps of a training":
			what += ": rows of one training are no independent observations"
		default:
			if b.used != nil {
				continue
			}
		}
		if b.used == nil {
			out[i] = true
			what += "; it is left out, and --columns tests it all the same"
		}
		t.Warnings = append(t.Warnings, fmt.Sprintf("column %q holds %s", strings.TrimSpace(name), what))
	}
	if left-len(out) < 2 && len(out) > 0 {
		t.Warnings = t.Warnings[:len(t.Warnings)-len(out)]
		return nil
	}
	return out
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
	if twins := twins(t.Names); twins != "" {
		t.Warnings = append(t.Warnings, twins)
	}
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
