package table

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"counterpoise/internal/budget"
)

// Sheet is a table as it stands in its file: texts, whose roles are not known yet.
type Sheet struct {
	File  string
	Names []string   // of the columns; distinct
	Rows  [][]string // each with len(Names) texts, without spaces around them
	Lines []int      // of the rows in their file, from 1
	Made  bool       // the columns are those of this program, which need no sentence
	Last  bool       // the files are of one checkpoint a training already
	Sums  bool       // outcomes are sums over the rollouts of their row, whatever their column is called

	room  *budget.Budget // from which rows were spent; nil for none
	doubt []string       // warnings of what was read in a way that may not be meant
	shape string         // what columns were made from others, a sentence; empty where none were

	scores bool // some outcomes are scores between 0 and 1, and no rates of successes (see scored)
}

// ReadSheet reads values separated as in [Read]. Every row must have as many values as the header. An error is one
// line; it begins with the file's name and the line.
func ReadSheet(r io.Reader, file string) (Sheet, error) {
	s, err := open(r, file, budget.NewText)
	if err != nil {
		return Sheet{}, err
	}
	sheet, err := s.sheet()
	return sheet, s.located(err)
}

// sheet reads the header and the rows.
func (s *source) sheet() (Sheet, error) {
	out := Sheet{File: s.file, room: s.room}
	c := s.reader()
	c.ReuseRecord = false
	header, err := c.Read()
	if errors.Is(err, io.EOF) {
		return out, errors.New("line 1, column 1: there is nothing; the first row names the columns")
	}
	if err != nil {
		return out, err
	}
	width := len(header)
	title := ""
	blank := func(text string) bool { return strings.TrimSpace(text) == "" }
	for width > 1 && len(slices.DeleteFunc(slices.Clone(header), blank)) < 2 && // a title, and empty rows
		(title == "" || strings.Join(header, "") == "") {
		title = cmp.Or(title, strings.TrimSpace(strings.Join(header, "")), " ")
		if header, err = c.Read(); err != nil || len(header) != width {
			return out, errors.New("line 1, column 2: the column has no name: name it, or take the column out")
		}
	}
	record, err := c.Read() // the first row, or the second level of the header
	if err == nil {
		if names, is := levels(header, record); is {
			header = names
			record, err = c.Read()
		}
	}
	known := map[string]bool{}
	var unnamed []int // columns besides the first, which have to be empty
	header = ownNumbers(header)
	for i, name := range header {
		name = strings.TrimSpace(name)
		if name == "" && i > 0 {
			unnamed = append(unnamed, i)
		} else if name != "" { // the first column may number the rows without a name
			if err := checkName("column", name, i+1, known); err != nil {
				return out, err
			}
		}
		out.Names = append(out.Names, name)
	}
	for ; ; record, err = c.Read() {
		if errors.Is(err, io.EOF) {
			out.cut(unnamed)
			if out.doubt, err = s.spelled.settle(); err == nil && title != "" {
				out.doubt = append(out.doubt, fmt.Sprintf("line 1, %q, is taken for a title", strings.TrimSpace(title)))
			}
			return out, err
		}
		if err != nil {
			return out, err
		}
		line, _ := c.FieldPos(0)
		line -= s.above
		if len(record) != width {
			return out, fmt.Errorf("line %d: %w", line, ragged(record, width))
		}
		// Bytes of a text's header; of a row in two lists, whose 32 bytes exist 2.25 times while the lists grow.
		text, slice := 16, 80
		if s.comma == ';' {
			text += 16 // a number with a decimal comma is written anew
		}
		s.plain(record, line)
		size := int64(slice + text*len(record))
		for i := range record {
			size += int64(len(record[i]))
			record[i] = strings.TrimSpace(record[i])
		}
		if err := s.room.Spend("the table", size); err != nil {
			return out, err
		}
		if len(record) > 1 && !slices.ContainsFunc(record, func(text string) bool { return text != "" }) {
			continue // between parts of a table
		}
		for _, i := range unnamed {
			if record[i] != "" {
				return out, checkName("column", "", i+1, known)
			}
		}
		if len(record) > 1 && slices.Equal(record, out.Names) {
			return out, fmt.Errorf("line %d: the names of the columns stand here again: take the line out", line)
		}
		out.Rows, out.Lines = append(out.Rows, record), append(out.Lines, line)
	}
}

