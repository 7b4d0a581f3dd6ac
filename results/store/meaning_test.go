package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// A record whose checksum fits and whose content does not is set aside like a damaged one, counted and named, and its
// cell runs again; the other records stay.
func TestRecordsOfAnotherMeaningAreSetAside(t *testing.T) {
	for name, spoil := range map[string]func(*record.Record){
		"trial":        func(r *record.Record) { r.Cell.Trial = 1 << 60 },
		"below 0":      func(r *record.Record) { r.Cell.Trial = -1 },
		"rollouts":     func(r *record.Record) { r.Rollouts[0].Steps = r.Rollouts[0].Steps[1:] },
		"no outcomes":  func(r *record.Record) { r.Rollouts = nil },
		"twice":        func(r *record.Record) { r.Rollouts[1].Behaviour = r.Rollouts[0].Behaviour },
		"beyond":       func(r *record.Record) { r.Rollouts[0].Steps[0] = r.Rollouts[0].Horizon + 1 },
		"short list":   func(r *record.Record) { r.Rollouts[0].EarnedSteps = []int{1} },
		"seed":         func(r *record.Record) { r.Data.Seed = 1 },
		"groups":       func(r *record.Record) { r.Training.Alpha = []record.Point{{Group: []float64{1}}} },
		"other points": func(r *record.Record) { r.Training.Loss = append(r.Training.Loss, record.Point{}) },
		"reference":    func(r *record.Record) { r.Training.References = []record.Reference{{Reached: []float64{1}}} },
		"another task's": func(r *record.Record) {
			r.Rollouts[0].Behaviour, r.Rollouts[1].Behaviour, r.Rollouts = "slider", "drawer", r.Rollouts[:2]
		},
		"a behaviour lacks": func(r *record.Record) { r.Rollouts = r.Rollouts[:2] },
		"an order":          func(r *record.Record) { r.Rollouts[0], r.Rollouts[1] = r.Rollouts[1], r.Rollouts[0] },
		"demonstrations": func(r *record.Record) {
			r.Data.Groups = []demos.GroupCount{{Behaviour: "drawer", Style: "optimal", Demos: 1, Frames: 9}}
		},
		"below 0 %":  func(r *record.Record) { r.Training.Alpha[0].Group = []float64{-.5, 1.5} },
		"over 100 %": func(r *record.Record) { r.Training.Alpha[0].Group = []float64{.5, .6} },
		"first": func(r *record.Record) {
			none := []record.Point{{Group: []float64{0, 0}}}
			r.Training.First = &record.Reference{Alpha: none, Reached: []float64{1, 1}}
		},
		"steps run back": func(r *record.Record) {
			r.Training.Loss = []record.Point{{Step: 5, Group: []float64{1, 1}}, {Step: 4, Group: []float64{1, 1}}}
		},
		"a late step": func(r *record.Record) { r.Training.Alpha[0].Step = 11 },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			good, bad := checked(t, 0), checked(t, 1)
			spoil(&bad)
			text := string(lineOf(t, good)) + string(lineOf(t, bad))
			path := filepath.Join(dir, "records.jsonl")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := Read(dir)
			if err != nil || len(s.Records()) != 1 || len(s.Damage) != 1 ||
				!strings.Contains(s.Damage[0], "records.jsonl:2") {
				t.Fatalf("read %v, %v", s, err)
			}
			s, err = Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if _, err := os.Stat(path + ".damaged"); err != nil || len(s.Records()) != 1 || len(s.Damage) != 1 {
				t.Errorf("%d records, %q, %v", len(s.Records()), s.Damage, err)
			}
		})
	}
}

// checked is a record that fits its cell: three behaviours, two groups, three rollouts.
func checked(t testing.TB, trial int) record.Record {
	t.Helper()
	c := record.Cell{Task: "picking", Recipe: "left=9,right=27", Groups: "behaviour", Method: "natural",
		Policy: bench.StatePolicy, Trial: trial, Rollouts: 3, Steps: 10, Seed: 1, Version: bench.Version}
	r := record.Record{Cell: c, Schema: record.SchemaVersion}
	r.Data.Seed = record.PoolSeed(c.Task, c.Trial, c.Seed)
	r.Training.Groups = []string{"left", "right"}
	r.Training.Alpha = []record.Point{{Step: 0, Group: []float64{.5, .5}}}
	for _, b := range []string{"left", "middle", "right"} {
		r.Rollouts = append(r.Rollouts, record.Outcomes{Behaviour: b, Horizon: 9, Steps: []int{1, 0, 9}})
	}
	if err := bench.CheckRecord(r); err != nil {
		t.Fatal(err)
	}
	return r
}

