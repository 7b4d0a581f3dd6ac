package lerobot

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/bounded"
)

// Validation of the contents of Parquet pages.
//
// A data page holds the levels of its values and the values, compressed:
//
//	version 1  compress( length (4), repetition levels, length (4), definition levels, values )
//	version 2  repetition levels, definition levels (lengths in the header), compress( values )
//
// Levels of columns without lists and nulls are left out. Levels are runs, and so are values that are indices into a
// dictionary (behind a byte with their width in bits) and true or false (behind a length of 4 bytes):
//
//	runs  n<<1 (varint), a value of width bits, rounded up to bytes: n times this value
//	      n<<1|1 (varint), n x width bytes: 8n values of width bits
//
// Both compression and runs say much in few bytes, and the library allocates what they say, not what the header of the
// page does. The functions below unpack a page no further than its header says, and count the values of its runs before
// the library reads it.
//
// The library, in version 0.32, reads two kinds of pages wrongly, and says nothing: runs of truth values as if each
// were whole bytes, which truths therefore decodes, and pages that LZ4 compresses, which are therefore refused.
//
// Source: Encodings.md and Compression.md of Apache Parquet.

// Types of pages and encodings of values in parquet.thrift.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPage2      = 3

	encodingPlain           = 0
	encodingPlainDictionary = 2
	encodingRuns            = 3
	encodingRunsDictionary  = 8
	encodingByteStreamSplit = 9
)

// rewrite is what helps with pages that are not read here.
const rewrite = "write the file anew: in Python, pyarrow.parquet.write_table(pyarrow.parquet.read_table(OLD), NEW)"

// runSlack is the number of values by which runs may exceed those of their page: writers fill the last group of 8, or
// several.
const runSlack = 512

// chunk is what the pages of a column chunk have in common.
type chunk struct {
	kind                   layout.Type
	codec                  layout.CompressionCodec
	repetition, definition int // largest levels
}

// newChunk describes the pages of a column in one row group.
func newChunk(meta *layout.ColumnMetaData, leaf parquet.LeafColumn) chunk {
	return chunk{kind: meta.Type, codec: meta.Codec, repetition: leaf.MaxRepetitionLevel,
		definition: leaf.MaxDefinitionLevel}
}

// checkChunk validates the contents of all pages of a column chunk, one page at a time.
func checkChunk(r io.ReaderAt, meta *layout.ColumnMetaData, leaf parquet.LeafColumn) error {
	c := newChunk(meta, leaf)
	at := chunkStart(meta)
	end := at + meta.TotalCompressedSize
	for at < end {
		n, h, err := pageHeader(r, at, end)
		if err != nil {
			return err
		}
		at += n
		stored, err := bounded.ReadAt(r, end, at, h[3])
		if err != nil {
			return err
		}
		if err := c.checkPage(stored, h); err != nil {
			return fmt.Errorf("page at byte %d: %w", at, err)
		}
		at += h[3]
	}
	return nil
}

// checkPage validates the contents of a page with the fields h of its header (see checkColumnChunk).
func (c chunk) checkPage(stored []byte, h map[int]int64) error {
	switch h[1] {
	case dictionaryPage:
		_, err := c.unpack(stored, h[2], false)
		return err
	case dataPage, dataPage2:
		b, encoding, n, err := c.values(stored, h)
		if err != nil {
			return err
		}
		return c.checkValues(b, encoding, n)
	}
	return fmt.Errorf("is of type %d, expected data (%d, %d) or a dictionary (%d)", h[1], dataPage, dataPage2,
		dictionaryPage)
}

