package lerobot

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
)

// Files in every codec, page version and encoding that is read, with lists and nulls, are read as they were written.
func TestPagesAreRead(t *testing.T) {
	const n = 3000
	for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli,
		&parquet.Zstd} {
		for version := 1; version <= 2; version++ {
			t.Run(fmt.Sprintf("%v, version %d", codec, version), func(t *testing.T) {
				float := parquet.Leaf(parquet.FloatType)
				var b bytes.Buffer
				w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", parquet.Group{
					"bits":  parquet.Encoded(parquet.Leaf(parquet.BooleanType), &parquet.RLE),
					"plain": parquet.Encoded(parquet.Optional(float), &parquet.Plain),
					"same":  parquet.Encoded(float, &parquet.RLEDictionary),
					"split": parquet.Encoded(float, &parquet.ByteStreamSplit),
					"two":   parquet.Repeated(parquet.Encoded(float, &parquet.RLEDictionary)),
				}), parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(2000))
				for i := range n {
					row := parquet.Row{
						parquet.BooleanValue(i%3 == 0).Level(0, 0, 0),
						parquet.FloatValue(float32(i)).Level(0, 1, 1),
						parquet.FloatValue(7).Level(0, 0, 2),
						parquet.FloatValue(float32(-i)).Level(0, 0, 3),
						parquet.FloatValue(float32(i%100)).Level(0, 1, 4),
						parquet.FloatValue(float32(i%99)).Level(1, 1, 4),
					}
					if i%5 == 0 {
						row[1] = parquet.NullValue().Level(0, 0, 1)
					}
					if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
						t.Fatal(err)
					}
					if i == n/2 {
						if err := w.Flush(); err != nil { // a second row group
							t.Fatal(err)
						}
					}
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				f, err := newParquetFile(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len())))
				if err != nil {
					t.Fatal(err)
				}
				sums := map[string]float64{}
				for _, name := range []string{"bits", "plain", "same", "split", "two"} {
					err := f.each(name, "", 0, n, func(_ int, v parquet.Value) error {
						x, err := number(v)
						sums[name] += float64(x)
						return err
					})
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
				all := n * (n - 1) / 2.
				fifths := 5 * (n / 5) * (n/5 - 1) / 2.
				want := map[string]float64{"bits": n / 3, "plain": all - fifths, "same": 7 * n, "split": -all, "two": 0}
				for i := range n {
					want["two"] += float64(i%100 + i%99)
				}
				for name := range want {
					if sums[name] != want[name] {
						t.Errorf("%s: sum %v, want %v", name, sums[name], want[name])
					}
				}
			})
		}
	}
}

// A column in a delta encoding is refused when it is read, by name; the columns beside it are read.
func TestDeltaEncoding(t *testing.T) {
	const n = 100
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", parquet.Group{
		"delta": parquet.Encoded(parquet.Leaf(parquet.Int64Type), &parquet.DeltaBinaryPacked),
		"plain": parquet.Encoded(parquet.Leaf(parquet.Int64Type), &parquet.Plain),
	}))
	for i := range n {
		row := parquet.Row{parquet.Int64Value(int64(i)).Level(0, 0, 0), parquet.Int64Value(int64(i)).Level(0, 0, 1)}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := newParquetFile(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len())))
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	read := func(name string) error {
		return f.each(name, "", 0, n, func(_ int, v parquet.Value) error {
			sum += v.Int64()
			return nil
		})
	}
	if err := read("plain"); err != nil || sum != n*(n-1)/2 {
		t.Errorf("plain: sum %d, error %v", sum, err)
	}
	want := "INT64 values have the encoding DELTA_BINARY_PACKED"
	if err := read("delta"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("delta: error %v", err)
	}
}

