package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordfile"
	"counterpoise/policies/network"
)

// A cell that is made again by its name has the outcomes of its committed record. Rollout r of a cell does not depend
// on their number, so a few rollouts are enough. The last bits of a training differ between backends, and with them
// some outcomes: the test needs the record's device, and its version.
func TestCommittedCellIsReproduced(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a policy for 250 steps")
	}
	t.Parallel()
	const rollouts = 5
	want := committedRecord(t, "../../results/quick", "opening")
	here := CurrentDevice().For(network.Revision(want.Cell.Policy.Network))
	if d, _ := want.TrainedOn(); !d.SameResults(here) {
		t.Skipf("the record was made on %v, this is %v", d, here)
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
		committed := want.Rollouts[i]
		if o.Behaviour != committed.Behaviour {
			t.Fatalf("behaviour %s, committed %s", o.Behaviour, committed.Behaviour)
		}
		for r := range rollouts {
			if got, want := o.Ending(r), committed.Ending(r); got != want {
				t.Errorf("%s, rollout %d: %+v, committed %+v", o.Behaviour, r, got, want)
			}
		}
	}
}

// committedRecord returns the first record of plain cloning on a task in a folder of records.
func committedRecord(t *testing.T, dir, task string) record.Record {
	t.Helper()
	text, err := recordfile.Lines(dir)
	if err != nil {
		t.Fatal(err)
	}
	for l := range bytes.Lines(text) {
		var line struct{ Record record.Record }
		if err := json.Unmarshal(l, &line); err != nil {
			t.Fatal(err)
		}
		if c := line.Record.Cell; c.Task == task && c.Method == "natural" {
			return line.Record
		}
	}
	t.Fatalf("%s has no record of %s", dir, task)
	return record.Record{}
}