// merged writes the text of a cell into the empty ones below it, of a first column of words whose cells stand for
// blocks of rows of one length, as a spreadsheet's merged cells do: another column has the same values in each block,
// all of them different. What says so; other tables stay as they are.
func (s Sheet) merged() (out Sheet, what string) {
	if len(s.Names) < 3 || len(s.Rows) < 4 || s.Rows[0][0] == "" || s.Rows[1][0] != "" || s.profile(0).kind != words {
		return s, ""
	}
	block := 1
	for block < len(s.Rows) && s.Rows[block][0] == "" {
		block++
	}
	if block < 2 || block == len(s.Rows) || len(s.Rows)%block != 0 {
		return s, ""
	}
	for i, row := range s.Rows {
		if (row[0] == "") == (i%block == 0) {
			return s, ""
		}
	}
	repeats := func(at int) bool {
		seen := map[string]bool{}
		for i, row := range s.Rows {
			if isMissing(row[at]) || row[at] != s.Rows[i%block][at] || i < block && seen[row[at]] {
				return false
			}
			seen[row[at]] = true
		}
		return true
	}
	columns := make([]int, len(s.Names))
	for i := range columns {
		columns[i] = i
	}
	if !slices.ContainsFunc(columns[1:], repeats) {
		return s, ""
	}
	out = s
	out.Rows = make([][]string, len(s.Rows))
	for i, row := range s.Rows {
		out.Rows[i] = append([]string{s.Rows[i-i%block][0]}, row[1:]...)
	}
	return out, fmt.Sprintf(" Empty cells of column %q have the text above them.", s.Names[0])
}

// ownNumbers gives the columns of the numbers of rollouts the names of the columns before them where several are called
// alike: ACT, n, DP, n are ACT, ACT n, DP, DP n.
func ownNumbers(header []string) []string {
	out, times := slices.Clone(header), map[string]int{}
	for _, name := range header {
		times[plain(strings.TrimSpace(name))]++
	}
	for i, name := range header {
		if is, _ := countsRollouts(name); i > 0 && is && times[plain(strings.TrimSpace(name))] > 1 {
			out[i] = strings.TrimSpace(header[i-1]) + " " + strings.TrimSpace(name)
		}
	}
	return out
}

// ragged is the error of a row that has not as many values as the header.
func ragged(record []string, header int) error {
	hint := ""
	switch {
	case header == 1 || len(record) == 1:
		hint = "; lines above the names of the columns and notes have to go"
	case len(record) > header:
		hint = "; a separator within a value, as the comma of 0,85, needs quotes"
	}
	return fmt.Errorf("the row has %d values, the header %d names%s", len(record), header, hint)
}

// checkName returns an error for the name of a column, which holds what noun says, if it is empty, has a control
// character or is known already. It adds the name to those that are known.
func checkName(noun, name string, column int, known map[string]bool) error {
	switch {
	case name == "":
		return fmt.Errorf("line 1, column %d: the %s has no name: name it, or take the column out", column, noun)
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("line 1, column %d: the name %q has a control character in it: take it out", column, name)
	case known[name]:
		return fmt.Errorf("line 1, column %d: another column is called %q too: rename one of them", column, name)
	}
	known[name] = true
	return nil
}

// Append adds the rows of another sheet with the same columns, in any order. Files of one experiment are read so. A
// column that one of the sheets lacks is an error: its values would be unknown in the rows of that sheet.
func (s *Sheet) Append(other Sheet) error {
	lacks := func(a, b Sheet, name string) error {
		return fmt.Errorf("%s has no column %q, which %s has: compare files of the same columns", a.File, name, b.File)
	}
	places := make([]int, len(s.Names))
	for i, name := range s.Names {
		if places[i] = slices.Index(other.Names, name); places[i] < 0 {
			return lacks(other, *s, name)
		}
	}
	for _, name := range other.Names {
		if !slices.Contains(s.Names, name) {
			return lacks(*s, other, name)
		}
	}
	for _, row := range other.Rows {
		texts := make([]string, len(places))
		for i, at := range places {
			texts[i] = row[at]
		}
		s.Rows = append(s.Rows, texts)
	}
	s.Lines = append(s.Lines, other.Lines...)
	for _, w := range other.doubt {
		s.doubt = append(s.doubt, other.File+": "+w)
	}
	return nil
}

// Label adds a column with the same text in all rows.
func (s *Sheet) Label(name, text string) {
	s.Names = append(s.Names, name)
	for i := range s.Rows {
		s.Rows[i] = append(s.Rows[i], text)
	}
}

// kind is what the values of a column are.
type kind int

const (
	empty   kind = iota // all missing
	boolean             // words for success and failure
	whole               // integers
	number              // numbers
	words               // anything else
)

// column is what detection knows of a column.
type column struct {
	kind     kind
	distinct int  // values that are not missing, counted to maxValues + 1
	numbered bool // whole numbers like levels of a factor or an index (see profile)
	missing  int
	first    cell // the first value that is no number, for messages
	shares   bool // values are in percent, or count successes of rollouts
	counted  bool // values tell their number of rollouts, as in 17/20
	plain    cell // the first value that does not, of a column in which others do
}

