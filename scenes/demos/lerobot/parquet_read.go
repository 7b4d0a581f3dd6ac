package lerobot

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// parquetFile is an open and validated Parquet file, with one sequential reader per column in use.
type parquetFile struct {
	path    string
	file    *os.File
	parquet *parquet.File
	cursors map[string]*columnReader
}

// openParquetFile opens and validates a file. Errors contain the path.
func openParquetFile(path string) (*parquetFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var p *parquet.File
		if p, err = openValidated(f, info.Size()); err == nil {
			return &parquetFile{path, f, p, map[string]*columnReader{}}, nil
		}
	}
	f.Close()
	return nil, fmt.Errorf("%s %w", path, err)
}

func (s *parquetFile) close() {
	for _, c := range s.cursors {
		c.release()
	}
	s.file.Close()
}

// leaf returns the index of the leaf column that stores a field, or -1. The leaf is the field itself, the
// elements of its list, or the member of its structure that part names.
func (s *parquetFile) leaf(name, part string) int {
	for i, path := range s.parquet.Schema().Columns() {
		if path[0] == name && (part == "" || path[len(path)-1] == part) {
			return i
		}
	}
	return -1
}

// columnReader reads the values of a column sequentially. It keeps its position between calls, so reading
// episodes in order decodes every page once.
type columnReader struct {
	column  int
	groups  []parquet.RowGroup
	pages   parquet.Pages
	page    parquet.Page
	values  parquet.ValueReader
	buffer  [64]parquet.Value
	pending []parquet.Value // values that are decoded and not yet consumed, a subslice of buffer
	row     int             // number of rows of which the first value is consumed
}

// each calls yield with the non-null values of a column in rows first to last-1, and with their row counted
// from first. A list has several values per row (a value with repetition level 0 starts a row); an empty list
// has one null. Rows before the reader's position make it start again at row 0.
func (s *parquetFile) each(name, part string, first, last int, yield func(row int, v parquet.Value) error) (err error) {
	defer recoverPanic(&err)
	// One reader per column, kept until the file is closed. It cannot go back: a lower row needs a new reader.
	key := name + "\x00" + part
	c := s.cursors[key]
	if c == nil || c.row > first {
		column := s.leaf(name, part)
		if column < 0 {
			return fmt.Errorf("has no column %s", name)
		}
		if c != nil {
			c.release()
		}
		c = &columnReader{column: column, groups: s.parquet.RowGroups()}
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
				return nil // the value remains pending for the next call
			}
			c.row++
		}
		c.pending = c.pending[1:]
		if c.row > first && !v.IsNull() {
			if err := yield(c.row-1-first, v); err != nil {
				return fmt.Errorf("column %s, row %d: %w", name, c.row-1, err)
			}
		}
	}
}

// next returns the next value without consuming it.
func (c *columnReader) next() (parquet.Value, error) {
	for len(c.pending) == 0 {
		if c.values == nil {
			if err := c.nextPage(); err != nil {
				return parquet.Value{}, err
			}
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.pending = c.buffer[:n]
		if errors.Is(err, io.EOF) || n == 0 {
			c.values = nil
		} else if err != nil {
			return parquet.Value{}, err
		}
	}
	return c.pending[0], nil
}

// nextPage decodes the next page of the column, in the next row group if necessary. It returns io.EOF after the
// last.
func (c *columnReader) nextPage() error {
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

// release returns the pages that the reader holds to the library's pool.
func (c *columnReader) release() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	if c.pages != nil {
		c.pages.Close()
	}
	*c = columnReader{}
}

// number converts a numeric or boolean value to float32.
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

// integer converts an integer value to int64.
func integer(v parquet.Value) (int64, error) {
	switch v.Kind() {
	case parquet.Int32:
		return int64(v.Int32()), nil
	case parquet.Int64:
		return v.Int64(), nil
	}
	return 0, fmt.Errorf("is of type %v, expected whole numbers", v.Kind())
}
