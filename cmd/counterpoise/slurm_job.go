package main

import (
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
	"time"

	"counterpoise/bench"
	"counterpoise/internal/durable"
	"counterpoise/policies/backend"
)

// job is one array, submitted or not: a folder DIR/slurm/NNN with a list of cells for each task, N.cells, two scripts, and what
// the tasks said, N.log.
type job struct {
	dir   string
	name  string // as squeue shows it: the folder's number and a digest of DIR, so that folders do not meet
	tasks []task
}

// task is an element of the array.
type task struct {
	index int
	cells []string // their names
	log   string
}

// arrays are the jobs that were written for a folder of records, the oldest first.
func arrays(out string) (jobs []job, err error) {
	entries, err := os.ReadDir(filepath.Join(out, "slurm"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil || !e.IsDir() {
			continue
		}
		j := jobIn(out, e.Name())
		lists, err := filepath.Glob(filepath.Join(j.dir, "*.cells"))
		if err != nil {
			return nil, err
		}
		for _, list := range lists {
			index, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(list), ".cells"))
			if err != nil {
				continue
			}
			cells, err := namesIn(list)
			if err != nil {
				return nil, err
			}
			j.tasks = append(j.tasks, task{index: index, cells: cells, log: filepath.Join(j.dir, fmt.Sprint(index, ".log"))})
		}
		slices.SortFunc(j.tasks, func(a, b task) int { return cmp.Compare(a.index, b.index) })
		jobs = append(jobs, j)
	}
	return jobs, nil
}

func jobIn(out, number string) job {
	sum := sha256.Sum256([]byte(out))
	return job{dir: filepath.Join(out, "slurm", number), name: "counterpoise-" + number + "-" + hex.EncodeToString(sum[:4])}
}

// write makes the folder of a new job: out is absolute.
func (a array) write(out, plan string, sizes []string, tasks [][]bench.Cell) (job, error) {
	program, err := keepProgram(filepath.Join(out, "slurm"))
	if err != nil {
		return job{}, err
	}
	j, err := newJob(out)
	if err != nil {
		return j, err
	}
	for i, cells := range tasks {
		var list strings.Builder
		for _, c := range cells {
			fmt.Fprintln(&list, c.Name())
		}
		if err := durable.WriteFile(filepath.Join(j.dir, fmt.Sprint(i, ".cells")), []byte(list.String())); err != nil {
			return j, err
		}
	}
	longest, err := a.longest(tasks)
	if err != nil {
		return j, err
	}
	words := append([]string{quoted(program), "run", plan}, sizes...)
	if a.gpu {
		words = append(words, "--device", string(backend.CUDA))
	}
	words = append(words, "--out", quoted(out), "--workers", fmt.Sprint(a.workers), "--cells", quoted(j.dir)+"/$SLURM_ARRAY_TASK_ID.cells")
	err = a.script(j, "array", j.name, "%a", words, longest, fmt.Sprintf("#SBATCH --array=0-%d\n", len(tasks)-1)+a.gres())
	if err != nil {
		return j, err
	}
	words = append([]string{quoted(program), "slurm", plan}, sizes...)
	words = append(words, "--out", quoted(out), fmt.Sprintf("--films=%v", a.films), "--collect")
	return j, a.script(j, "collect", j.name+"-collect", "collect", words, 0, "")
}

// newJob makes the folder of the next number, which nobody else has.
func newJob(out string) (job, error) {
	for n := 1; ; n++ {
		j := jobIn(out, fmt.Sprintf("%03d", n))
		if err := os.Mkdir(j.dir, 0o755); !errors.Is(err, fs.ErrExist) {
			return j, err
		}
	}
}

func (a array) gres() string {
	if a.gpu {
		return "#SBATCH --gres=gpu:1\n"
	}
	return ""
}

// script writes one of a job's scripts. The limit is three times what is expected, and ten minutes: a node may be slower, and what a
// task has finished by then is kept.
func (a array) script(j job, file, name, log string, words []string, expected time.Duration, more string) error {
	limit := 3*expected + 10*time.Minute
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/sh\n#SBATCH --job-name=%s\n#SBATCH --output=\"%s\"\n#SBATCH --open-mode=append\n", name, filepath.Join(j.dir, log+".log"))
	fmt.Fprintf(&b, "#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=%d\n#SBATCH --mem-per-cpu=%dM\n#SBATCH --time=%d\n",
		a.workers, bench.Memory>>20, int(limit.Minutes())+1)
	if a.partition != "" {
		fmt.Fprintf(&b, "#SBATCH --partition=%s\n", a.partition)
	}
	b.WriteString(more)
	if debug := os.Getenv("GODEBUG"); debug != "" {
		fmt.Fprintf(&b, "export GODEBUG=%s\n", quoted(debug))
	}
	fmt.Fprintf(&b, "exec %s\n", strings.Join(words, " "))
	return durable.WriteFile(filepath.Join(j.dir, file+".sh"), []byte(b.String()))
}

// keepProgram copies this program to a folder, under the digest of what it is.
func keepProgram(dir string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	path := filepath.Join(dir, "counterpoise-"+hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := durable.WriteFile(path, text); err != nil {
		return "", err
	}
	return path, os.Chmod(path, 0o755)
}

// byHand is the command that submits a job.
func (j job) byHand() string {
	return fmt.Sprintf("sbatch --dependency=afterany:$(sbatch --parsable %s) %s", quoted(filepath.Join(j.dir, "array.sh")), quoted(filepath.Join(j.dir, "collect.sh")))
}
