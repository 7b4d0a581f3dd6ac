package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// element is an array's task that Slurm has in its queue: pending, running or completing.
type element struct {
	name  string // of the job
	id    string // of the array
	index int
}

// runs tells whether Slurm has a task of a job in its queue.
func (j job) runs(t task, live []element) bool {
	return slices.ContainsFunc(live, func(e element) bool { return e.name == j.name && e.index == t.index })
}

// queued asks Slurm which tasks of past jobs it still has. Where there is no Slurm, and nothing is to be submitted, it has none.
func queued(ctx context.Context, past []job, submit bool) ([]element, error) {
	if _, err := exec.LookPath("squeue"); err != nil {
		if submit {
			return nil, fmt.Errorf("there is no Slurm here (squeue: not found): run this where sbatch is, or leave --submit away and submit what it writes there")
		}
		return nil, nil
	}
	if len(past) == 0 {
		return nil, nil
	}
	names := make([]string, len(past))
	for i, j := range past {
		names[i] = j.name
	}
	text, err := ask(ctx, "squeue", "--noheader", "--array", "--format=%j|%F|%K", "--name="+strings.Join(names, ","))
	if err != nil {
		return nil, err
	}
	var live []element
	for l := range strings.Lines(text) {
		e, err := readElement(strings.TrimSpace(l))
		if err != nil {
			return nil, err
		}
		live = append(live, e)
	}
	return live, nil
}

// readElement reads a line of squeue's: name|array|index.
func readElement(line string) (element, error) {
	part := strings.Split(line, "|")
	if len(part) == 3 {
		if index, err := strconv.Atoi(part[2]); err == nil && index >= 0 && part[0] != "" && isID(part[1]) {
			return element{name: part[0], id: part[1], index: index}, nil
		}
	}
	return element{}, fmt.Errorf("squeue said %q where NAME|JOB|INDEX was asked for", line)
}

func isID(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// submit hands a job over: its array, and the collecting job after that and after the arrays that still run.
func (p program) submit(ctx context.Context, j job, live []element) error {
	array, err := sbatch(ctx, filepath.Join(j.dir, "array.sh"))
	if err != nil {
		return err
	}
	after := []string{array}
	for _, e := range live {
		if !slices.Contains(after, e.id) {
			after = append(after, e.id)
		}
	}
	collect, err := sbatch(ctx, "--dependency=afterany:"+strings.Join(after, ":"), filepath.Join(j.dir, "collect.sh"))
	if err != nil {
		return fmt.Errorf("array %s is submitted, the job that writes the tables is not: %w", array, err)
	}
	fmt.Fprintf(p.out, "wrote    %s\nsubmitted array %s, and %s for the tables after it\n", j.dir, array, collect)
	return nil
}

// sbatch submits a script and returns the number of the job.
func sbatch(ctx context.Context, args ...string) (string, error) {
	text, err := ask(ctx, "sbatch", append([]string{"--parsable"}, args...)...)
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(text), ";") // of several clusters, the name follows
	if !isID(id) {
		return "", fmt.Errorf("sbatch said %q where the number of a job was asked for", text)
	}
	return id, nil
}

// ask runs one of Slurm's commands and returns what it prints.
func ask(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("%s failed (%v): %s", name, err, bytes.TrimSpace(failed.Stderr))
	}
	return string(out), err
}