// values validates the levels of a data page with the fields h of its header, and returns the part behind them, its
// values in an encoding, and their number n, nulls included. The part is nil where checkValues does not need it.
func (c chunk) values(stored []byte, h map[int]int64) (b []byte, encoding, n int64, err error) {
	if h[1] == dataPage {
		return c.valuesOfVersion1(stored, h)
	}
	// Fields of DataPageHeaderV2: 1 number of values, 4 encoding, 5 and 6 bytes of definition and repetition
	// levels, 7 whether the values are compressed: yes where it is left out.
	b, encoding, n = stored, h[804], h[801]
	for _, level := range []struct {
		most   int
		length int64
	}{{c.repetition, h[806]}, {c.definition, h[805]}} {
		if level.length < 0 || level.length > int64(len(b)) {
			return nil, 0, 0, fmt.Errorf("its levels claim %d bytes of %d", level.length, len(b))
		}
		if level.most > 0 && level.length == 0 {
			return nil, 0, 0, fmt.Errorf("has no levels, as a page without values, which is not read here; %s", rewrite)
		}
		if level.most > 0 {
			if err := checkRuns(b[:level.length], bits.Len(uint(level.most)), n); err != nil {
				return nil, 0, 0, fmt.Errorf("its levels: %w", err)
			}
		}
		b = b[level.length:]
	}
	if compressed, is := h[807]; !is || compressed == 1 {
		b, err = c.unpack(b, h[2], inRuns(encoding))
	}
	return b, encoding, n, err
}

// valuesOfVersion1 is values for a data page of version 1, whose levels are compressed with its values.
func (c chunk) valuesOfVersion1(stored []byte, h map[int]int64) (b []byte, encoding, n int64, err error) {
	// Fields of DataPageHeader: 1 number of values, 2 encoding, 3 and 4 encodings of definition and repetition levels.
	encoding, n = h[502], h[501]
	if b, err = c.unpack(stored, h[2], c.repetition > 0 || c.definition > 0 || inRuns(encoding)); err != nil {
		return nil, 0, 0, err
	}
	for _, level := range []struct {
		most     int
		encoding int64
	}{{c.repetition, h[504]}, {c.definition, h[503]}} {
		if level.most == 0 {
			continue
		}
		if level.encoding != encodingRuns {
			return nil, 0, 0, fmt.Errorf("its levels have the encoding %d, expected runs (%d)", level.encoding,
				encodingRuns)
		}
		var levels []byte
		if levels, b, err = prefixed(b); err != nil {
			return nil, 0, 0, err
		}
		if err := checkRuns(levels, bits.Len(uint(level.most)), n); err != nil {
			return nil, 0, 0, fmt.Errorf("its levels: %w", err)
		}
	}
	return b, encoding, n, nil
}

// unpack decompresses a page, to at most length bytes. Where its contents are not needed, it returns nil if the length
// is known without them.
func (c chunk) unpack(stored []byte, length int64, needed bool) ([]byte, error) {
	switch c.codec {
	case layout.Uncompressed:
		return stored, nil
	case layout.Snappy: // begins with its length, as a varint
		n, width := binary.Uvarint(stored)
		if width <= 0 || n > uint64(length) {
			return nil, fmt.Errorf("unpacks to %d bytes, its header says %d: %w", n, length, bounded.ErrTooLong)
		}
		if !needed {
			return nil, nil
		}
		return parquet.Snappy.Decode(nil, stored)
	case layout.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(stored))
		if err != nil {
			return nil, err
		}
		return bounded.ReadAll(z, length)
	case layout.Brotli:
		return bounded.ReadAll(brotli.NewReader(bytes.NewReader(stored)), length)
	case layout.Zstd:
		b, err := unzstd().DecodeAll(stored, make([]byte, 0, length))
		if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
			err = fmt.Errorf("unpacks to more than the %d bytes of its header: %w", length, bounded.ErrTooLong)
		}
		return b, err
	}
	return nil, fmt.Errorf("is compressed with %v, expected none, %v, %v, %v or %v; %s", c.codec, layout.Snappy,
		layout.Gzip, layout.Brotli, layout.Zstd, rewrite)
}

// unzstd returns the decoder of Zstandard, which never grows the slice that it decodes into.
var unzstd = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err) // the options are constants
	}
	return d
})

