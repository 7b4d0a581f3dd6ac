package demos_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// Hostile tables use what Parquet offers to say much in few bytes: dictionaries, whose pages are run-length encoded,
// and compression of pages.
var (
	dictInt    = parquet.Encoded(parquet.Leaf(parquet.Int64Type), &parquet.RLEDictionary)
	dictText   = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	dictFloats = parquet.List(parquet.Encoded(parquet.Leaf(parquet.FloatType), &parquet.RLEDictionary))
	dictBytes  = parquet.Encoded(parquet.Leaf(parquet.ByteArrayType), &parquet.RLEDictionary)
	zipFloats  = parquet.List(parquet.Encoded(parquet.Leaf(parquet.FloatType), &parquet.Plain))
)

// table writes a Parquet file of n rows; row appends the values of row i in the order of the columns. Every per rows
// are a row group.
func table(t *testing.T, path string, columns parquet.Group, n, per int, row func(to parquet.Row, i int) parquet.Row) {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", columns), parquet.Compression(&parquet.Zstd),
		parquet.WriteBufferSize(0))
	var buffer parquet.Row
	for i := range n {
		buffer = row(buffer[:0], i)
		if _, err := w.WriteRows([]parquet.Row{buffer}); err != nil {
			t.Fatal(err)
		}
		if (i+1)%per == 0 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, path, b.Bytes())
}

// episodesTable writes a table of n equal episodes with the given number of frames and a label.
func episodesTable(t *testing.T, path string, n, frames int, label string) {
	table(t, filepath.Join(path, "meta/episodes/chunk-000/file-000.parquet"), parquet.Group{
		"a": dictText, "data/chunk_index": dictInt, "data/file_index": dictInt, "dataset_from_index": dictInt,
		"dataset_to_index": dictInt, "length": dictInt,
	}, n, 1<<30, func(to parquet.Row, _ int) parquet.Row {
		for k, v := range []parquet.Value{
			parquet.ByteArrayValue([]byte(label)), parquet.Int64Value(0), parquet.Int64Value(0), parquet.Int64Value(0),
			parquet.Int64Value(int64(frames)), parquet.Int64Value(int64(frames)),
		} {
			to = append(to, v.Level(0, 0, k))
		}
		return to
	})
}

// lerobotInfo writes meta/info.json with actions and states of a width.
func lerobotInfo(t *testing.T, path string, width int, more string) {
	put(t, filepath.Join(path, "meta/info.json"), fmt.Appendf(nil, `{"codebase_version": "v3.0",
		"data_path": "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet", "features": {
		"action": {"dtype": "float32", "shape": [%d]}, "observation.state": {"dtype": "float32", "shape": [%[1]d]}%s}}`,
		width, more))
}

// vectors writes a dataset of one episode of t frames with vectors of zeros of a width.
func vectors(frames, width int, column parquet.Node) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		lerobotInfo(t, path, width, "")
		episodesTable(t, path, 1, frames, "")
		table(t, filepath.Join(path, "data/chunk-000/file-000.parquet"),
			parquet.Group{"action": column, "index": dictInt, "observation.state": column}, frames, 1<<30,
			func(to parquet.Row, i int) parquet.Row {
				for k := range width {
					to = append(to, parquet.FloatValue(0).Level(min(k, 1), 1, 0))
				}
				to = append(to, parquet.Int64Value(int64(i)).Level(0, 0, 1))
				for k := range width {
					to = append(to, parquet.FloatValue(0).Level(min(k, 1), 1, 2))
				}
				return to
			})
	}
}

