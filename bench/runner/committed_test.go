package runner

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"counterpoise/bench"
)

// A cell that is made again by its name has the outcomes of its committed record. Rollout r of a cell does not depend
// on their number, so a few rollouts are enough. The last bits of a training differ between backends, and with them
// some outcomes: the test needs the record's backend, and its version.
func TestCommittedCellIsReproduced(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a policy for 400 steps")
	}
	t.Parallel()
	const rollouts = 5
	want := committedRecord(t, "../../results/study-state/records.jsonl", "opening")
	if want.Training.Backend != Backend() {
		t.Skipf("the record was made by %s, this is %s", want.Training.Backend, Backend())
	}
	if want.Cell.Version != bench.Version {
		t.Skipf("the record is of version %s, this program makes version %s", want.Cell.Version, bench.Version)
	}
	c, err := bench.ParseCell(want.Cell.Name())
	if err != nil {
		t.Fatal(err)
	}
	c.Rollouts = rollouts
	got, err := NewCellRunner(1, nil, "").Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got.Data.Hash != want.Data.Hash {
		t.Errorf("demonstrations %s, committed %s", got.Data.Hash, want.Data.Hash)
	}
	for i, o := range got.Rollouts {
		if committed := want.Rollouts[i]; o.Behaviour != committed.Behaviour ||
			!slices.Equal(o.Steps, committed.Steps[:rollouts]) {
			t.Errorf("%s: outcomes %v, committed %v", o.Behaviour, o.Steps, committed.Steps[:rollouts])
		}
	}
}

// committedRecord returns the first record of plain cloning on a task in a file of records.
func committedRecord(t *testing.T, file, task string) bench.Record {
	t.Helper()
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Record bench.Record }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if c := line.Record.Cell; c.Task == task && c.Method == "natural" {
			return line.Record
		}
	}
	t.Fatalf("%s has no record of %s (%v)", file, task, lines.Err())
	return bench.Record{}
}
