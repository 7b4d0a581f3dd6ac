package lerobot

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// source is a Parquet file that is being read.
type source struct {
	path    string
	file    *os.File
	parquet *parquet.File
	cursors map[string]*cursor
}

// openSource opens a file.
func openSource(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var p *parquet.File
		if p, err = open(f, info.Size()); err == nil {
			return &source{path, f, p, map[string]*cursor{}}, nil
		}
	}
	f.Close()
	return nil, fmt.Errorf("%s %w", path, err)
}

func (s *source) close() {
	for _, c := range s.cursors {
		c.end()
	}
	s.file.Close()
}

// leaf is the number of the column that holds the values of a field, or -1: the field itself, or the elements of its list,
// or the named part of its structure.
func (s *source) leaf(name, part string) int {
	for i, path := range s.parquet.Schema().Columns() {
		if path[0] == name && (part == "" || path[len(path)-1] == part) {
			return i
		}
	}
	return -1
}

// cursor reads a column from its beginning to its end. Going on from where it is costs nothing twice, so that episodes
// which are read in order are read once.
type cursor struct {
	column int
	groups []parquet.RowGroup
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer [64]parquet.Value
	ahead  []parquet.Value // read and not yet handed out
	row    int             // rows that were begun
}

// each hands out the values of the rows from first to last (not included) of a column: row 0 is the first. Null values of
// lists, which stand for empty ones, are left out.
func (s *source) each(name, part string, first, last int, yield func(row int, v parquet.Value) error) (err error) {
	defer caught(&err)
	key := name + "\x00" + part
	c := s.cursors[key]
	if c == nil || c.row > first {
		column := s.leaf(name, part)
		if column < 0 {
			return fmt.Errorf("has no column %s", name)
		}
		if c != nil {
			c.end()
		}
		c = &cursor{column: column, groups: s.parquet.RowGroups()}
		s.cursors[key] = c
	}
	for {
		v, err := c.next()
		if errors.Is(err, io.EOF) && c.row >= last {
			return nil
		}
		if err != nil {
			return fmt.Errorf("column %s, row %d: %w", name, c.row, err)
		}
		if v.RepetitionLevel() == 0 {
			if c.row == last {
				return nil // the value stays for the next call
			}
			c.row++
		}
		c.ahead = c.ahead[1:]
		if c.row > first && !v.IsNull() {
			if err := yield(c.row-1-first, v); err != nil {
				return fmt.Errorf("column %s, row %d: %w", name, c.row-1, err)
			}
		}
	}
}

// next is the next value, which stays next until it is taken off ahead.
func (c *cursor) next() (parquet.Value, error) {
	for len(c.ahead) == 0 {
		if c.values == nil {
			if err := c.turn(); err != nil {
				return parquet.Value{}, err
			}
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.ahead = c.buffer[:n]
		if errors.Is(err, io.EOF) || n == 0 {
			c.values = nil
		} else if err != nil {
			return parquet.Value{}, err
		}
	}
	return c.ahead[0], nil
}

// turn goes to the next page, of the next row group where need be.
func (c *cursor) turn() error {
	for {
		if c.pages == nil {
			if len(c.groups) == 0 {
				return io.EOF
			}
			c.pages = c.groups[0].ColumnChunks()[c.column].Pages()
			c.groups = c.groups[1:]
		}
		page, err := c.pages.ReadPage()
		if errors.Is(err, io.EOF) {
			c.pages.Close()
			c.pages = nil
			continue
		}
		if err != nil {
			return err
		}
		if c.page != nil {
			parquet.Release(c.page)
		}
		c.page, c.values = page, page.Values()
		return nil
	}
}

// end gives back what the cursor holds.
func (c *cursor) end() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	if c.pages != nil {
		c.pages.Close()
	}
	*c = cursor{}
}

// number is a value as a float; text is none.
func number(v parquet.Value) (float32, error) {
	switch v.Kind() {
	case parquet.Float:
		return v.Float(), nil
	case parquet.Double:
		return float32(v.Double()), nil
	case parquet.Int32:
		return float32(v.Int32()), nil
	case parquet.Int64:
		return float32(v.Int64()), nil
	case parquet.Boolean:
		if v.Boolean() {
			return 1, nil
		}
		return 0, nil
	}
	return 0, fmt.Errorf("is of type %v, expected numbers", v.Kind())
}

// integer is a value as a whole number.
func integer(v parquet.Value) (int64, error) {
	switch v.Kind() {
	case parquet.Int32:
		return int64(v.Int32()), nil
	case parquet.Int64:
		return v.Int64(), nil
	}
	return 0, fmt.Errorf("is of type %v, expected whole numbers", v.Kind())
}
