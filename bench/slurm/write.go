package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"counterpoise/bench/cost"
	"counterpoise/bench/record"
	"counterpoise/internal/durable"
	"counterpoise/internal/shell"
)

// Commands are the command lines of an array's scripts, as words that are quoted for the shell.
type Commands struct {
	Make    []string  // makes the cells of Array.CellList
	Collect []string  // runs once after the array
	Report  cost.Cost // what Collect is expected to take (cost.Report); zero for some minutes
}

// Request is what a job asks Slurm for.
type Request struct {
	Cores   int
	Memory  int64 // of a core, in MiB
	Minutes int   // time limit
}

// Request returns what each task asks for, by the longest of them and the one that needs the most memory.
func (o Options) Request(tasks [][]record.Cell) (Request, error) {
	longest, err := o.Longest(tasks)
	if err != nil {
		return Request{}, err
	}
	all, err := cost.Total(slices.Concat(tasks...))
	return o.request(longest, all.Memory), err
}

// request returns what a job of an expected length asks for. The time limit is three times that and ten minutes more,
// rounded up, because a node may be slower than the one that the costs were measured on; what a task has finished by
// then is kept. Memory is per core, since each worker of a task has one.
func (o Options) request(expected time.Duration, memory int64) Request {
	limit := 3*expected + 10*time.Minute
	return Request{Cores: o.Workers, Memory: (memory + 1<<20 - 1) >> 20, Minutes: int(limit.Minutes()) + 1}
}

// Write creates the next array for the folder of records out, an absolute path on a file system that all nodes share.
// The scripts call a copy of the running program, so that building it anew changes nothing for tasks that wait;
// commands receives the path of the copy, quoted for the shell.
//
// The array is written whole or not at all: after an error or a crash its folder is empty, and its number is not used
// again.
func (o Options) Write(out string, tasks [][]record.Cell, commands func(program string, a Array) Commands) (Array,
	error) {
	if err := o.Check(); err != nil {
		return Array{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return Array{}, err
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return Array{}, err
	}
	return o.write(out, text, tasks, commands)
}

// write is Write for a program of a given content.
func (o Options) write(out string, self []byte, tasks [][]record.Cell, commands func(string, Array) Commands) (Array,
	error) {
	dir, err := durable.Below(out, "slurm/")
	if err != nil {
		return Array{}, err
	}
	program, err := copyProgram(dir, self)
	if err != nil {
		return Array{}, err
	}
	a, err := newArray(out)
	if err != nil {
		return a, err
	}
	staging, err := durable.NewStaging(a.Folder)
	if err != nil {
		return a, err
	}
	defer staging.Abort()
	if err := durable.Mkdir(staging.Path()); err != nil {
		return a, err
	}
	for i, cells := range tasks {
		var list strings.Builder
		for _, c := range cells {
			fmt.Fprintln(&list, c.Name())
		}
		path := filepath.Join(staging.Path(), fmt.Sprint(i, ".cells"))
		if err := durable.WriteNew(path, []byte(list.String())); err != nil {
			return a, err
		}
	}
	asked, err := o.Request(tasks)
	if err != nil {
		return a, err
	}
	lines := fmt.Sprintf("#SBATCH --array=0-%d\n", len(tasks)-1)
	if o.GPU {
		lines += "#SBATCH --gres=gpu:1\n"
	}
	c := commands(shell.Quote(program), a)
	report := o.request(time.Duration(c.Report.Seconds*float64(time.Second)), max(cost.WorkerMemory, c.Report.Memory))
	for _, s := range []script{
		{"array", a.Name, "%a", lines, asked, c.Make},
		{"collect", a.Name + "-collect", "collect", "", report, c.Collect},
	} {
		path := filepath.Join(staging.Path(), filepath.Base(a.script(s.file)))
		if err := durable.WriteNew(path, o.scriptText(a, s)); err != nil {
			return a, err
		}
	}
	return a, staging.Commit()
}

// script describes a job script.
type script struct {
	file, job, log string // names of the file, the job and the log file, without suffix
	lines          string // more lines for sbatch
	asked          Request
	words          []string
}

// scriptText returns a job script. The log is opened for appending. GODEBUG is passed on, so that tasks run with the
// settings of the process that wrote the scripts.
func (o Options) scriptText(a Array, s script) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/sh\n#SBATCH --job-name=%s\n#SBATCH --output=\"%s\"\n#SBATCH --open-mode=append\n",
		s.job, filepath.Join(a.Folder, s.log+".log"))
	fmt.Fprintf(&b, "#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=%d\n#SBATCH --mem-per-cpu=%dM\n#SBATCH --time=%d\n",
		s.asked.Cores, s.asked.Memory, s.asked.Minutes)
	if o.Partition != "" {
		fmt.Fprintf(&b, "#SBATCH --partition=%s\n", o.Partition)
	}
	b.WriteString(s.lines)
	if debug := os.Getenv("GODEBUG"); debug != "" {
		fmt.Fprintf(&b, "export GODEBUG=%s\n", shell.Quote(debug))
	}
	fmt.Fprintf(&b, "exec %s\n", strings.Join(s.words, " "))
	return []byte(b.String())
}

// copyProgram writes a program to a folder, under a digest of its content, and returns the copy's path. Eight bytes of
// SHA-256 name the copy, so that equal programs share one and different ones coexist.
func copyProgram(dir string, text []byte) (string, error) {
	if err := durable.MkdirAll(dir); err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	path := filepath.Join(dir, "counterpoise-"+hex.EncodeToString(sum[:8]))
	// The content is in the name, so an existing copy is the right one.
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	return path, durable.WriteProgram(path, text)
}
