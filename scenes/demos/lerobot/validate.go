package lerobot

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/bounded"
)

// Validation of Parquet metadata.
//
// A Parquet file is
//
//	"PAR1", row groups of column chunks of pages, footer (n), n (4, little-endian), "PAR1"
//
// The footer and the page headers are structures in Thrift's compact protocol:
//
//	structure  fields, then a zero byte
//	field      delta of the field number (high 4 bits) and type (low 4 bits); for delta 0 the number follows (zigzag)
//	types      1, 2 true and false; 3 byte; 4, 5, 6 integers (zigzag varint); 7 double; 8 length and bytes;
//	           9, 10 list and set: size (high 4 bits, 15 means that a varint follows), element type; 12 structure
//
// The library allocates memory for the lengths that these structures claim. The functions below traverse them before,
// without allocating: a list or string must not be longer than the bytes that follow.
//
// Sources: "Thrift Compact protocol encoding" of Apache Thrift, and parquet.thrift of Apache Parquet.

// maxFooter is the largest footer that is read, in bytes.
const maxFooter = 64 << 20

// maxNesting is the largest depth of nested structures. Those of parquet.thrift have depth 6.
const maxNesting = 24

// thriftReader traverses Thrift data without storing it. b holds the bytes that are not yet consumed.
type thriftReader struct{ b []byte }

var errTruncated = fmt.Errorf("a description is damaged: it ends early")

// readByte consumes a byte.
func (w *thriftReader) readByte() (byte, error) {
	if len(w.b) == 0 {
		return 0, errTruncated
	}
	c := w.b[0]
	w.b = w.b[1:]
	return c, nil
}

// varint consumes an unsigned number of variable length.
func (w *thriftReader) varint() (uint64, error) {
	v, n := binary.Uvarint(w.b)
	if n <= 0 {
		return 0, errTruncated
	}
	w.b = w.b[n:]
	return v, nil
}

// skip consumes n bytes.
func (w *thriftReader) skip(n uint64) error {
	if n > uint64(len(w.b)) {
		return errTruncated
	}
	w.b = w.b[n:]
	return nil
}

// structure consumes the fields of a structure. If field is not nil, it is called with each integer field. The
// id of a field in a nested structure is 100 times the number of the structure plus its own number.
func (w *thriftReader) structure(depth int, field func(id int, v int64)) error {
	if depth > maxNesting {
		return fmt.Errorf("a description is damaged: it is nested deeper than %d", maxNesting)
	}
	for id := 0; ; {
		head, err := w.readByte()
		if err != nil || head == 0 {
			return err
		}
		if delta := int(head >> 4); delta > 0 {
			id += delta // short form: difference to the previous field's number
		} else { // long form: the number itself
			v, err := w.varint()
			if err != nil {
				return err
			}
			id = int(zigzag(v))
		}
		kind := head & 15 // see types above
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

// zigzag decodes a signed number: 0, 1, 2, 3, ... are 0, -1, 1, -2, ...
func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// value consumes a value of a type.
func (w *thriftReader) value(kind byte, depth int, field func(int, int64)) error {
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

// list consumes a list or set.
func (w *thriftReader) list(depth int) error {
	head, err := w.readByte()
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
		if kind <= 2 { // a boolean in a list occupies a byte, unlike a boolean field
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

// openValidated validates the footer and all page headers of a Parquet file and opens it.
func openValidated(r io.ReaderAt, size int64) (f *parquet.File, err error) {
	defer recoverPanic(&err)
	if size < 12 {
		return nil, fmt.Errorf("is no Parquet file: it has %d bytes", size)
	}
	// The last 8 bytes: length of the footer (4, little-endian) and "PAR1".
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
	// FileMetaData of parquet.thrift. Only its structure is validated here; the library interprets it.
	w := thriftReader{footer}
	if err := w.structure(0, nil); err != nil {
		return nil, err
	}
	f, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	return f, checkPages(r, size, f.Metadata())
}

// recoverPanic, deferred, converts a panic of the library on a damaged file into an error.
func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("is a damaged Parquet file: %v", p)
	}
}

// checkPages validates the position and the pages of every column chunk.
func checkPages(r io.ReaderAt, size int64, m *layout.FileMetaData) error {
	for g := range m.RowGroups {
		for c := range m.RowGroups[g].Columns {
			d := &m.RowGroups[g].Columns[c].MetaData
			// A chunk starts with its dictionary page, if it has one. Pages follow one another without gaps.
			at := d.DataPageOffset
			if d.DictionaryPageOffset != 0 {
				at = d.DictionaryPageOffset
			}
			if at < 0 || d.TotalCompressedSize < 0 || at > size || d.TotalCompressedSize > size-at {
				return fmt.Errorf("row group %d, column %v: claims %d bytes at %d of a file of %d", g, d.PathInSchema,
					d.TotalCompressedSize, at, size)
			}
			if err := checkColumnChunk(r, at, at+d.TotalCompressedSize); err != nil {
				return fmt.Errorf("row group %d, column %v: %w", g, d.PathInSchema, err)
			}
		}
	}
	return nil
}

// checkColumnChunk validates the headers of the pages in the bytes from at to end. Fields of PageHeader in
// parquet.thrift: 2 uncompressed size, 3 compressed size, 5 data page header, 7 dictionary page header, 8 data
// page header of version 2.
func checkColumnChunk(r io.ReaderAt, at, end int64) error {
	for at < end {
		n, h, err := pageHeader(r, at, end)
		if err != nil {
			return err
		}
		stored, length := h[3], h[2]
		if at += n; stored < 0 || stored > end-at {
			return fmt.Errorf("a page claims %d bytes, %d are left", stored, end-at)
		}
		// A page of bytes may expand on decompression, and by run-length encoding again: values are bounded by the
		// same limit, at 4 bytes each.
		most := bounded.Expansion(stored)
		if length < 0 || length > most {
			return fmt.Errorf("a page claims to unpack %d bytes to %d, at most %d are believable: %w", stored, length,
				most, bounded.ErrTooLong)
		}
		for _, id := range []int{501, 701, 801} { // num_values of a data page, dictionary page, version 2 data page
			if v := h[id]; v < 0 || v > most/4 {
				return fmt.Errorf("a page of %d bytes claims %d values: %w", stored, v, bounded.ErrTooLong)
			}
		}
		for _, id := range []int{502, 804} { // encoding of a data page, version 2 data page
			// 5 DELTA_BINARY_PACKED, 6 DELTA_LENGTH_BYTE_ARRAY, 7 DELTA_BYTE_ARRAY: their lengths are inside the data,
			// where they cannot be checked before the library allocates.
			if e := h[id]; e == 5 || e == 6 || e == 7 {
				return fmt.Errorf("has a delta encoding (%d), expected plain or a dictionary", e)
			}
		}
		at += stored
	}
	return nil
}

// pageHeader returns the length of the page header at a position and its integer fields by id (see
// thriftReader.structure). It reads 512 bytes first and 64 times more if the header is longer, which happens
// with long minimum and maximum values.
func pageHeader(r io.ReaderAt, at, end int64) (int64, map[int]int64, error) {
	for window := int64(512); ; window *= 64 {
		window = min(window, end-at)
		b := make([]byte, window)
		if n, err := r.ReadAt(b, at); int64(n) < window {
			return 0, nil, err
		}
		w, fields := thriftReader{b}, map[int]int64{}
		err := w.structure(0, func(id int, v int64) { fields[id] = v })
		if err == nil {
			return window - int64(len(w.b)), fields, nil
		}
		if window == end-at || window > 1<<20 {
			return 0, nil, err
		}
	}
}
