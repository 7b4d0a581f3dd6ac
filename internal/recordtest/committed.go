package recordtest

import (
	"bytes"
	"encoding/json"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/recordfile"
)

// Committed returns the records of a folder of results in the order of its files, its archives last, and by cell.
func Committed(t testing.TB, dir string) (all []record.Record, byCell Records) {
	t.Helper()
	text, err := recordfile.Lines(dir)
	if err != nil {
		t.Fatal(err)
	}
	byCell = Records{}
	for l := range bytes.Lines(text) {
		var line struct{ Record record.Record }
		if err := json.Unmarshal(l, &line); err != nil {
			t.Fatalf("%s: %v", dir, err)
		}
		all = append(all, line.Record)
		byCell[line.Record.Cell.Hash()] = line.Record
	}
	return all, byCell
}
