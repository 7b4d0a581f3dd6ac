package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// sheet is somebody's numbers: a column is a condition, a row a subject, NaN a missing cell.
type sheet struct {
	names    []string
	rows     [][]float64
	warnings []string
}

// labels are headers of a first column that tells the subjects apart, for subjects that are numbered; with or without an
// id behind, as in subject_id.
var labels = []string{"", "#", "case", "id", "index", "label", "name", "participant", "row", "run", "seed", "subj", "subject", "trial"}

// missing are the spellings of a missing cell, besides an empty one; capitals count the same.
var missing = []string{"", "na", "nan"}

// readSheet reads comma-separated values (or semicolons or tabs, whichever the header has). An error names the line, and
// the column as the spreadsheet counts it, both from 1.
func readSheet(r io.Reader, file string) (sheet, error) {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) { // the byte order mark of spreadsheets
		in.Discard(3)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return sheet{}, fmt.Errorf("can't read %s: %w", file, err)
	}
	c := csv.NewReader(bytes.NewReader(text))
	c.Comma, c.FieldsPerRecord, c.TrimLeadingSpace = separator(text), -1, true
	s, err := parse(c)
	var quoted *csv.ParseError
	switch {
	case errors.As(err, &quoted):
		return s, fmt.Errorf("%s, line %d, column %d: %v", file, quoted.Line, field(text, quoted, c.Comma), quoted.Err)
	case err != nil:
		return s, fmt.Errorf("%s, %w", file, err)
	}
	return s, nil
}

// separator is what stands between the names of the first line: the most frequent of comma, semicolon and tab.
func separator(text []byte) rune {
	header, _, _ := bytes.Cut(text, []byte("\n"))
	best := ','
	for _, c := range ";\t" {
		if bytes.Count(header, []byte(string(c))) > bytes.Count(header, []byte(string(best))) {
			best = c
		}
	}
	return best
}

// field is the column of the sheet in which a quote went wrong.
func field(text []byte, at *csv.ParseError, comma rune) int {
	lines := bytes.Split(text, []byte("\n"))
	line := lines[min(at.Line, len(lines))-1]
	return 1 + bytes.Count(line[:min(len(line), max(0, at.Column-1))], []byte(string(comma)))
}

// parse reads the header and the rows.
func parse(c *csv.Reader) (sheet, error) {
	names, err := c.Read()
	if errors.Is(err, io.EOF) {
		return sheet{}, errors.New("line 1, column 1: there is nothing; the first row names the conditions")
	}
	if err != nil {
		return sheet{}, err
	}
	var cells [][]cell
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			return assemble(names, cells)
		}
		if err != nil {
			return sheet{}, err
		}
		line, _ := c.FieldPos(0)
		if len(record) != len(names) {
			return sheet{}, fmt.Errorf("line %d, column %d: the row has %d values, the header %d names", line, min(len(record), len(names))+1, len(record), len(names))
		}
		row := make([]cell, len(record))
		for i, text := range record {
			row[i] = cell{strings.TrimSpace(text), line, i + 1}
		}
		cells = append(cells, row)
	}
}

// cell is a value as it stands in the file.
type cell struct {
	text         string
	line, column int
}

// number is the cell's number, NaN where it is missing.
func (c cell) number() (float64, error) {
	if slices.Contains(missing, strings.ToLower(c.text)) {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(c.text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && math.IsInf(v, 0):
		return 0, fmt.Errorf("line %d, column %d: %q is beyond the numbers that can be computed with", c.line, c.column, c.text)
	case err != nil:
		return 0, fmt.Errorf("line %d, column %d: %q is not a number; a missing one is an empty cell, NA or NaN", c.line, c.column, c.text)
	}
	return v, nil
}

// assemble sorts names and numbers, and leaves out the labels of the subjects.
func assemble(names []string, cells [][]cell) (s sheet, err error) {
	first := 0
	if labelled(names[0], cells) {
		first = 1
	}
	for i, name := range names[first:] {
		if name = strings.TrimSpace(name); name == "" {
			return s, fmt.Errorf("line 1, column %d: the condition has no name", first+i+1)
		}
		if strings.ContainsFunc(name, unicode.IsControl) {
			return s, fmt.Errorf("line 1, column %d: the name %q has a control character in it", first+i+1, name)
		}
		if slices.Contains(s.names, name) {
			return s, fmt.Errorf("line 1, column %d: another column is called %q too", first+i+1, name)
		}
		s.names = append(s.names, name)
	}
	for _, row := range cells {
		numbers := make([]float64, len(s.names))
		for i, c := range row[first:] {
			if numbers[i], err = c.number(); err != nil {
				return s, err
			}
		}
		s.rows = append(s.rows, numbers)
	}
	s.suspect()
	return s, nil
}

// labelled says whether the first column holds labels of the subjects: by its name, or because nothing in it is a number.
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

// suspect warns of what is read as it stands, but is seldom meant so.
func (s *sheet) suspect() {
	if !slices.ContainsFunc(s.names, func(n string) bool { _, err := strconv.ParseFloat(n, 64); return err != nil }) && len(s.names) > 0 {
		s.warnings = append(s.warnings, "the first row was taken for names, although it is all numbers")
	}
	counting := len(s.rows) > 2 && len(s.names) > 1
	for i, row := range s.rows {
		counting = counting && row[0] == s.rows[0][0]+float64(i)
	}
	if counting {
		s.warnings = append(s.warnings, fmt.Sprintf("the first column, %s, counts upwards: if it numbers the subjects, leave it out with --columns", s.names[0]))
	}
}

// column is one condition's numbers.
func (s sheet) column(i int) []float64 {
	x := make([]float64, len(s.rows))
	for r, row := range s.rows {
		x[r] = row[i]
	}
	return x
}

// only is the sheet of some of the conditions, in the order asked for.
func (s sheet) only(names []string) (sheet, error) {
	out := sheet{names: names, warnings: s.warnings, rows: make([][]float64, len(s.rows))}
	for i, name := range names {
		j := slices.Index(s.names, name)
		if j < 0 {
			return out, misused("there is no column %q%s; there is %s", name, didYouMean(name, s.names), strings.Join(s.names, ", "))
		}
		if slices.Contains(names[:i], name) {
			return out, misused("--columns names %q twice", name)
		}
		for r, row := range s.rows {
			out.rows[r] = append(out.rows[r], row[j])
		}
	}
	return out, nil
}
