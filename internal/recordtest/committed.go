package recordtest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/recordfile"
)

// folders has each folder that a test of this process has read, since reading one takes seconds.
var folders sync.Map // by path: folder

type folder struct {
	all    []record.Record
	byCell Records
}

// Committed returns the records of a folder of results in the order of its files, its archives last, and by cell. The
// slice and the map are the caller's; what the records refer to is shared, and not to be changed.
func Committed(t testing.TB, dir string) (all []record.Record, byCell Records) {
	t.Helper()
	if f, ok := folders.Load(dir); ok {
		return slices.Clone(f.(folder).all), maps.Clone(f.(folder).byCell)
	}
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
	folders.Store(dir, folder{all, byCell})
	return slices.Clone(all), maps.Clone(byCell)
}
