package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/stats/markup"
)

// Read reads values separated by commas, semicolons or tabs, whichever the header has most of. An error is one
// line; it begins with the file's name, the line and the column as a spreadsheet counts it, both from 1. Table.Long is
// set beside an error too. Columns of words are left out, with a warning; where columns are named, no other is read.
// Memory stays in proportion to the text (budget.Budget), and time too.
func Read(r io.Reader, file string, columns ...string) (Table, error) {
	s, err := open(r, file, budget.New)
	if err != nil {
		return Table{}, err
	}
	t, err := s.parse(columns)
	return t, s.located(err)
}

// source is the text of a file whose rows have at most maxColumns values.
type source struct {
	file    string
	text    []byte // UTF-8 without a byte order mark
	comma   rune   // the separator
	lines   int
	above   int            // lines of the text that the file does not have: the header of JSON lines
	room    *budget.Budget // from which rows are spent
	spelled spelled
}

// open reads the text of a file. Lines may end with carriage returns alone, as old spreadsheets write them, and the
// first line may name the separator. UTF-16, and rows beyond maxColumns, are errors. What rows may take follows from
// the length of the text by room.
func open(r io.Reader, file string, room func(onDisk int64) *budget.Budget) (*source, error) {
	text, err := readText(r)
	if err != nil {
		return nil, fmt.Errorf("can't read %s: %w", file, err)
	}
	if isUTF16(text) {
		return nil, fmt.Errorf("%s is in UTF-16, as some spreadsheets write it; save it as CSV in UTF-8", file)
	}
	if bytes.HasPrefix(text, []byte("#{")) {
		return nil, fmt.Errorf("%s is a monitor's file: it has the episodes of one training as it learns, which are "+
			"no test of its policy and no repeats; test the policies, or give each training a row, with columns "+
			"method, seed and return", file)
	}
	lines, areLines, err := markup.Lines(text)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", file, err)
	}
	nested := false
	if !areLines {
		if of, ok, err := markup.Nested(text); err != nil {
			return nil, fmt.Errorf("%s, %w", file, err)
		} else if ok {
			lines, nested = of, true
		}
	}
	switch what := otherForm(text); {
	case areLines || nested || what == "":
	case what == "JSON":
		return nil, fmt.Errorf("%s is JSON, not a table of comma-separated values; of JSON, lines or a list of two "+
			"objects or more are a table, with the same names in each", file)
	default:
		return nil, fmt.Errorf("%s is %s, not a table of comma-separated values", file, what)
	}
	s := &source{file: file, room: room(int64(len(text)))}
	if bytes.IndexByte(text, '\n') < 0 {
		for i, c := range text {
			if c == '\r' {
				text[i] = '\n'
			}
		}
	}
	if nested {
		s.text, s.comma = lines, ','
	} else if areLines {
		s.text, s.comma, s.above = lines, ',', 1
	} else if of, ok, err := markup.Values(text); err != nil {
		return nil, fmt.Errorf("%s, %w", file, err)
	} else if ok {
		s.text, s.comma = of, ','
	} else {
		s.text, s.comma = separated(text)
	}
	extent := extentOf(s.text, s.comma)
	if extent.columns > maxColumns {
		return nil, fmt.Errorf("%s, line %d, column %d: a table has at most %d columns, as in spreadsheets", file,
			extent.line, maxColumns+1, maxColumns)
	}
	if extent.long > 0 {
		return nil, fmt.Errorf("%s, line %d, column %d: a value has more than %d bytes: is a quote open?", file,
			extent.long,
			extent.at, maxCell)
	}
	s.lines = extent.lines
	return s, s.located(s.room.Spend("the table", int64(len(text))))
}

// reader returns a reader of the values. It reuses the record that it returns.
func (s *source) reader() *csv.Reader {
	c := csv.NewReader(bytes.NewReader(s.text))
	c.Comma, c.FieldsPerRecord, c.TrimLeadingSpace, c.ReuseRecord = s.comma, -1, true, true
	return c
}

