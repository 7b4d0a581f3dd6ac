package evals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/budget"
	"counterpoise/internal/tfrecord"
)

// A run that was restarted has what the restarted program wrote: by the start that SummaryWriter(purge_step=5) writes,
// as TensorBoard's EventAccumulator has it (steps 0 to 7, the last 0.71), else by the newest file, with a warning where
// files overlap. Steps in one file may stand in any order, and an empty file holds nothing.
func TestRestarts(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, steps string, add float64) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if steps == "empty" {
			return
		}
		w, err := tfrecord.NewEventWriter(f, time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range strings.Fields(steps) {
			var step int
			fmt.Sscan(s, &step)
			if err := w.Scalars(step, time.Unix(1, 0), tfrecord.Scalar{Tag: "success",
				Value: float64(step)/64 + add}); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("resumed/events.out.tfevents.100.vm", "1 2 3", 0)
	write("resumed/events.out.tfevents.200.vm", "4 5 6", .5)
	write("restarted/events.out.tfevents.100.vm", "1 2 3 4 5 6 7 8 9", 0)
	write("restarted/events.out.tfevents.200.vm", "5 6 7", .5)
	write("times/events.out.tfevents.1000.vm", "5 6", .5)
	write("times/events.out.tfevents.999.vm", "1 2 3 4 5 6 7", 0)
	write("two/events.out.tfevents.100.vm", "1 2 3", 0)
	write("two/events.out.tfevents.200.vm", "1 2 3", .5)
	write("three/events.out.tfevents.100.vm", "1 2 9", 0)
	write("three/events.out.tfevents.200.vm", "3 4", .25)
	write("three/events.out.tfevents.300.vm", "5", .5)
	write("order/events.out.tfevents.100.vm", "3 1 2", 0)
	write("empty/events.out.tfevents.100.vm", "1 2", 0)
	write("empty/events.out.tfevents.200.vm", "empty", 0)
	for _, c := range []struct {
		folder string
		step   int
		value  float64
		warned string
	}{
		{"testdata/tensorboard/restart", 7, .71, ""},
		{"resumed", 6, 6./64 + .5, ""},
		{"restarted", 7, 7./64 + .5, "its files overlap from step 5 to step 9; the newest counts, " +
			"events.out.tfevents.200.vm"},
		{"times", 6, 6./64 + .5, "from step 5 to step 7"},
		{"two", 3, 3./64 + .5, "from step 1 to step 3"},
		{"three", 5, 5./64 + .5, "from step 5 to step 9"},
		{"order", 3, 3. / 64, ""},
		{"empty", 2, 2. / 64, ""},
	} {
		path := c.folder
		if !strings.Contains(path, "/") {
			path = filepath.Join(dir, path)
		}
		r, err := readTensorBoard(path, "", budget.New(0))
		if err != nil {
			t.Errorf("%s: %v", c.folder, err)
			continue
		}
		value := r.Outcomes[0].Sum
		if value < c.value-1e-6 || value > c.value+1e-6 || !strings.Contains(r.What, fmt.Sprintf("at step %d, its last",
			c.step)) ||
			(c.warned == "") != (len(r.Warnings) == 0) || !strings.Contains(strings.Join(r.Warnings, " "), c.warned) {
			t.Errorf("%s: %v, %s, %q; want %v at step %d, %q", c.folder, value, r.What, r.Warnings, c.value, c.step,
				c.warned)
		}
	}
}
