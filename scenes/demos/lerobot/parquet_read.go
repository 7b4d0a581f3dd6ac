package lerobot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/num"
)

// parquetFile is an open and validated Parquet file, with one sequential reader per column in use.
type parquetFile struct {
	path    string
	file    *os.File
	size    int64 // bytes
	parquet *parquet.File
	leaves  map[string]int // index of the leaf column by field, and by field and part (see leafKey)
	cursors map[string]*columnReader
	room    *budget.Budget
	sizes   memory
	held    int64 // bytes of the footer and of the open columns
}

// openParquetFile opens and validates a file. Errors contain the path. count is room.Grow or room.Episode, which adds
// the file to the budget's bytes on disk before its footer is read: LeRobot records a row group an episode, so that the
// footer is a large part of the file. The caller then calls hold.
func openParquetFile(path string, room *budget.Budget, count func(onDisk int64)) (*parquetFile, error) {
	f, size, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	count(size)
	s, err := newParquetFile(f, size, room)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s %w", path, err)
	}
	s.path, s.file = path, f
	return s, nil
}

// newParquetFile validates a file of size bytes.
func newParquetFile(r io.ReaderAt, size int64, room *budget.Budget) (*parquetFile, error) {
	p, sizes, err := openValidated(r, size, room)
	if err != nil {
		return nil, err
	}
	s := &parquetFile{size: size, parquet: p, leaves: map[string]int{}, cursors: map[string]*columnReader{}, room: room,
		sizes: sizes, held: sizes.footer}
	for i, path := range p.Schema().Columns() {
		for _, part := range []string{"", path[len(path)-1]} {
			if _, has := s.leaves[leafKey(path[0], part)]; !has {
				s.leaves[leafKey(path[0], part)] = i
			}
		}
	}
	return s, nil
}

// hold spends what the file holds from one episode to the next, after the budget has released everything.
func (s *parquetFile) hold() error { return s.room.Hold("the columns of "+s.path, s.held) }

// leafKey is the key of a column in leaves and cursors.
func leafKey(name, part string) string { return name + "\x00" + part }

func (s *parquetFile) close() {
	for _, c := range s.cursors {
		c.release()
	}
	s.file.Close()
}

// leaf returns the index of the leaf column that stores a field, or -1. The leaf is the field itself, the
// elements of its list, or the member of its structure that part names.
func (s *parquetFile) leaf(name, part string) int {
	if i, ok := s.leaves[leafKey(name, part)]; ok {
		return i
	}
	return -1
}

// release closes the reader of a column that is not read again.
func (s *parquetFile) release(name, part string) {
	key := leafKey(name, part)
	if c := s.cursors[key]; c != nil {
		c.release()
		s.held -= c.cost
		s.room.Return(c.cost)
		delete(s.cursors, key)
	}
}

// columnReader reads the values of a column sequentially. It keeps its position between calls, so reading
// episodes in order decodes every page once.
type columnReader struct {
	file    *parquet.File
	leaf    parquet.LeafColumn
	meaning func(parquet.Value) parquet.Value // see meaningOf
	group   int                               // the next row group
	pages   parquet.Pages
	page    parquet.Page
	values  parquet.ValueReader
	truths  []bool // the page's truth values that are not yet decoded, where they are in runs; else nil (chunk.truths)
	at, end int64  // of the next page and of the column in this row group, where its values are truth values
	buffer  [64]parquet.Value
	pending []parquet.Value // values that are decoded and not yet consumed, a subslice of buffer
	row     int             // number of rows of which the first value is consumed
	cost    int64           // bytes that it may take
}

// cursorBytes is the memory of a columnReader and of the library's reader of its pages, without the pages.
const cursorBytes = 16 << 10

