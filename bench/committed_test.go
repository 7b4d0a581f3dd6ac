package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/internal/recordfile"
	"counterpoise/policies/train"
)

// committed calls f with every committed record and the JSON of its cell.
func committed(t *testing.T, f func(file string, r record.Record, cell []byte)) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join("..", "results", "*"))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, dir := range folders {
		for _, file := range recordfile.Paths(dir) {
			text, err := recordfile.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			files++
			for l := range bytes.Lines(text) {
				var raw struct {
					Record struct{ Cell json.RawMessage }
				}
				var line struct{ Record record.Record }
				if err := errors.Join(json.Unmarshal(l, &raw), json.Unmarshal(l, &line)); err != nil {
					t.Fatalf("%s: %v", file, err)
				}
				f(strings.TrimSuffix(file, ".zst"), line.Record, raw.Record.Cell)
			}
		}
	}
	if files < 4 {
		t.Fatalf("%d files of records", files)
	}
}

// Committed records load, their cells can be asked for again, with every setting in its range, and those of the first
// layout have the JSON that they were written with and the names but for the version. Those of a folder's network are
// of one device, which differs in nothing that changes results. In results/networks those of cnn are of two, and so are
// those of results/residual-steps, by --mix-devices: there the trials of an experiment, task and number of steps are of
// one, but for untrained policies, which succeed as seldom on both.
func TestCommittedRecordsLoad(t *testing.T) {
	type arms struct {
		file, network, experiment, task string
		steps                           int
	}
	mixed := map[arms]bool{
		{file: filepath.Join("..", "results", "networks", "records.jsonl"), network: "cnn"}:            true,
		{file: filepath.Join("..", "results", "residual-steps", "records.jsonl"), network: "resnet18"}: true,
	}
	devices := map[arms]record.Device{}
	n := 0
	committed(t, func(file string, r record.Record, cell []byte) {
		n++
		of := arms{file: file, network: r.Cell.Policy.Network}
		either := mixed[of] && r.Cell.Untrained()
		if mixed[of] {
			of.experiment, of.task, of.steps = r.Cell.Experiment, r.Cell.Task, r.Cell.Steps
		}
		if d, ok := r.TrainedOn(); ok && devices[of] == (record.Device{}) {
			devices[of] = d
		} else if ok && !d.SameResults(devices[of]) && !either {
			t.Errorf("%s: %v is of %v, another record of %v", file, r.Cell, d, devices[of])
		}
		if err := checkCell(r.Cell); err != nil && !r.Cell.OfDataset() { // whose recipe is a digest
			t.Errorf("%s: %v: %v", file, r.Cell, err)
		}
		if r.SchemaVersion() > 1 {
			return
		}
		today := r.Cell
		today.Version = Version
		if again, err := ParseCell(today.Name()); err != nil || again.Hash() != today.Hash() {
			t.Errorf("%s: cell %s is read as %+v, %v", file, r.Cell.Name(), again, err)
		}
		if b, err := json.Marshal(r.Cell); err != nil || !bytes.Equal(b, cell) {
			t.Errorf("%s: cell\n%s is written as\n%s, %v", file, cell, b, err)
		}
		if c, err := train.ConfigOf(r.Cell.Policy, r.Cell.Steps); err != nil || record.Config(c) != r.Training.Config {
			t.Errorf("%s: %s was trained with %+v, is %+v, %v", file, r.Cell.Policy, r.Training.Config, c, err)
		}
		for _, o := range r.Rollouts {
			if _, ok := o.Clipped(0); ok || len(o.Steps) != r.Cell.Rollouts {
				t.Errorf("%s: %s has %d rollouts of %s, clipped actions recorded: %v", file, r.Cell, len(o.Steps),
					o.Behaviour, ok)
			}
		}
	})
	if n < 700 {
		t.Errorf("%d committed records", n)
	}
}
