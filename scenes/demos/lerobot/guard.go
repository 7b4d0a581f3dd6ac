package lerobot

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/bounded"
)

// Parquet's footer and page headers are Thrift in its compact protocol: fields, lists and texts with their lengths before
// them. The library takes memory for what these lengths claim. Here they are walked before it does, with no memory at all:
// a list cannot have more elements than bytes follow, nor a text. Source: "Thrift Compact protocol encoding" and
// "parquet.thrift", both of the Apache project.

// maxFooter bounds the description of one file.
const maxFooter = 64 << 20

// maxNesting bounds structures within structures; Parquet's own have 6.
const maxNesting = 24

// walker goes over Thrift without keeping it.
type walker struct{ b []byte }

var errShort = fmt.Errorf("a description is damaged: it ends early")

// byte1 is the next byte.
func (w *walker) byte1() (byte, error) {
	if len(w.b) == 0 {
		return 0, errShort
	}
	c := w.b[0]
	w.b = w.b[1:]
	return c, nil
}

// varint is the next number of variable length.
func (w *walker) varint() (uint64, error) {
	v, n := binary.Uvarint(w.b)
	if n <= 0 {
		return 0, errShort
	}
	w.b = w.b[n:]
	return v, nil
}

// skip goes on by n bytes.
func (w *walker) skip(n uint64) error {
	if n > uint64(len(w.b)) {
		return errShort
	}
	w.b = w.b[n:]
	return nil
}

// structure goes over the fields of a structure. field, if not nil, is told the number of each integer field.
func (w *walker) structure(depth int, field func(id int, v int64)) error {
	if depth > maxNesting {
		return fmt.Errorf("a description is damaged: it is nested deeper than %d", maxNesting)
	}
	for id := 0; ; {
		head, err := w.byte1()
		if err != nil || head == 0 {
			return err
		}
		if delta := int(head >> 4); delta > 0 {
			id += delta
		} else {
			v, err := w.varint()
			if err != nil {
				return err
			}
			id = int(zigzag(v))
		}
		kind := head & 15
		if field != nil && kind >= 4 && kind <= 6 {
			v, err := w.varint()
			if err != nil {
				return err
			}
			field(id, zigzag(v))
			continue
		}
		nested := field
		if field != nil {
			nested = func(sub int, v int64) { field(100*id+sub, v) }
		}
		if err := w.value(kind, depth, nested); err != nil {
			return err
		}
	}
}

func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// value goes over one value.
func (w *walker) value(kind byte, depth int, field func(int, int64)) error {
	switch kind {
	case 1, 2: // true, false
		return nil
	case 3: // a byte
		return w.skip(1)
	case 4, 5, 6: // integers
		_, err := w.varint()
		return err
	case 7: // a double
		return w.skip(8)
	case 8: // a text
		n, err := w.varint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case 9, 10:
		return w.list(depth)
	case 12:
		return w.structure(depth+1, field)
	}
	return fmt.Errorf("a description is damaged: it has a value of kind %d", kind)
}

// list goes over a list or set.
func (w *walker) list(depth int) error {
	head, err := w.byte1()
	if err != nil {
		return err
	}
	n, kind := uint64(head>>4), head&15
	if n == 15 {
		if n, err = w.varint(); err != nil {
			return err
		}
	}
	if n > uint64(len(w.b)) {
		return fmt.Errorf("a description claims a list of %d elements in %d bytes", n, len(w.b))
	}
	for range n {
		if kind <= 2 { // in lists, a truth value takes a byte
			err = w.skip(1)
		} else {
			err = w.value(kind, depth, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// open walks a Parquet file and opens it.
func open(r io.ReaderAt, size int64) (f *parquet.File, err error) {
	defer caught(&err)
	if size < 12 {
		return nil, fmt.Errorf("is no Parquet file: it has %d bytes", size)
	}
	tail, err := bounded.ReadAt(r, size, size-8, 8)
	if err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(tail))
	if string(tail[4:]) != "PAR1" || n > size-12 || n > maxFooter {
		return nil, fmt.Errorf("is no Parquet file, or truncated: its last bytes are %q", tail)
	}
	footer, err := bounded.ReadAt(r, size, size-8-n, n)
	if err != nil {
		return nil, err
	}
	w := walker{footer}
	if err := w.structure(0, nil); err != nil {
		return nil, err
	}
	f, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	return f, pages(r, size, f.Metadata())
}

// caught makes an error of what the library panics with on damaged files.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("is a damaged Parquet file: %v", p)
	}
}

// pages walks the headers of all pages of a file.
func pages(r io.ReaderAt, size int64, m *layout.FileMetaData) error {
	for g := range m.RowGroups {
		for c := range m.RowGroups[g].Columns {
			d := &m.RowGroups[g].Columns[c].MetaData
			at := d.DataPageOffset
			if d.DictionaryPageOffset != 0 {
				at = d.DictionaryPageOffset
			}
			if at < 0 || d.TotalCompressedSize < 0 || at > size || d.TotalCompressedSize > size-at {
				return fmt.Errorf("row group %d, column %v: claims %d bytes at %d of a file of %d", g, d.PathInSchema, d.TotalCompressedSize, at, size)
			}
			if err := chunk(r, at, at+d.TotalCompressedSize); err != nil {
				return fmt.Errorf("row group %d, column %v: %w", g, d.PathInSchema, err)
			}
		}
	}
	return nil
}

// chunk walks the headers of the pages between two places.
func chunk(r io.ReaderAt, at, end int64) error {
	for at < end {
		n, h, err := pageHeader(r, at, end)
		if err != nil {
			return err
		}
		stored, length := h[3], h[2]
		if at += n; stored < 0 || stored > end-at {
			return fmt.Errorf("a page claims %d bytes, %d are left", stored, end-at)
		}
		most := bounded.Expansion(stored)
		if length < 0 || length > most {
			return fmt.Errorf("a page claims to unpack %d bytes to %d, at most %d are believable: %w", stored, length, most, bounded.ErrTooLong)
		}
		for _, id := range []int{501, 701, 801} { // number of values in a data page, a dictionary, a data page of version 2
			if v := h[id]; v < 0 || v > most/4 {
				return fmt.Errorf("a page of %d bytes claims %d values: %w", stored, v, bounded.ErrTooLong)
			}
		}
		for _, id := range []int{502, 804} { // encodings
			if e := h[id]; e == 5 || e == 6 || e == 7 {
				return fmt.Errorf("has a delta encoding (%d), expected plain or a dictionary", e)
			}
		}
		at += stored
	}
	return nil
}

// pageHeader is the length of a page's header and its integer fields; those of structures within have 100 times the number
// of the structure added.
func pageHeader(r io.ReaderAt, at, end int64) (int64, map[int]int64, error) {
	for window := int64(512); ; window *= 64 {
		window = min(window, end-at)
		b := make([]byte, window)
		if n, err := r.ReadAt(b, at); int64(n) < window {
			return 0, nil, err
		}
		w, fields := walker{b}, map[int]int64{}
		err := w.structure(0, func(id int, v int64) { fields[id] = v })
		if err == nil {
			return window - int64(len(w.b)), fields, nil
		}
		if window == end-at || window > 1<<20 {
			return 0, nil, err
		}
	}
}