// each calls yield with the non-null values of a column in rows first to last-1, and with their row counted
// from first. A list has several values per row (a value with repetition level 0 starts a row); an empty list
// has one null. Rows before the reader's position make it start again at row 0.
func (s *parquetFile) each(name, part string, first, last int, yield func(row int, v parquet.Value) error) (err error) {
	defer recoverPanic(&err)
	// One reader per column, kept until the file is closed. It cannot go back: a lower row needs a new reader.
	key := leafKey(name, part)
	c := s.cursors[key]
	if c == nil || c.row > first {
		column := s.leaf(name, part)
		if column < 0 {
			return fmt.Errorf("has no column %s", name)
		}
		if c != nil {
			s.release(name, part)
		}
		cost := cursorBytes + s.sizes.columns[column]
		if err := s.room.Spend("a page of column "+name, cost); err != nil {
			return err
		}
		s.held += cost
		leaf, _ := s.parquet.Schema().Lookup(s.parquet.Schema().Columns()[column]...)
		c = &columnReader{file: s.parquet, leaf: leaf, cost: cost,
			meaning: meaningOf(leafElements(s.parquet.Metadata())[column])}
		s.cursors[key] = c
	}
	for {
		v, err := c.next()
		if errors.Is(err, io.EOF) && c.row >= last {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("column %s has %d rows, expected %d or more", name, c.row, last)
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
			if err := yield(c.row-1-first, c.meaning(v)); err != nil {
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
		if err := c.correctTruths(); err != nil {
			return parquet.Value{}, err
		}
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
			if err := c.nextChunk(); err != nil {
				return err
			}
		}
		if err := c.nextTruths(); err != nil {
			return err
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

// nextChunk opens the column in the next row group. It returns io.EOF after the last.
func (c *columnReader) nextChunk() error {
	groups := c.file.RowGroups()
	if c.group == len(groups) {
		return io.EOF
	}
	if c.page != nil { // its memory is needed to check the next
		parquet.Release(c.page)
		c.page = nil
	}
	i := c.leaf.ColumnIndex
	meta := c.meta(c.group)
	if err := checkChunk(c.file, meta, c.leaf); err != nil {
		return fmt.Errorf("row group %d: %w", c.group, err)
	}
	c.pages = groups[c.group].ColumnChunks()[i].Pages()
	c.at = chunkStart(meta)
	c.end = c.at + meta.TotalCompressedSize
	c.group++
	return nil
}

// meta returns the description of the column in a row group.
func (c *columnReader) meta(group int) *layout.ColumnMetaData {
	return &c.file.Metadata().RowGroups[group].Columns[c.leaf.ColumnIndex].MetaData
}

// nextTruths decodes the truth values of the next data page, which nextChunk has validated, where they are in runs.
func (c *columnReader) nextTruths() error {
	c.truths = nil
	meta := c.meta(c.group - 1)
	if meta.Type != layout.Boolean {
		return nil
	}
	for c.at < c.end {
		n, h, err := pageHeader(c.file, c.at, c.end)
		if err != nil {
			return err
		}
		from := c.at + n
		c.at = from + h[3]
		if h[1] == dictionaryPage {
			continue
		}
		stored, err := bounded.ReadAt(c.file, c.end, from, h[3])
		if err == nil {
			c.truths, err = newChunk(meta, c.leaf).truths(stored, h)
		}
		return err
	}
	return nil
}

// correctTruths puts the values of nextTruths in the place of those that the library has decoded.
func (c *columnReader) correctTruths() error {
	if c.truths == nil {
		return nil
	}
	for i, v := range c.pending {
		if v.IsNull() {
			continue
		}
		if len(c.truths) == 0 {
			return fmt.Errorf("has fewer truth values than its pages claim: the file is damaged")
		}
		c.pending[i] = parquet.BooleanValue(c.truths[0]).Level(v.RepetitionLevel(), v.DefinitionLevel(), v.Column())
		c.truths = c.truths[1:]
	}
	return nil
}

// release returns the pages that the reader holds to the library's pool.
func (c *columnReader) release() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	if c.pages != nil {
		c.pages.Close()
	}
	*c = columnReader{cost: c.cost}
}

// meaningOf returns the function that turns the stored values of a column into those that its logical type means: half
// precision, which is stored as two bytes and which the library does not know, into single precision, unsigned numbers
// of 32 bits, which are stored as signed ones, into 64 bits, and decimals as decimalValue has it. Values of other types
// are what is stored.
func meaningOf(e *layout.SchemaElement) func(parquet.Value) parquet.Value {
	if scale, is := decimalScale(e); is {
		return func(v parquet.Value) parquet.Value { return decimalValue(v, scale) }
	}
	switch l := e.LogicalType.Value.(type) {
	case *layout.Float16Type:
		if e.Type.V != layout.FixedLenByteArray {
			break
		}
		return func(v parquet.Value) parquet.Value {
			if b := v.ByteArray(); len(b) == 2 {
				return parquet.FloatValue(float32(num.Half(binary.LittleEndian.Uint16(b))))
			}
			return v
		}
	case *layout.IntType:
		if l.BitWidth == 32 && !l.IsSigned && e.Type.V == layout.Int32 {
			return func(v parquet.Value) parquet.Value { return parquet.Int64Value(int64(v.Uint32())) }
		}
	}
	return func(v parquet.Value) parquet.Value { return v }
}

// decimalScale returns the number of digits behind the point of a column of decimals, at most 76, as many as 32 bytes
// have. Writers before logical types have the converted type alone.
func decimalScale(e *layout.SchemaElement) (scale int, is bool) {
	switch l, logical := e.LogicalType.Value.(*layout.DecimalType); {
	case logical:
		scale, is = int(l.Scale), true
	case e.ConvertedType.Valid && e.ConvertedType.V == deprecated.Decimal:
		scale, is = int(e.Scale.V), true
	}
	return scale, is && scale >= 0 && scale <= maxDecimalScale
}

const (
	maxDecimalScale = 76
	maxDecimalBytes = 32
)

// decimalValue returns the number that a decimal means, which is stored as an integer, or as the bytes of one in two's
// complement, the most significant first: a whole number or a double where these tell it from all others of 15 digits,
// else its digits as a text.
func decimalValue(v parquet.Value, scale int) parquet.Value {
	n := new(big.Int)
	switch v.Kind() {
	case parquet.Int32, parquet.Int64:
		n.SetInt64(v.Int64())
		if v.Kind() == parquet.Int32 {
			n.SetInt64(int64(v.Int32()))
		}
	case parquet.ByteArray, parquet.FixedLenByteArray:
		b := v.ByteArray()
		if len(b) == 0 || len(b) > maxDecimalBytes {
			return v
		}
		if n.SetBytes(b); b[0] >= 1<<7 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
	default:
		return v
	}
	ten, rest := big.NewInt(10), new(big.Int)
	for scale > 0 {
		whole, _ := new(big.Int).QuoRem(n, ten, rest)
		if rest.Sign() != 0 {
			break
		}
		n, scale = whole, scale-1
	}
	switch digits := new(big.Int).Abs(n).String(); {
	case scale == 0 && n.IsInt64():
		return parquet.Int64Value(n.Int64())
	case len(digits) <= 15:
		x, _ := new(big.Rat).SetFrac(n, new(big.Int).Exp(ten, big.NewInt(int64(scale)), nil)).Float64()
		return parquet.DoubleValue(x)
	}
	text := new(big.Rat).SetFrac(n, new(big.Int).Exp(ten, big.NewInt(int64(scale)), nil)).FloatString(scale)
	return parquet.ByteArrayValue([]byte(text))
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
