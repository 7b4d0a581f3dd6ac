package recordtest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/bench"
)

// Committed returns the records of a folder of results in the order of its file, and by cell.
func Committed(t testing.TB, dir string) (all []bench.Record, byCell Records) {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	byCell = Records{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Record bench.Record }
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