// lineOf is a line with a checksum that fits, computed here.
func lineOf(t *testing.T, r record.Record) []byte {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(raw)
	return []byte(`{"sha256":"` + hex.EncodeToString(sum[:8]) + `","record":` + string(raw) + "}\n")
}

// Two records of one cell that contradict each other are an error that names both; equal ones are one record.
func TestConflictingRecords(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "records.jsonl")
	one, two := checked(t, 0), checked(t, 0)
	two.Duration.Training = 7
	text := string(lineOf(t, one)) + string(lineOf(t, checked(t, 1))) + string(lineOf(t, two))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := Read(dir); err != nil || len(s.Records()) != 2 || len(s.Damage) != 0 {
		t.Fatalf("records that agree: %v, %v", s, err)
	}
	two.Rollouts[0].Steps[1] = 5
	text += string(lineOf(t, two))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) (*Store, error){"Read": Read, "Open": Open} {
		_, err := open(dir)
		if err == nil || !strings.Contains(err.Error(), path+":1 and "+path+":4") {
			t.Errorf("%s: error %v, want both places", name, err)
		}
	}
	if after := contentsOf(t, path); after != text {
		t.Error("the file changed")
	}
}

// Part files that contradict each other stay as they are until one record is removed: merging them would drop one.
func TestConflictingPartFilesStay(t *testing.T) {
	dir := t.TempDir()
	one, two := checked(t, 0), checked(t, 0)
	two.Rollouts[0].Steps[1] = 5
	paths := []string{filepath.Join(dir, "records.jsonl"), filepath.Join(dir, "records.2.jsonl")}
	for i, r := range []record.Record{one, two} {
		if err := os.WriteFile(paths[i], lineOf(t, r), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		_, err := Open(dir)
		if err == nil || !strings.Contains(err.Error(), paths[0]+":1 and "+paths[1]+":1") {
			t.Errorf("error %v, want both places", err)
		}
	}
	if contentsOf(t, paths[0]) != string(lineOf(t, one)) || contentsOf(t, paths[1]) != string(lineOf(t, two)) {
		t.Error("the files changed")
	}
}

// A record that another process adds is compared with the one in memory, and the next claim fails.
func TestConflictWithAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	here, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	there, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	two := checked(t, 0)
	two.Rollouts[0].Steps[1] = 5
	claim := func() error {
		release, ok, err := here.Claim(checked(t, 9).Cell)
		if ok {
			release()
		}
		return err
	}
	if err := there.Put(checked(t, 1)); err != nil {
		t.Fatal(err)
	}
	if err := claim(); err != nil { // reads the beginning of the other file
		t.Fatal(err)
	}
	if err := errors.Join(here.Put(checked(t, 0)), there.Put(two)); err != nil {
		t.Fatal(err)
	}
	if err := claim(); err == nil || !strings.Contains(err.Error(), "records.jsonl and "+there.own.Name()+" are") {
		t.Errorf("error %v, want both files", err)
	}
	if err := here.Put(checked(t, 2)); err != nil {
		t.Errorf("a record of another cell: %v", err)
	}
}

func contentsOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A named pipe in place of the records is an error at once, for readers and writers.
func TestNamedPipeIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := exec.Command("mkfifo", filepath.Join(dir, "records.jsonl")).Run(); err != nil {
		t.Skip("no mkfifo here")
	}
	for name, open := range map[string]func(string) (*Store, error){"Read": Read, "Open": Open} {
		failed := make(chan error, 1)
		go func() {
			_, err := open(dir)
			failed <- err
		}()
		select {
		case err := <-failed:
			if err == nil {
				t.Errorf("%s: no error of a named pipe", name)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s waits for a named pipe", name)
		}
	}
}