// A page that says more in its bytes than in its header is refused before it takes the memory.
func TestPagesThatUnpackToMoreThanTheySay(t *testing.T) {
	zeros := make([]byte, 64<<20)
	var zipped bytes.Buffer
	z, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	z.Write(zeros)
	z.Close()
	e, _ := zstd.NewWriter(nil)
	var streamed bytes.Buffer // a frame without its length
	s, _ := zstd.NewWriter(&streamed)
	s.Write(zeros)
	s.Close()
	encoded := func(c compress.Codec) []byte {
		b, err := c.Encode(nil, zeros)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	run := func(width byte, head uint64, value ...byte) []byte {
		return append(binary.AppendUvarint([]byte{width}, head), value...)
	}
	levels := func(b []byte) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)
	}
	const v1, v2 = 500, 800
	header := func(version int, length, values, encoding int64) map[int]int64 {
		if version == v2 {
			return map[int]int64{1: dataPage2, 2: length, 801: values, 804: encoding, 807: 0}
		}
		return map[int]int64{1: dataPage, 2: length, 501: values, 502: encoding, 503: encodingRuns, 504: encodingRuns}
	}
	tests := []struct {
		name   string
		chunk  chunk
		stored []byte
		header map[int]int64
	}{
		{"gzip", chunk{codec: layout.Gzip}, zipped.Bytes(), header(v1, 100, 10, encodingPlain)},
		{"zstandard", chunk{codec: layout.Zstd}, e.EncodeAll(zeros, nil), header(v1, 100, 10, encodingPlain)},
		{"zstandard, a stream", chunk{codec: layout.Zstd}, streamed.Bytes(), header(v1, 100, 10, encodingPlain)},
		{"snappy", chunk{codec: layout.Snappy}, snappy.Encode(nil, zeros), header(v1, 100, 10, encodingPlain)},
		{"snappy, a length alone", chunk{codec: layout.Snappy}, binary.AppendUvarint(nil, 1<<32-1),
			header(v1, 100, 10, encodingPlain)},
		{"brotli", chunk{codec: layout.Brotli}, encoded(&parquet.Brotli), header(v1, 100, 10, encodingPlain)},
		{"a dictionary", chunk{codec: layout.Gzip}, zipped.Bytes(), map[int]int64{1: dictionaryPage, 2: 100, 701: 1}},
		{"indices, one run", chunk{}, run(1, (1<<31-1)<<1, 0), header(v1, 100, 10, encodingRunsDictionary)},
		{"indices of version 2", chunk{}, run(1, (1<<31-1)<<1, 0), header(v2, 100, 10, encodingRunsDictionary)},
		{"indices, named as of old", chunk{}, run(1, (1<<31-1)<<1, 0), header(v1, 100, 10, encodingPlainDictionary)},
		{"indices of no bits, in groups", chunk{}, run(0, (1<<31-1)<<1|1), header(v1, 100, 10, encodingRunsDictionary)},
		{"indices, many runs", chunk{}, append([]byte{1}, bytes.Repeat(run(1, 400<<1, 0)[1:], 10)...),
			header(v1, 100, 10, encodingRunsDictionary)},
		{"true or false", chunk{kind: layout.Boolean}, levels(run(0, (1<<31-1)<<1, 0)[1:]),
			header(v1, 100, 10, encodingRuns)},
		{"repetition levels", chunk{repetition: 1}, levels(run(0, (1<<31-1)<<1, 0)[1:]),
			header(v1, 100, 10, encodingPlain)},
		{"definition levels", chunk{definition: 2}, levels(run(0, (1<<31-1)<<1, 0)[1:]),
			header(v1, 100, 10, encodingPlain)},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := c.chunk.checkPage(c.stored, c.header)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, bounded.ErrTooLong) {
				t.Errorf("error %v, want one of ErrTooLong", err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 { // the window of brotli takes half
				t.Errorf("takes %d bytes", n)
			}
		})
	}
}

// Pages that end early, or that this program does not read, are errors that say so.
func TestDamagedPages(t *testing.T) {
	data := func(encoding int64) map[int]int64 {
		return map[int]int64{1: dataPage, 2: 100, 501: 10, 502: encoding, 503: encodingRuns, 504: encodingRuns}
	}
	bitPacked := data(encodingPlain)
	bitPacked[503] = 4
	tests := []struct {
		name   string
		chunk  chunk
		stored []byte
		header map[int]int64
		want   string
	}{
		{"another codec", chunk{codec: layout.LZO}, []byte{1}, data(encodingPlain), "is compressed with LZO, " +
			"expected none, SNAPPY, GZIP, BROTLI or ZSTD; " + rewrite},
		{"a codec that the library reads wrongly", chunk{codec: layout.Lz4Raw}, []byte{1}, data(encodingPlain), "is " +
			"compressed with LZ4_RAW, expected none, SNAPPY, GZIP, BROTLI or ZSTD; " + rewrite},
		{"another encoding", chunk{kind: layout.Int32}, []byte{1}, data(encodingRuns),
			"INT32 values have the encoding RLE, expected plain or a dictionary; " + rewrite},
		{"a page of version 2 without values", chunk{repetition: 1, definition: 1}, []byte{0},
			map[int]int64{1: dataPage2, 801: 0, 804: encodingRunsDictionary, 807: 0},
			"has no levels, as a page without values, which is not read here; " + rewrite},
		{"another encoding of levels", chunk{definition: 1}, []byte{1}, bitPacked,
			"its levels have the encoding 4, expected runs (3)"},
		{"levels that end early", chunk{definition: 1}, []byte{9, 0, 0, 0, 2}, data(encodingPlain),
			"a part claims 9 bytes, 1 are left: unexpected EOF"},
		{"levels of version 2 that end early", chunk{definition: 1}, []byte{1},
			map[int]int64{1: dataPage2, 801: 10, 805: 2}, "its levels claim 2 bytes of 1"},
		{"a run without its value", chunk{}, []byte{1, 2}, data(encodingRunsDictionary),
			"a run of 1 values: unexpected EOF"},
		{"wide indices", chunk{}, []byte{33}, data(encodingRunsDictionary), "indices into a dictionary claim 33 bits"},
		{"an index page", chunk{}, nil, map[int]int64{1: 1}, "is of type 1, expected data (0, 3) or a dictionary (2)"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if err := c.chunk.checkPage(c.stored, c.header); err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

// LeRobot records a row group an episode, and one for ten episodes in their table. The footer of such a file takes more
// memory than a dataset of no bytes may.
func TestManyRowGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file-000.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	columns := parquet.Group{}
	for c := range 20 {
		columns[fmt.Sprintf("c%02d", c)] = parquet.Leaf(parquet.Int64Type)
	}
	const groups = 1500
	w := parquet.NewGenericWriter[any](f, parquet.NewSchema("schema", columns))
	for i := range groups {
		row := make(parquet.Row, len(columns))
		for c := range row {
			row[c] = parquet.Int64Value(int64(i)).Level(0, 0, c)
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	err = ReadRows(path, budget.New(0), func([]string, map[string]string) ([]string, error) {
		return []string{"c07"}, nil
	}, func(row []any) error {
		sum += row[0].(int64)
		return nil
	})
	if err != nil || sum != groups*(groups-1)/2 {
		t.Errorf("the sum is %d: %v", sum, err)
	}
}
