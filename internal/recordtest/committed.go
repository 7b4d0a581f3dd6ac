package recordtest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/bench"
)

// earlierSteps are the calibrated numbers of gradient steps of versions before 2.4, by task and observer.
var earlierSteps = map[string]int{
	"picking state": 400, "opening state": 400, "picking vision": 100, "opening vision": 300,
}

// earlierMethods are the readings of the study's methods before version 2.4, and those of today that stand in their
// place.
var earlierMethods = map[string]string{
	"zero:EtaT=200":        bench.Primary.Zero,
	"remix-paper:EtaT=200": bench.Primary.Remix,
	"ours:EtaT=200":        bench.Primary.Ours,
}

// Committed returns the records of a folder of results in the order of its file, and by cell, with bench.Version in
// place of the version that made them, and with today's calibrated number of gradient steps and primary reading of a
// method in place of that version's. The documents made of them do not depend on the version, but leave records of
// another one out, and call records with an uncalibrated number of steps a size of their own.
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
		cell := &line.Record.Cell
		if c, ok := bench.Calibrated(cell.Task, cell.Policy); ok && cell.Version != bench.Version &&
			cell.Steps == earlierSteps[cell.Task+" "+cell.Policy.Observer] {
			cell.Steps = c.Steps
			if method, ok := earlierMethods[cell.Method]; ok {
				cell.Method = method
			}
		}
		cell.Version = bench.Version
		all = append(all, line.Record)
		byCell[line.Record.Cell.Hash()] = line.Record
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return all, byCell
}
