package lerobot

import (
	"fmt"
	"os"

	"github.com/parquet-go/parquet-go"
)

// table writes a Parquet file, row by row.
type table struct {
	file   *os.File
	w      *parquet.GenericWriter[any]
	leaves [][]string // path of each column, in the file's order
	rows   []parquet.Row
	row    parquet.Row
	held   int // rows and bytes since the last row group
	bytes  int
}

// pixels is a picture as the table keeps it.
type pixels struct{ png []byte }

// columns say how a value of each Go type is kept: plainly, as every reader knows. A list has the structure that Arrow
// gives it.
var columns = map[string]parquet.Node{
	"float32":   plain(parquet.FloatType),
	"int64":     plain(parquet.Int64Type),
	"bool":      plain(parquet.BooleanType),
	"string":    text,
	"[]float32": parquet.List(plain(parquet.FloatType)),
	"[]string":  parquet.List(text),
	"picture":   parquet.Group{"bytes": plain(parquet.ByteArrayType), "path": text},
}

var text = parquet.Encoded(parquet.String(), &parquet.Plain)

func plain(t parquet.Type) parquet.Node { return parquet.Encoded(parquet.Leaf(t), &parquet.Plain) }

// newTable starts a file with the named columns; metadata are pairs of key and value.
func newTable(path string, kinds map[string]string, metadata ...string) (*table, error) {
	group := parquet.Group{}
	for name, kind := range kinds {
		group[name] = columns[kind]
	}
	schema := parquet.NewSchema("schema", group)
	options := []parquet.WriterOption{schema, parquet.Compression(&parquet.Snappy), parquet.CreatedBy("counterpoise", "1", "0")}
	for i := 0; i < len(metadata); i += 2 {
		options = append(options, parquet.KeyValueMetadata(metadata[i], metadata[i+1]))
	}
	for name, kind := range kinds {
		if kind == "picture" { // the least and the greatest picture interest nobody
			options = append(options, parquet.SkipPageBounds(name, "bytes"), parquet.SkipPageBounds(name, "path"))
		}
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &table{file: f, w: parquet.NewGenericWriter[any](f, options...), leaves: schema.Columns()}, nil
}

// add appends a row. A row group is closed when it has grown large, so that memory does not grow with the file.
func (t *table) add(row map[string]any) error {
	t.row = t.row[:0]
	for col, path := range t.leaves {
		t.cell(col, path, row[path[0]])
	}
	t.rows = append(t.rows[:0], t.row)
	if _, err := t.w.WriteRows(t.rows); err != nil {
		return err
	}
	if t.held++; t.held >= maxRows || t.bytes >= maxHeld {
		t.held, t.bytes = 0, 0
		return t.w.Flush()
	}
	return nil
}

// A row group ends after so many rows, or bytes of pictures.
const (
	maxRows = 8192
	maxHeld = 4 << 20
)

// cell appends a value to the row.
func (t *table) cell(col int, path []string, value any) {
	one := func(v parquet.Value, rep, def int) { t.row = append(t.row, v.Level(rep, def, col)) }
	switch v := value.(type) {
	case float32:
		one(parquet.FloatValue(v), 0, 0)
	case int64:
		one(parquet.Int64Value(v), 0, 0)
	case bool:
		one(parquet.BooleanValue(v), 0, 0)
	case string:
		one(parquet.ByteArrayValue([]byte(v)), 0, 0)
	case []float32:
		for i, x := range v {
			one(parquet.FloatValue(x), min(i, 1), 1)
		}
	case []string:
		for i, x := range v {
			one(parquet.ByteArrayValue([]byte(x)), min(i, 1), 1)
		}
	case pixels:
		if path[1] == "path" {
			one(parquet.ByteArrayValue(nil), 0, 0)
			return
		}
		t.bytes += len(v.png)
		one(parquet.ByteArrayValue(v.png), 0, 0)
	default:
		panic(fmt.Sprintf("lerobot: no column for %T", value))
	}
}

// size is the number of bytes written so far.
func (t *table) size() int64 {
	info, err := t.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// close completes the file.
func (t *table) close() error {
	if err := t.w.Close(); err != nil {
		t.file.Close()
		return err
	}
	return t.file.Close()
}