// truths returns the truth values of a data page that are not null; nil where they are not in runs, for the library
// reads those. checkPage has validated the page. They take a byte each.
func (c chunk) truths(stored []byte, h map[int]int64) ([]bool, error) {
	b, encoding, n, err := c.values(stored, h)
	if err != nil || encoding != encodingRuns {
		return nil, err
	}
	if b, _, err = prefixed(b); err != nil {
		return nil, err
	}
	list := make([]bool, 0, n)
	return list, eachRun(b, 1, n, func(run []byte, count uint64, packed bool) {
		for k := range count {
			if !packed {
				k = 0
			}
			list = append(list, run[k/8]>>(k%8)&1 == 1)
		}
	})
}

// inRuns tells whether values in an encoding can be more than their bytes, so that checkValues needs them unpacked.
func inRuns(encoding int64) bool {
	return encoding != encodingPlain && encoding != encodingByteStreamSplit
}

// checkValues validates n values in an encoding. Those that are not in runs need not be unpacked. Delta encodings are
// refused: their lengths are inside the data, where the library allocates what they say.
func (c chunk) checkValues(b []byte, encoding, n int64) error {
	switch encoding {
	case encodingPlain, encodingByteStreamSplit: // as long as their bytes
		return nil
	case encodingPlainDictionary, encodingRunsDictionary:
		if len(b) == 0 {
			return nil // all values are null
		}
		if b[0] > 32 {
			return fmt.Errorf("indices into a dictionary claim %d bits", b[0])
		}
		return checkRuns(b[1:], int(b[0]), n)
	case encodingRuns:
		if c.kind != layout.Boolean {
			break
		}
		values, _, err := prefixed(b)
		if err != nil {
			return err
		}
		return checkRuns(values, 1, n)
	}
	return fmt.Errorf("%v values have the encoding %v, expected plain or a dictionary; %s", c.kind,
		layout.Encoding(encoding), rewrite)
}

// prefixed splits off a part that its length precedes (4 bytes, little-endian).
func prefixed(b []byte) (part, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, io.ErrUnexpectedEOF
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if n > int64(len(b)-4) {
		return nil, nil, fmt.Errorf("a part claims %d bytes, %d are left: %w", n, len(b)-4, io.ErrUnexpectedEOF)
	}
	return b[4 : 4+n], b[4+n:], nil
}

// checkRuns counts the values of runs. More than the n values of their page, but for the filling of the last groups,
// are bounded.ErrTooLong.
func checkRuns(b []byte, width int, n int64) error {
	return eachRun(b, width, n, func([]byte, uint64, bool) {})
}

// eachRun is checkRuns that calls yield with each run: its bytes, the number of its values, and whether each value has
// bits of its own, from the lowest of a byte on, or all have those of the first bytes.
func eachRun(b []byte, width int, n int64, yield func(run []byte, count uint64, packed bool)) error {
	total := uint64(0)
	for len(b) > 0 {
		head, used := binary.Uvarint(b)
		if used <= 0 {
			return io.ErrUnexpectedEOF
		}
		b = b[used:]
		count, length := head>>1, uint64(width+7)/8
		if count == 0 {
			continue // without a value, for the library
		}
		packed := head&1 == 1
		if packed {
			// Before the product, so that it cannot overflow.
			if count > uint64(n+runSlack) {
				return fmt.Errorf("a run claims %d groups of a page of %d values: %w", count, n, bounded.ErrTooLong)
			}
			count, length = 8*count, count*uint64(width)
		}
		if total += count; count > uint64(n+runSlack) || total > uint64(n+runSlack) {
			return fmt.Errorf("runs claim %d values or more, their page has %d: %w", max(total, count), n,
				bounded.ErrTooLong)
		}
		if length > uint64(len(b)) {
			return fmt.Errorf("a run of %d values: %w", count, io.ErrUnexpectedEOF)
		}
		yield(b[:length], count, packed)
		b = b[length:]
	}
	return nil
}
