package slurm

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/shell"
)

// Array is one job array, submitted or not: a folder with a list of cells for each task, two scripts and the
// logs. It is read from its folder anew by every command; Slurm's own records are not needed.
type Array struct {
	Folder string // DIR/slurm/NNN, absolute
	Name   string // as squeue shows it: the folder's number and a digest of its place, so that folders do not collide
	Tasks  []Task // sorted by index
}

// Task is one element of an array. Index counts from 0 and is Slurm's SLURM_ARRAY_TASK_ID.
type Task struct {
	Index int
	Cells []string // names of its cells
	Log   string   // path of its log; the file does not exist before the task starts
}

// Arrays returns the arrays that were written for a folder of records, the oldest first.
//
// Without the folder slurm there are none. Entries whose names are no numbers, such as the copied program, are
// skipped. The oldest has the smallest number: names have three digits, so they sort as numbers up to 999.
func Arrays(out string) (arrays []Array, err error) {
	entries, err := os.ReadDir(filepath.Join(out, "slurm"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil || !e.IsDir() {
			continue
		}
		a := arrayIn(out, e.Name())
		if err := a.readTasks(); err != nil {
			return nil, err
		}
		arrays = append(arrays, a)
	}
	return arrays, nil
}

// readTasks reads the lists of cells in the array's folder, in the order of their indices. A file whose name is
// no number is skipped.
func (a *Array) readTasks() error {
	for _, list := range bounded.Glob(a.Folder, "*.cells") {
		index, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(list), ".cells"))
		if err != nil {
			continue
		}
		cells, err := ReadCellList(list)
		if err != nil {
			return err
		}
		log := filepath.Join(a.Folder, fmt.Sprint(index, ".log"))
		a.Tasks = append(a.Tasks, Task{Index: index, Cells: cells, Log: log})
	}
	slices.SortFunc(a.Tasks, func(x, y Task) int { return cmp.Compare(x.Index, y.Index) })
	return nil
}

// arrayIn returns the array with the given number of a folder of records, without its tasks. out must be the
// same absolute path in every call, because the name has its digest. Four bytes of SHA-256 make it unlikely
// that two folders of one user share a name.
func arrayIn(out, number string) Array {
	sum := sha256.Sum256([]byte(out))
	return Array{
		Folder: filepath.Join(out, "slurm", number),
		Name:   "counterpoise-" + number + "-" + hex.EncodeToString(sum[:4]),
	}
}

// newArray creates the folder of the next free number. Processes that call it at the same time get different
// numbers. Creating a folder fails if it exists, also on shared file systems, so the folder itself is the lock.
func newArray(out string) (Array, error) {
	for n := 1; ; n++ {
		a := arrayIn(out, fmt.Sprintf("%03d", n))
		if err := durable.Mkdir(a.Folder); !errors.Is(err, fs.ErrExist) {
			return a, err
		}
	}
}

// CellList returns the path of a task's list of cells, quoted for the script, in which Slurm replaces the
// index. The index stays outside of the quotes, so that the shell expands it.
func (a Array) CellList() string { return shell.Quote(a.Folder) + "/$SLURM_ARRAY_TASK_ID.cells" }

// SubmitCommand returns the shell command that submits the array and, to run after it and after the arrays of live,
// the collecting job, as Submit does. "afterany" runs that even if tasks failed: it then says how many policies are
// missing. Where there are several clusters sbatch says number;cluster, of which cut leaves the number.
func (a Array) SubmitCommand(live []Element) string {
	array := fmt.Sprintf("$(sbatch --parsable %s | cut -d';' -f1)", shell.Quote(a.script("array")))
	return fmt.Sprintf("sbatch %s %s", dependency(array, live), shell.Quote(a.script("collect")))
}

// script returns the path of one of the two job scripts, "array" or "collect".
func (a Array) script(name string) string { return filepath.Join(a.Folder, name+".sh") }

// ReadCellList returns the names of cells in a file, one a line; empty lines and lines that start with # are
// skipped. Spaces around a name do not count. The names are not checked here. What is no regular file, and a list that
// takes more memory than its size allows (budget.Budget), is an error.
func ReadCellList(file string) (names []string, err error) {
	room := budget.New(0)
	text, err := room.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("can't read the list of cells: %w", err)
	}
	for l := range bytes.Lines(text) {
		if l = bytes.TrimSpace(l); len(l) == 0 || l[0] == '#' {
			continue
		}
		if err := room.Spend("a name of a cell", nameBytes+int64(len(l))); err != nil {
			return nil, fmt.Errorf("can't read the list of cells: %s: %w", file, err)
		}
		names = append(names, string(l))
	}
	return names, nil
}

// nameBytes is the memory of a name in a list that grows by doubling, without its text.
const nameBytes = 3 * 16

// Abandoned is a task that is no longer alive and left cells unmade. The log says why, in most cases on its
// last line.
type Abandoned struct {
	Log   string // of the last task that tried these cells
	Cells int
}

// Unassigned returns those of the missing cells that no live task will make, and the tasks that left some of them, in
// the order of the cells. A task started if its log exists: a task without a log, in no queue, was never submitted, and
// its cells are unassigned without being abandoned.
//
// Later arrays overwrite what earlier ones tried, so that the log is the last attempt's. A cell that is in two
// arrays is assigned if either task is alive. O(cells + tasks × live).
func Unassigned(missing []record.Cell, arrays []Array, live []Element) (cells []record.Cell, left []Abandoned) {
	assigned, tried := map[string]bool{}, map[string]string{}
	for _, a := range arrays {
		for _, t := range a.Tasks {
			// Slurm creates the log when the task starts.
			_, started := os.Stat(t.Log)
			alive := a.isLive(t, live)
			for _, name := range t.Cells {
				if alive {
					assigned[name] = true
				} else if started == nil {
					tried[name] = t.Log
				}
			}
		}
	}
	for _, c := range missing {
		if assigned[c.Name()] {
			continue
		}
		cells = append(cells, c)
		log := tried[c.Name()]
		if log == "" {
			continue
		}
		// Cells of one task are counted together.
		i := slices.IndexFunc(left, func(x Abandoned) bool { return x.Log == log })
		if i < 0 {
			i, left = len(left), append(left, Abandoned{Log: log})
		}
		left[i].Cells++
	}
	return cells, left
}

// LastLine returns the last line of a log that is not empty, or "(nothing)". Spaces and empty lines at the end
// are ignored. A log that cannot be read counts as empty. Of a long log only the last maxTail bytes are read.
func LastLine(log string) string {
	f, size, err := bounded.Open(log)
	if err != nil {
		return "(nothing)"
	}
	defer f.Close()
	tail := min(size, maxTail)
	text, err := bounded.ReadAt(f, size, size-tail, tail)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if last := lines[len(lines)-1]; err == nil && last != "" {
		return last
	}
	return "(nothing)"
}

// maxTail bounds the end of a log in which LastLine looks, in bytes: a thousand lines.
const maxTail = 64 << 10
