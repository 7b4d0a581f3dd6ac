package lerobot

import (
	"fmt"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/budget"
)

// rowBlock is the number of rows that ReadRows reads column by column at a time.
const rowBlock = 1024

// ReadRows reads columns of any Parquet file row by row: choose receives the names of all columns and the entries of
// the footer, and returns the names of those to read. yield receives the values of a row in that order: int64, float64
// or string, nil where a value is missing. The slice is valid during the call only. Columns of lists or structures, and
// of other types, are an error. Errors contain the path, and those of yield the row too.
func ReadRows(path string, room *budget.Budget, choose func(names []string, footer map[string]string) ([]string, error),
	yield func(values []any) error) error {
	f, err := openParquetFile(path, room, room.Grow)
	if err != nil {
		return err
	}
	defer f.close()
	if err := f.hold(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var names []string
	for _, column := range f.parquet.Schema().Columns() {
		if len(column) == 1 {
			names = append(names, column[0])
		}
	}
	footer := map[string]string{}
	for _, entry := range f.parquet.Metadata().KeyValueMetadata {
		footer[entry.Key] = entry.Value
	}
	if names, err = choose(names, footer); err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	block := make([][rowBlock]any, len(names))
	row := make([]any, len(names))
	rows := int(f.parquet.NumRows())
	for first := 0; first < rows; first += rowBlock {
		last := min(first+rowBlock, rows)
		for i, name := range names {
			clear(block[i][:])
			err := f.each(name, "", first, last, func(r int, v parquet.Value) (err error) {
				block[i][r], err = plainValue(v)
				return err
			})
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		for r := range last - first {
			for i := range row {
				row[i] = block[i][r]
			}
			if err := yield(row); err != nil {
				return fmt.Errorf("%s, row %d: %w", path, first+r, err)
			}
		}
	}
	return nil
}

// plainValue returns a number or a text. The text is a copy.
func plainValue(v parquet.Value) (any, error) {
	switch v.Kind() {
	case parquet.Int32, parquet.Int64:
		return integer(v)
	case parquet.Float:
		return float64(v.Float()), nil
	case parquet.Double:
		return v.Double(), nil
	case parquet.ByteArray:
		return string(v.ByteArray()), nil
	}
	return nil, fmt.Errorf("is of type %v, expected numbers or text", v.Kind())
}