// hostileLeRobot are the hostile inputs of LeRobot's format.
var hostileLeRobot = []hostileInput{
	{name: "run-length vectors of 65,536", write: vectors(200, 65_536, dictFloats)},
	{name: "run-length vectors that fit", fits: true, write: vectors(80, 65_536, dictFloats)},
	{name: "compressed vectors of 65,536", write: vectors(200, 65_536, zipFloats)},
	{name: "a million constant episodes", write: func(t *testing.T, path string) {
		lerobotInfo(t, path, 1, "")
		episodesTable(t, path, 1_000_000, 1, "")
	}},
	{name: "a label of 400 kB in a dictionary", write: func(t *testing.T, path string) {
		lerobotInfo(t, path, 1, "")
		episodesTable(t, path, 4000, 1, string(noise(400_000)))
	}},
	{name: "3,000 row groups", write: func(t *testing.T, path string) {
		lerobotInfo(t, path, 1, "")
		table(t, filepath.Join(path, "meta/episodes/chunk-000/file-000.parquet"), parquet.Group{
			"data/chunk_index": dictInt, "data/file_index": dictInt, "dataset_from_index": dictInt,
			"dataset_to_index": dictInt, "length": dictInt,
		}, 3000, 1, func(to parquet.Row, _ int) parquet.Row {
			for k, v := range []int64{0, 0, 0, 1, 1} {
				to = append(to, parquet.Int64Value(v).Level(0, 0, k))
			}
			return to
		})
	}},
	{name: "a run of two billion indices", write: func(t *testing.T, path string) {
		lerobotInfo(t, path, 1, "")
		episodesTable(t, path, 1, 100, "")
		longRun(t, filepath.Join(path, "data/chunk-000/file-000.parquet"))
	}},
	{name: "names in names", write: func(t *testing.T, path string) {
		lerobotInfo(t, path, 1, `, "x": {"names": `+list(2_000_000, "[]")+`}`)
		episodesTable(t, path, 1, 1, "")
	}},
	{name: "a million episodes in lines of JSON", write: func(t *testing.T, path string) {
		version2(t, path, func(i int) string { return fmt.Sprintf(`{"episode_index": %d, "length": 1}`, i) }, 1_000_000)
	}},
	{name: "tasks of a megabyte in lines of JSON", write: func(t *testing.T, path string) {
		version2(t, path, func(i int) string {
			return fmt.Sprintf(`{"episode_index": %d, "length": 1, "tasks": ["%d%s"]}`, i, i, noise(1_000_000))
		}, 20)
	}},
	{name: "a million tasks in a line of JSON", write: func(t *testing.T, path string) {
		version2(t, path, func(int) string { return `{"x": ` + list(400_000, `""`) + "}" }, 1)
	}},
	{name: "one picture in a dictionary", write: func(t *testing.T, path string) {
		const frames, side = 40, 2400
		var b bytes.Buffer
		(&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, image.NewRGBA(image.Rect(0, 0, side, side)))
		lerobotInfo(t, path, 1, fmt.Sprintf(
			`, "observation.images.static": {"dtype": "image", "shape": [%d, %[1]d, 3]}`, side))
		episodesTable(t, path, 1, frames, "")
		table(t, filepath.Join(path, "data/chunk-000/file-000.parquet"), parquet.Group{
			"action": zipFloats, "index": dictInt, "observation.images.static": parquet.Group{"bytes": dictBytes},
			"observation.state": zipFloats,
		}, frames, 1<<30, func(to parquet.Row, i int) parquet.Row {
			return append(to, parquet.FloatValue(0).Level(0, 1, 0), parquet.Int64Value(int64(i)).Level(0, 0, 1),
				parquet.ByteArrayValue(b.Bytes()).Level(0, 0, 2), parquet.FloatValue(0).Level(0, 1, 3))
		})
	}},
}

// longRun writes a table of 100 rows whose column index claims to have 2³¹-1 values, in a run of 6 bytes.
func longRun(t *testing.T, path string) {
	t.Helper()
	number := parquet.List(parquet.Leaf(parquet.FloatType))
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", parquet.Group{
		"action": number, "index": dictInt, "observation.state": number,
	}))
	for i := range 100 {
		row := parquet.Row{parquet.FloatValue(0).Level(0, 1, 0), parquet.Int64Value(int64(i)).Level(0, 0, 1),
			parquet.FloatValue(0).Level(0, 1, 2)}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	// The indices 0, 1, 2, ... of 7 bits in 12 groups of 8.
	_, indices, found := bytes.Cut(b.Bytes(), []byte{7, 12<<1 | 1, 0x80, 0x80, 0x60})
	if !found {
		t.Fatal("the indices are not where they are expected")
	}
	page := b.Bytes()[b.Len()-len(indices)-5:]
	size := 1 + 1 + 12*7
	for ; page[size] == 1<<1; size += 2 { // the last 4 are runs of 1
	}
	before := checksum(page[:size])
	clear(page[1:size])
	binary.PutUvarint(page[1:], (1<<31-1)<<1)
	after := checksum(page[:size])
	if len(before) != len(after) || bytes.Count(b.Bytes(), before) != 1 {
		t.Fatal("the checksum is not where it is expected")
	}
	put(t, path, bytes.Replace(b.Bytes(), before, after, 1))
}

// checksum is the CRC of a page as its header has it.
func checksum(page []byte) []byte {
	return binary.AppendVarint(nil, int64(int32(crc32.ChecksumIEEE(page))))
}

// version2 writes a dataset of version 2.1 without data, whose list of episodes has n lines.
func version2(t *testing.T, path string, line func(i int) string, n int) {
	var b bytes.Buffer
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	put(t, filepath.Join(path, "meta/episodes.jsonl"), b.Bytes())
	put(t, filepath.Join(path, "meta/info.json"), []byte(`{"codebase_version": "v2.1", "chunks_size": 1000,
		"data_path": "data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet", "features": {
		"action": {"dtype": "float32", "shape": [1]}, "observation.state": {"dtype": "float32", "shape": [1]}}}`))
}

// noise returns n letters without a pattern, which no compression makes much smaller.
func noise(n int) []byte {
	r, b := newRand(9), make([]byte, n)
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return b
}