// located adds the name of the file to an error of reading, and line and column to one of encoding/csv.
func (s *source) located(err error) error {
	var quoted *csv.ParseError
	switch {
	case errors.As(err, &quoted):
		return fmt.Errorf("%s, line %d, column %d: %v", s.file, quoted.Line, s.column(quoted), quoted.Err)
	case errors.Is(err, bounded.ErrTooLong):
		return fmt.Errorf("%s: %w", s.file, err)
	case err != nil:
		return fmt.Errorf("%s, %w", s.file, err)
	}
	return nil
}

// readText reads everything, without the byte order mark of spreadsheets. The text of a regular file is allocated once.
func readText(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	if f, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			b.Grow(int(info.Size()) + bytes.MinRead)
		}
	}
	_, err := b.ReadFrom(r)
	return bytes.TrimPrefix(b.Bytes(), []byte("\xef\xbb\xbf")), err
}

// maxColumns is the number of columns of a sheet in Excel and LibreOffice. encoding/csv takes 40 bytes a value of one
// row, so rows without a limit would take twenty times their text.
const maxColumns = 16384

// maxCell bounds a value (bytes): a cell of a spreadsheet has at most 32,767 characters. encoding/csv takes several
// times the size of a value, and a quote that is never closed makes one value of all that follows.
const maxCell = 1 << 17

// extent is the size of a table.
type extent struct {
	lines         int
	columns, line int // values of the longest row, and its line
	long, at      int // line and column of the first value beyond maxCell; 0 where there is none
}

// extentOf returns the size of a table. A quote begins or ends a value with separators and line feeds in it; where
// quotes are wrong, encoding/csv reads no further.
func extentOf(text []byte, comma rune) (e extent) {
	quoted, values, size, begun := false, 1, 0, 1
	e.lines = 1
	for _, c := range text {
		size++
		switch {
		case c == '"':
			quoted = !quoted
		case c == byte(comma) && !quoted:
			size = 0
			if values++; values > e.columns {
				e.line, e.columns = e.lines, values
			}
			begun = e.lines
		case c == '\n':
			e.lines++
			if !quoted {
				values, size, begun = 1, 0, e.lines
			}
		}
		if size > maxCell && e.long == 0 {
			e.long, e.at = begun, values
		}
	}
	return e
}

// forms are the first bytes of files of other kinds.
var forms = []struct{ start, what string }{
	{"PAR1", "a Parquet file"}, {"SQLite format 3", "an SQLite database"}, {"\x89HDF", "an HDF5 file"},
	{"\x1f\x8b", "compressed by gzip"}, {"\x28\xb5\x2f\xfd", "compressed by zstd"},
	{"PK\x03\x04", "a zip archive, as Excel's sheets and NumPy's npz are"}, {"\x93NUMPY", "an array of NumPy's"},
	{"\x80\x02", "a pickle of Python's"}, {"\x80\x03", "a pickle of Python's"}, {"\x80\x04", "a pickle of Python's"},
	{"\x80\x05", "a pickle of Python's"}, {"%PDF", "a PDF"}, {"<!DOCTYPE", "a web page"}, {"<html", "a web page"},
	{"\xd0\xcf\x11\xe0", "a sheet of Excel 97"},
}

// otherForm says what a file is that holds no table of text; empty where it may be one.
func otherForm(text []byte) string {
	for _, f := range forms {
		if len(text) >= len(f.start) && strings.EqualFold(string(text[:len(f.start)]), f.start) {
			return f.what
		}
	}
	first := bytes.TrimLeft(text[:min(len(text), 4096)], " \t\r\n")
	if len(first) == 0 || first[0] != '{' && first[0] != '[' {
		return ""
	}
	if next := bytes.TrimLeft(first[1:], " \t\r\n"); len(next) > 0 && bytes.IndexByte([]byte("\"{[]}-0123456789tfn"),
		next[0]) >= 0 {
		return "JSON"
	}
	return ""
}

