package lerobot

import (
	"encoding/json"
	"fmt"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/durable"
)

// tableWriter writes a Parquet file row by row.
type tableWriter struct {
	file         *durable.File
	w            *parquet.GenericWriter[any]
	leaves       [][]string    // path of each column, in the file's order
	rows         []parquet.Row // the row as a slice of one, reused
	row          parquet.Row   // values of the row being added, reused
	pendingRows  int           // rows in the current row group
	pendingBytes int           // PNG bytes and bytes of statistics in the current row group
}

// pngCell is a picture as a cell of a table.
type pngCell struct{ png []byte }

// columns maps the kinds of columns, named by their Go types, to Parquet types. Values are stored with the
// encoding PLAIN, which every reader supports. Lists have the three-level structure of Arrow.
var columns = map[string]parquet.Node{
	"float32":   plain(parquet.FloatType),
	"int64":     plain(parquet.Int64Type),
	"bool":      plain(parquet.BooleanType),
	"*bool":     parquet.Optional(plain(parquet.BooleanType)),
	"string":    text,
	"float64":   plain(parquet.DoubleType),
	"[]float32": parquet.List(plain(parquet.FloatType)),
	"[]float64": parquet.List(plain(parquet.DoubleType)),
	"[]int64":   parquet.List(plain(parquet.Int64Type)),
	"[]string":  parquet.List(text),
	// Statistics of pictures, of shape (3, 1, 1).
	"[][][]float64": parquet.List(parquet.List(parquet.List(plain(parquet.DoubleType)))),
	"picture":       parquet.Group{"bytes": plain(parquet.ByteArrayType), "path": text},
}

var text = parquet.Encoded(parquet.String(), &parquet.Plain)

func plain(t parquet.Type) parquet.Node { return parquet.Encoded(parquet.Leaf(t), &parquet.Plain) }

// newTable creates a file with columns of the given kinds. metadata are pairs of key and value for the footer.
func newTable(path string, kinds map[string]string, metadata ...string) (*tableWriter, error) {
	f, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	return tableIn(f, kinds, metadata...), nil
}

// tableIn starts a table in an open file.
func tableIn(f *durable.File, kinds map[string]string, metadata ...string) *tableWriter {
	group := parquet.Group{}
	for name, kind := range kinds {
		group[name] = columns[kind]
	}
	schema := parquet.NewSchema("schema", group)
	options := []parquet.WriterOption{
		schema,
		parquet.Compression(&parquet.Snappy),
		parquet.CreatedBy("counterpoise", "1", "0"),
	}
	for i := 0; i < len(metadata); i += 2 {
		options = append(options, parquet.KeyValueMetadata(metadata[i], metadata[i+1]))
	}
	for name, kind := range kinds {
		if kind == "picture" { // minimum and maximum of PNG bytes have no use and would bloat the page headers
			options = append(options, parquet.SkipPageBounds(name, "bytes"), parquet.SkipPageBounds(name, "path"))
		}
	}
	return &tableWriter{file: f, w: parquet.NewGenericWriter[any](f, options...), leaves: schema.Columns()}
}

// add appends a row, given by column name. It ends the row group when that has grown to its limit, so memory
// does not grow with the file.
func (t *tableWriter) add(row map[string]any) error {
	t.row = t.row[:0]
	for col, path := range t.leaves {
		t.cell(col, path, row[path[0]])
	}
	t.rows = append(t.rows[:0], t.row)
	if _, err := t.w.WriteRows(t.rows); err != nil {
		return err
	}
	if t.pendingRows++; t.pendingRows >= maxRows || t.pendingBytes >= maxPendingBytes {
		t.pendingRows, t.pendingBytes = 0, 0
		return t.w.Flush()
	}
	return nil
}

// Limits of a row group.
const (
	maxRows         = 8192
	maxPendingBytes = 4 << 20
)

// cell appends the values of one leaf column to the row. For lists, the repetition level is 0 for the first
// element and 1 for the others, and the definition level is the depth of the list. It panics on a Go type that has no
// column kind.
func (t *tableWriter) cell(col int, path []string, value any) {
	one := func(v parquet.Value, rep, def int) { t.row = append(t.row, v.Level(rep, def, col)) }
	switch v := value.(type) {
	case float32:
		one(parquet.FloatValue(v), 0, 0)
	case int64:
		one(parquet.Int64Value(v), 0, 0)
	case bool:
		one(parquet.BooleanValue(v), 0, 0)
	case *bool:
		if v == nil {
			one(parquet.NullValue(), 0, 0)
			return
		}
		one(parquet.BooleanValue(*v), 0, 1)
	case string:
		one(parquet.ByteArrayValue([]byte(v)), 0, 0)
	case float64:
		one(parquet.DoubleValue(v), 0, 0)
	case []float64:
		t.pendingBytes += 8 * len(v)
		for i, x := range v {
			one(parquet.DoubleValue(x), min(i, 1), 1)
		}
	case [][][]float64:
		t.pendingBytes += 8 * len(v)
		for i, x := range v {
			one(parquet.DoubleValue(x[0][0]), min(i, 1), 3)
		}
	case []int64:
		for i, x := range v {
			one(parquet.Int64Value(x), min(i, 1), 1)
		}
	case []float32:
		for i, x := range v {
			one(parquet.FloatValue(x), min(i, 1), 1)
		}
	case []string:
		for i, x := range v {
			one(parquet.ByteArrayValue([]byte(x)), min(i, 1), 1)
		}
	case pngCell:
		if path[1] == "path" {
			one(parquet.ByteArrayValue(nil), 0, 0)
			return
		}
		t.pendingBytes += len(v.png)
		one(parquet.ByteArrayValue(v.png), 0, 0)
	default:
		panic(fmt.Sprintf("lerobot: no column for %T", value))
	}
}

// size returns the number of bytes written to the file so far. The current row group is not included.
func (t *tableWriter) size() int64 {
	info, err := t.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// close completes the file with its footer.
func (t *tableWriter) close() error {
	if err := t.w.Close(); err != nil {
		t.file.Close()
		return err
	}
	return t.file.Close()
}

// EpisodeWeight is the weight of each frame of an episode.
type EpisodeWeight struct {
	Frames int
	Weight float64
}

// WriteFrameWeights writes a Parquet file with a row for every frame of a LeRobot dataset: index and episode_index as
// LeRobot numbers them, and weight. What the weight means, and for which dataset it is, stands in the footer, in the
// entry "counterpoise". The file, named by this program in a folder of its user, is complete or absent.
func WriteFrameWeights(dir, name string, episodes []EpisodeWeight, about map[string]any) error {
	text, err := json.Marshal(about)
	if err != nil {
		return err
	}
	kinds := map[string]string{"index": "int64", "episode_index": "int64", "weight": "float64"}
	return durable.FillBelow(dir, name, func(f *durable.File) error {
		t := tableIn(f, kinds, "counterpoise", string(text))
		index := int64(0)
		for i, e := range episodes {
			for range e.Frames {
				row := map[string]any{"index": index, "episode_index": int64(i), "weight": e.Weight}
				if err := t.add(row); err != nil {
					return err
				}
				index++
			}
		}
		return t.w.Close()
	})
}
