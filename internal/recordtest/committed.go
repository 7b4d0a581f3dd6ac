package recordtest

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/bench/record"
)

// Committed returns the records of a folder of results in the order of its files, its archives last, and by cell.
func Committed(t testing.TB, dir string) (all []record.Record, byCell Records) {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join(dir, "records-*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var files []io.Reader
	for _, path := range append([]string{filepath.Join(dir, "records.jsonl")}, archives...) {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		files = append(files, file)
	}
	byCell = Records{}
	lines := bufio.NewScanner(io.MultiReader(files...))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Record record.Record }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		all = append(all, line.Record)
		byCell[line.Record.Cell.Hash()] = line.Record
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return all, byCell
}
