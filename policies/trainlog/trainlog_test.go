package trainlog

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterpoise/policies/mixture"
)

// twoRuns returns a log of two steps, with a reference run of one step. The name of a group has a comma.
func twoRuns() *mixture.Log {
	groups := []string{"left", "right, slow"}
	before := &mixture.Log{Groups: groups, Loss: [][]float64{{1, 2}}, Alpha: [][]float64{{.5, .5}}}
	return &mixture.Log{
		Groups: groups, Loss: [][]float64{{3, 4}, {5, 6}}, Alpha: [][]float64{{.25, .75}, {.1, .9}},
		HeldOut: [][]float64{{7, 8}, {9, 10}}, References: []*mixture.Log{before},
	}
}

// The table of a log with a reference run, by hand.
func TestCSV(t *testing.T) {
	const want = "run,step,loss left,\"loss right, slow\",weight left,\"weight right, slow\"," +
		"held-out loss left,\"held-out loss right, slow\"\n" +
		"1,0,1,2,0.5,0.5,,\n" +
		"policy,0,3,4,0.25,0.75,7,8\n" +
		"policy,1,5,6,0.1,0.9,9,10\n"
	got := string(CSV(twoRuns()))
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if rows, err := csv.NewReader(strings.NewReader(got)).ReadAll(); err != nil || len(rows) != 4 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// A Writer that gets two steps at once, as in a resumed training, writes the same events as one that gets them singly.
func TestWriterAfterResuming(t *testing.T) {
	log, now := twoRuns(), time.Unix(1, 0)
	var files []string
	for _, steps := range [][]int{{1, 2}, {2}} {
		dir := t.TempDir()
		w := NewWriter(dir)
		w.Step(Prefix(0, false), 1, log.References[0], now)
		for _, done := range steps {
			w.Step(Prefix(1, true), done, log, now)
		}
		if err := errors.Join(w.Finish(log), w.Close()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, eventsName))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text))
	}
	if files[0] != files[1] || !strings.Contains(files[0], "run 1 before loss/left") {
		t.Error("the events differ, or lack the reference run")
	}
}

// A training that was resumed in its main run has the steps of the runs before it in its events all the same: of the
// reference runs and of the first stage, each once.
func TestWriterAfterFinishedRuns(t *testing.T) {
	log, now := twoRuns(), time.Unix(1, 0)
	log.First = &mixture.Log{Groups: log.Groups, Loss: log.Loss, Alpha: log.Alpha}
	for name, steps := range map[string]func(w *Writer){
		"not resumed": func(w *Writer) {
			w.Step(Prefix(0, false), 1, log.References[0], now)
			w.Step(Prefix(1, false), 2, log.First, now)
			w.Step(Prefix(2, true), 2, log, now)
		},
		"resumed in the first stage": func(w *Writer) {
			w.Step(Prefix(1, false), 2, log.First, now)
			w.Step(Prefix(2, true), 2, log, now)
		},
		"resumed in the main run": func(w *Writer) { w.Step(Prefix(2, true), 2, log, now) },
	} {
		dir := t.TempDir()
		w := NewWriter(dir)
		steps(w)
		if err := errors.Join(w.Finish(log), w.Close()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, eventsName))
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{"run 1 before loss/left": 1, "run 2 before loss/left": 2, "loss/left": 7}
		for tag, want := range count {
			if got := strings.Count(string(text), tag); got != want {
				t.Errorf("%s: %q stands %d times in the events, want %d", name, tag, got, want)
			}
		}
	}
}

// Finish returns errors of Step, and wraps ErrCSV or ErrEvents for the file that is incomplete.
func TestFinishErrors(t *testing.T) {
	log := twoRuns()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	gone := NewWriter(file)
	gone.Step("", 1, log, time.Unix(1, 0))
	if err := gone.Finish(log); !errors.Is(err, ErrCSV) {
		t.Errorf("with a file in place of the folder: %v", err)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, eventsName, "occupied"), 0o755); err != nil {
		t.Fatal(err)
	}
	w := NewWriter(dir)
	w.Step("", 1, log, time.Unix(1, 0))
	if err := w.Finish(log); !errors.Is(err, ErrEvents) {
		t.Errorf("with a folder in place of the events' file: %v", err)
	}
}