// isMark reports whether the first word of a column is a mark that stands for either.
func (c column) isMark() bool {
	return slices.Contains([]string{"x", "X", "*", "o", "O"}, c.first.text)
}

// profile looks at a column. It is numbered where it has all whole numbers from 0 or 1 to its highest (0 and 1 alone
// are successes), and each value occurs twice on average, as levels do, or the rows count upwards, as an index does.
func (s Sheet) profile(at int) column {
	out, seen, flags, integers, numbers := column{}, map[string]bool{}, true, true, true
	said := 0 // words for success and failure
	low, high, counting := math.Inf(1), math.Inf(-1), true
	for i, row := range s.Rows {
		text := row[at]
		if isMissing(text) {
			out.missing++
			continue
		}
		if len(seen) <= maxValues {
			seen[text] = true
		}
		if !numbers {
			continue
		}
		here := cell{text, s.Lines[i], at + 1}
		o, err := here.outcome()
		switch {
		case err != nil:
			numbers, out.first = false, here
		case o.form == word:
			if said++; out.first.text == "" {
				out.first = here
			}
		case o.value != 0 && o.value != 1:
			flags = false
		}
		out.shares = out.shares || o.form == percent || o.form == counted
		if o.form == counted {
			out.counted = true
		} else if out.plain.text == "" {
			out.plain = here
		}
		v := o.value
		integers, low, high = integers && o.form == plainNumber && v == float64(int64(v)), min(low, v), max(high, v)
		counting = counting && v == low+float64(i)
	}
	// Words for success and digits stand in one column after a join of tables, as True, 1, 0; with other numbers they
	// do not.
	if numbers && said > 0 && !flags {
		numbers = false
	}
	flags = flags && numbers && said > 0
	out.distinct = len(seen)
	switch {
	case out.distinct == 0:
		out.kind = empty
	case flags:
		out.kind = boolean
	case numbers && integers:
		out.kind = whole
		span := int(min(high-low+1, 1e9))
		from := low == 1 || low == 0 && out.distinct > 2
		levels, index := 2*out.distinct <= len(s.Rows)-out.missing, counting && len(s.Rows) > 3
		out.numbered = out.distinct > 1 && span == out.distinct && from && (levels || index)
	case numbers:
		out.kind = number
	default:
		out.kind = words
	}
	return out
}

// isMissing reports whether a text stands for a missing value.
func isMissing(text string) bool {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		return false
	}
	return len(text) <= 4 && slices.Contains(missing, strings.ToLower(text))
}

// Missing reports whether a cell has no value.
func Missing(text string) bool { return isMissing(strings.TrimSpace(text)) }

// truth returns 1 or 0 for the words of success and failure.
func truth(text string) (v float64, ok bool) {
	if len(text) > len("succeeded") {
		return 0, false
	}
	switch strings.TrimSuffix(strings.ToLower(text), "\ufe0f") { // which asks for the coloured form of a mark
	case "true", "t", "yes", "y", "success", "succeeded", "pass", "passed", "ja", "sí", "oui", "是", "成功", "✓", "✔",
		"☑", "✅":
		return 1, true
	case "false", "f", "no", "n", "failure", "failed", "fail", "nein", "non", "否", "失败", "✗", "✘", "☒", "❌", "×":
		return 0, true
	}
	return 0, false
}

// saysOutcome reports whether a word of truth is one of success or failure itself.
func saysOutcome(text string) bool {
	return slices.Contains([]string{"success", "succeeded", "pass", "passed", "failure", "failed", "fail"},
		strings.ToLower(text))
}

// Warn adds a warning about how the table was read.
func (s *Sheet) Warn(text string) { s.doubt = append(s.doubt, text) }

// NamesTrials reports whether a column has a usual name for trials.
func (s Sheet) NamesTrials() bool { return named("trial", s.Names) }

// NamesGroups reports whether a column has a usual name for groups.
func (s Sheet) NamesGroups() bool { return named("group", s.Names) }

// NamesMethods reports whether a column has a usual name for methods.
func (s Sheet) NamesMethods() bool { return named("method", s.Names) }

// DropEmpty removes the columns without a value.
func (s *Sheet) DropEmpty() {
	var columns []int
	for at := range s.Names {
		if s.profile(at).kind == empty {
			columns = append(columns, at)
		}
	}
	s.cut(columns)
}

// cut removes columns, which ascend.
func (s *Sheet) cut(columns []int) {
	for _, at := range slices.Backward(columns) {
		s.Names = slices.Delete(s.Names, at, at+1)
		for i := range s.Rows {
			s.Rows[i] = slices.Delete(s.Rows[i], at, at+1)
		}
	}
}