// isUTF16 reports whether text begins with a byte order mark of UTF-16, or with an ASCII character in it, which has a
// zero byte before or behind.
func isUTF16(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	letter := func(c byte) bool { return c == '\t' || c == '\r' || c == '\n' || ' ' <= c && c <= '~' }
	mark := string(text[:2])
	return mark == "\xff\xfe" || mark == "\xfe\xff" || text[0] == 0 && letter(text[1]) ||
		letter(text[0]) && text[1] == 0
}

// separated returns the values of a text and their separator. Where the first line is sep=; or alike, which tells Excel
// the separator, the line is left empty, and lines keep their numbers.
func separated(text []byte) (values []byte, comma rune) {
	if after, ok := bytes.CutPrefix(text, []byte("sep=")); ok && len(after) > 1 &&
		bytes.IndexByte([]byte(",;\t"), after[0]) >= 0 && (after[1] == '\n' || after[1] == '\r') {
		return after[1:], rune(after[0])
	}
	return text, separator(bytes.TrimLeft(text, "\r\n"))
}

// separator returns the most frequent of comma, semicolon and tab in the first row, outside its quotes: a name may have
// any of them in it, as in "act, tuned";"act, default".
func separator(text []byte) rune {
	counts, quoted := map[byte]int{}, false
	for _, c := range text {
		if c == '\n' && !quoted {
			break
		}
		if c == '"' {
			quoted = !quoted
		} else if !quoted {
			counts[c]++
		}
	}
	best := byte(',')
	for _, c := range []byte(";\t") {
		if counts[c] > counts[best] {
			best = c
		}
	}
	return rune(best)
}

// column returns the column, from 1, in which encoding/csv found a wrong quote; its error counts bytes.
func (s *source) column(at *csv.ParseError) int {
	n := 1
	for line := range bytes.Lines(s.text) {
		if n++; n > at.Line {
			return 1 + bytes.Count(line[:min(len(line), max(0, at.Column-1))], []byte(string(s.comma)))
		}
	}
	return 1
}

// parse reads the header and the rows. Every row must have as many values as the header.
func (s *source) parse(columns []string) (Table, error) {
	const slice = 24 // bytes of a row in the list of rows
	if err := s.room.Spend("the table", slice*int64(s.lines)); err != nil {
		return Table{}, err
	}
	c := s.reader()
	record, err := c.Read()
	if errors.Is(err, io.EOF) {
		return Table{}, errors.New("line 1, column 1: there is nothing; the first row names the conditions")
	}
	if err != nil {
		return Table{}, err
	}
	b := builder{names: slices.Clone(record), rows: make([][]float64, 0, s.lines-1), notes: make([]note, len(record))}
	if named("method", b.names[:1]) {
		b.seen = map[string]bool{}
	}
	if len(columns) > 0 {
		for _, name := range b.names {
			b.used = append(b.used, slices.Contains(columns, strings.TrimSpace(name)))
		}
	}
	long := looksLong(b.names)
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			t, err := b.table()
			if err != nil {
				return Table{Long: long}, err
			}
			said, err := s.spelled.settle()
			t.Warnings, t.Long = append(said, t.Warnings...), long
			return t, err
		}
		if err != nil {
			return Table{}, err
		}
		line, _ := c.FieldPos(0)
		line -= s.above
		s.plain(record, line)
		if err := s.spend(record, 8*int64(len(record)), b.words > 0); err != nil {
			return Table{}, err
		}
		if err := b.add(record, line); err != nil {
			return Table{Long: long}, err
		}
	}
}

// spend spends n bytes for a row. The texts of the row, and what a word in it costs that could be a number, are garbage
// at once; that they are spent and returned lets the budget collect them.
func (s *source) spend(record []string, n int64, word bool) error {
	garbage := int64(16)
	if word {
		garbage += 200
	}
	for _, text := range record {
		garbage += int64(len(text))
	}
	if err := s.room.Spend("the table", garbage+n); err != nil {
		return err
	}
	s.room.Return(garbage)
	return nil
}
