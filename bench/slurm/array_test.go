package slurm

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	_ "counterpoise/bench/study" // its experiments
)

// cells returns the cells of the plan of E1.
func cells(t *testing.T) []record.Cell {
	t.Helper()
	p, err := bench.NewPlan("E1", func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	return p.Cells()
}

// written writes an array of three tasks for a folder.
func written(t *testing.T, out string, cells []record.Cell) Array {
	t.Helper()
	o := Options{Tasks: 3, Workers: 2, Partition: "long"}
	tasks, err := o.Pack(cells)
	if err != nil || len(tasks) != 3 {
		t.Fatalf("%d tasks, %v", len(tasks), err)
	}
	a, err := o.Write(out, tasks, func(program string, a Array) Commands {
		return Commands{Make: []string{program, "make", a.CellList()}, Collect: []string{program, "collect"}}
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What Write writes, Arrays reads: every cell in one task, in order.
func TestArraysReadsWhatWriteWrites(t *testing.T) {
	out, all := t.TempDir(), cells(t)
	first, second := written(t, out, all), written(t, out, all[:9])
	arrays, err := Arrays(out)
	if err != nil || len(arrays) != 2 || arrays[0].Name != first.Name || arrays[1].Name != second.Name {
		t.Fatalf("%+v, %v", arrays, err)
	}
	var names []string
	for i, task := range arrays[0].Tasks {
		if task.Index != i {
			t.Errorf("task %d has the index %d", i, task.Index)
		}
		names = append(names, task.Cells...)
	}
	for i, c := range all {
		if i >= len(names) || names[i] != c.Name() {
			t.Fatalf("cell %d of %d is not in the lists", i, len(all))
		}
	}
	script, err := os.ReadFile(filepath.Join(first.Folder, "array.sh"))
	for _, line := range []string{"#SBATCH --array=0-2\n", "#SBATCH --cpus-per-task=2\n", "#SBATCH --partition=long\n",
		" make "} {
		if err != nil || !strings.Contains(string(script), line) {
			t.Errorf("the script lacks %q: %v\n%s", line, err, script)
		}
	}
}

// A cell is unassigned if no live task has it; tasks that started and are gone are reported with the number of cells
// that they left.
func TestUnassigned(t *testing.T) {
	out, all := t.TempDir(), cells(t)
	a := written(t, out, all)
	arrays, err := Arrays(out)
	if err != nil {
		t.Fatal(err)
	}
	tasks := arrays[0].Tasks
	if err := os.WriteFile(tasks[2].Log, []byte("started\nkilled\n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	live := []Element{{Name: a.Name, ID: "7", Index: 0}, {Name: "another", ID: "8", Index: 1}}
	missing := all[3:]
	got, left := Unassigned(missing, arrays, live)
	if want := all[len(tasks[0].Cells):]; !slices.Equal(got, want) {
		t.Errorf("%d cells are unassigned, want %d", len(got), len(want))
	}
	if want := []Abandoned{{tasks[2].Log, len(tasks[2].Cells)}}; !slices.Equal(left, want) {
		t.Errorf("abandoned %+v, want %+v", left, want)
	}
	if last := LastLine(tasks[2].Log); last != "killed" {
		t.Errorf("the log ends with %q", last)
	}
}

// Tasks are as long as requested, and there are no more than Slurm takes.
func TestPack(t *testing.T) {
	all := cells(t)
	for _, o := range []Options{{Minutes: 1, Workers: 1}, {Minutes: 5, Workers: 2}, {Tasks: 7, Workers: 1}} {
		tasks, err := o.Pack(all)
		if err != nil || !slices.Equal(slices.Concat(tasks...), all) || o.Tasks > 0 && len(tasks) != o.Tasks {
			t.Fatalf("%+v: %d tasks, %v", o, len(tasks), err)
		}
		longest, err := o.Longest(tasks)
		if err != nil || o.Tasks == 0 && longest.Minutes() > 1.5*float64(o.Minutes) {
			t.Errorf("%+v: the longest task takes %v, %v", o, longest, err)
		}
	}
}
