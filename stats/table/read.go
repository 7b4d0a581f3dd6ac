package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Read reads values separated by commas, semicolons or tabs, whichever the header has most of. An error is one
// line; it begins with the file's name, the line and the column as a spreadsheet counts it, both from 1.
func Read(r io.Reader, file string) (Table, error) {
	text, err := decode(r, file)
	if err != nil {
		return Table{}, err
	}
	t, err := parse(newReader(text))
	return t, located(err, file, text)
}

// decode returns the text of a file, without the byte order mark of spreadsheets. UTF-16 is an error.
func decode(r io.Reader, file string) ([]byte, error) {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		in.Discard(3)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("can't read %s: %w", file, err)
	}
	if isUTF16(text) {
		return nil, fmt.Errorf("%s is in UTF-16, as some spreadsheets write it; save it as CSV in UTF-8", file)
	}
	return text, nil
}

// newReader returns a reader of the values of a text.
func newReader(text []byte) *csv.Reader {
	c := csv.NewReader(bytes.NewReader(text))
	c.Comma, c.FieldsPerRecord, c.TrimLeadingSpace = separator(text), -1, true
	return c
}

// located adds the name of the file to an error of reading, and line and column to one of encoding/csv.
func located(err error, file string, text []byte) error {
	var quoted *csv.ParseError
	switch {
	case errors.As(err, &quoted):
		return fmt.Errorf("%s, line %d, column %d: %v", file, quoted.Line, field(text, quoted, separator(text)),
			quoted.Err)
	case err != nil:
		return fmt.Errorf("%s, %w", file, err)
	}
	return nil
}

// isUTF16 reports whether text begins with a byte order mark of UTF-16, or has the zero bytes that ASCII letters have
// in it: one of the first two.
func isUTF16(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	mark := string(text[:2])
	return mark == "\xff\xfe" || mark == "\xfe\xff" || (text[0] == 0) != (text[1] == 0)
}

// separator returns the most frequent of comma, semicolon and tab in the first line.
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

// field returns the column, from 1, in which encoding/csv found a wrong quote; its error counts bytes.
func field(text []byte, at *csv.ParseError, comma rune) int {
	lines := bytes.Split(text, []byte("\n"))
	line := lines[min(at.Line, len(lines))-1]
	return 1 + bytes.Count(line[:min(len(line), max(0, at.Column-1))], []byte(string(comma)))
}

// parse reads the header and the rows. Every row must have as many values as the header.
func parse(c *csv.Reader) (Table, error) {
	names, err := c.Read()
	if errors.Is(err, io.EOF) {
		return Table{}, errors.New("line 1, column 1: there is nothing; the first row names the conditions")
	}
	if err != nil {
		return Table{}, err
	}
	var cells [][]cell
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			return assemble(names, cells)
		}
		if err != nil {
			return Table{}, err
		}
		line, _ := c.FieldPos(0)
		if len(record) != len(names) {
			return Table{}, fmt.Errorf("line %d, column %d: the row has %d values, the header %d names",
				line, min(len(record), len(names))+1, len(record), len(names))
		}
		row := make([]cell, len(record))
		for i, text := range record {
			row[i] = cell{strings.TrimSpace(text), line, i + 1}
		}
		cells = append(cells, row)
	}
}
