package lerobot

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
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

// memory is what a file may take in memory, in bytes.
type memory struct {
	footer  int64   // the footer, parsed
	columns []int64 // for each leaf column its largest dictionary and its largest page, unpacked
}

// Memory of the parsed footer: a structure has up to 400 bytes with what the library makes of it, an element of a list
// 16. Texts have the length that they have in the footer.
const (
	structureBytes = 400
	elementBytes   = 16
)

// openValidated validates the footer and all page headers of a Parquet file and opens it. The footer is spent from the
// budget.
func openValidated(r io.ReaderAt, size int64, room *budget.Budget) (f *parquet.File, m memory, err error) {
	defer recoverPanic(&err)
	if size < 12 {
		return nil, m, fmt.Errorf("is no Parquet file: it has %d bytes", size)
	}
	// The last 8 bytes: length of the footer (4, little-endian) and "PAR1".
	tail, err := bounded.ReadAt(r, size, size-8, 8)
	if err != nil {
		return nil, m, err
	}
	n := int64(binary.LittleEndian.Uint32(tail))
	if string(tail[4:]) != "PAR1" || n > size-12 {
		return nil, m, fmt.Errorf("is no Parquet file, or truncated: its last bytes are %q; copy it again, or "+
			"record again what was not finished (LeRobot's finalize)", tail)
	}
	if err := room.Spend("a footer", n); err != nil {
		return nil, m, err
	}
	footer, err := bounded.ReadAt(r, size, size-8-n, n)
	if err != nil {
		return nil, m, err
	}
	// FileMetaData of parquet.thrift. Only its structure is validated here; the library interprets it.
	w := thriftReader{b: footer}
	if err := w.structure(0, nil); err != nil {
		return nil, m, err
	}
	m.footer = n + structureBytes*w.structures + elementBytes*w.elements
	if err := room.Spend("a footer", m.footer); err != nil {
		return nil, m, err
	}
	f, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, m, err
	}
	m.columns, err = checkPages(r, size, f.Metadata())
	room.Return(n + m.footer)
	return f, m, err
}

// recoverPanic, deferred, converts a panic of the library on a damaged file into an error.
func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("is a damaged Parquet file: %v", p)
	}
}

// checkPages validates the position and the pages of every column chunk. It returns, for each leaf column, the most
// that reading takes at a time.
func checkPages(r io.ReaderAt, size int64, m *layout.FileMetaData) ([]int64, error) {
	columns := make([]int64, len(leafElements(m))) // of a table without row groups too
	for g := range m.RowGroups {
		for c := range m.RowGroups[g].Columns {
			d := &m.RowGroups[g].Columns[c].MetaData
			at := chunkStart(d)
			if at < 0 || d.TotalCompressedSize < 0 || at > size || d.TotalCompressedSize > size-at {
				return nil, fmt.Errorf("row group %d, column %v: claims %d bytes at %d of a file of %d", g,
					d.PathInSchema, d.TotalCompressedSize, at, size)
			}
			n, err := checkColumnChunk(r, at, at+d.TotalCompressedSize)
			if err != nil {
				return nil, fmt.Errorf("row group %d, column %v: %w", g, d.PathInSchema, err)
			}
			if c == len(columns) {
				columns = append(columns, 0)
			}
			columns[c] = max(columns[c], n)
		}
	}
	return columns, nil
}

// leafElements returns the descriptions of the leaf columns, which are those of the schema that have no children.
func leafElements(m *layout.FileMetaData) (leaves []*layout.SchemaElement) {
	for i := 1; i < len(m.Schema); i++ { // after the root
		if e := &m.Schema[i]; e.NumChildren.V == 0 {
			leaves = append(leaves, e)
		}
	}
	return leaves
}

// chunkStart returns where a column chunk starts: with its dictionary page, if it has one. Pages follow one another
// without gaps.
func chunkStart(d *layout.ColumnMetaData) int64 {
	if d.DictionaryPageOffset != 0 {
		return d.DictionaryPageOffset
	}
	return d.DataPageOffset
}

// pageFactor and pageValueBytes are the memory of a page in terms of its unpacked bytes and of its values: the buffers
// that it is unpacked and decoded into, which the library rounds up, and for each value an index into the dictionary of
// 4 bytes and two levels.
const (
	pageFactor     = 2
	pageValueBytes = 8
)

// checkColumnChunk validates the headers of the pages in the bytes from at to end. Fields of PageHeader in
// parquet.thrift: 2 uncompressed size, 3 compressed size, 5 data page header, 7 dictionary page header, 8 data
// page header of version 2. It returns the memory that the dictionary and the largest page take, in bytes.
func checkColumnChunk(r io.ReaderAt, at, end int64) (int64, error) {
	dictionary, page := int64(0), int64(0)
	for at < end {
		n, h, err := pageHeader(r, at, end)
		if err != nil {
			return 0, err
		}
		stored, length := h[3], h[2]
		if at += n; stored < 0 || stored > end-at {
			return 0, fmt.Errorf("a page claims %d bytes, %d are left", stored, end-at)
		}
		// A page of bytes may expand on decompression, and by run-length encoding again: values are bounded by the
		// same limit, at 4 bytes each.
		most := bounded.Expansion(stored)
		if length < 0 || length > most {
			return 0, fmt.Errorf("a page claims to unpack %d bytes to %d, at most %d are believable: %w", stored,
				length, most, bounded.ErrTooLong)
		}
		for _, id := range []int{501, 701, 801} { // num_values of a data page, dictionary page, version 2 data page
			if v := h[id]; v < 0 || v > most/4 {
				return 0, fmt.Errorf("a page of %d bytes claims %d values: %w", stored, v, bounded.ErrTooLong)
			}
		}
		// A dictionary of runs would be as long as its runs claim.
		if _, is := h[701]; is && h[702] != encodingPlain && h[702] != encodingPlainDictionary {
			return 0, fmt.Errorf("has a dictionary in the encoding %d, expected plain", h[702])
		}
		at += stored
		cost := stored + pageFactor*length + pageValueBytes*(h[501]+h[701]+h[801])
		if _, is := h[701]; is {
			dictionary = max(dictionary, cost)
		} else {
			page = max(page, cost)
		}
	}
	return dictionary + page, nil
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
		w, fields := thriftReader{b: b}, map[int]int64{}
		err := w.structure(0, func(id int, v int64) { fields[id] = v })
		if err == nil {
			return window - int64(len(w.b)), fields, nil
		}
		if window == end-at || window > 1<<20 {
			return 0, nil, err
		}
	}
}
