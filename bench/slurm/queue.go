package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"counterpoise/internal/shell"
)

// Element is a task that Slurm has in its queue: pending, running or completing. Name is that of Array.Name,
// which connects Slurm's queue with the folders.
type Element struct {
	Name  string // of the job
	ID    string // of the array
	Index int
}

// isLive reports whether Slurm has a task of the array in its queue. A task that waits counts as live, so it is
// not submitted twice.
func (a Array) isLive(t Task, live []Element) bool {
	return slices.ContainsFunc(live, func(e Element) bool { return e.Name == a.Name && e.Index == t.Index })
}

// ErrNoSlurm is the error of a machine without Slurm's commands. Callers test for it with errors.Is.
var ErrNoSlurm = errors.New("there is no Slurm here (squeue: not found)")

// Queue returns the tasks of the arrays that squeue lists: pending, running or completing. On a machine without
// squeue the error is ErrNoSlurm.
//
// The format of squeue is name, number of the array and index of the task; --array lists every task on a line
// of its own. Only jobs with the arrays' names are listed, those of the user's other work are not.
func Queue(ctx context.Context, arrays []Array) (live []Element, err error) {
	if _, err := exec.LookPath("squeue"); err != nil {
		return nil, ErrNoSlurm
	}
	if len(arrays) == 0 {
		return nil, nil
	}
	names := make([]string, len(arrays))
	for i, a := range arrays {
		names[i] = a.Name
	}
	text, err := run(ctx, "squeue", "--noheader", "--array", "--format=%j|%F|%K", "--name="+strings.Join(names, ","))
	if err != nil {
		return nil, err
	}
	for l := range strings.Lines(text) {
		e, err := parseElement(strings.TrimSpace(l))
		if err != nil {
			return nil, err
		}
		live = append(live, e)
	}
	return live, nil
}

// parseElement reads a line of squeue's output in the format NAME|ARRAY|INDEX. Anything else is an error, as
// guessing could submit cells twice.
func parseElement(line string) (Element, error) {
	part := strings.Split(line, "|")
	if len(part) == 3 {
		if index, err := strconv.Atoi(part[2]); err == nil && index >= 0 && part[0] != "" && isID(part[1]) {
			return Element{Name: part[0], ID: part[1], Index: index}, nil
		}
	}
	return Element{}, fmt.Errorf("squeue said %.200q where NAME|JOB|INDEX was asked for", line)
}

// isID reports whether s is a job's number.
func isID(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// Submit submits an array, and its collecting job to run after it and after the arrays of live. It returns the
// numbers of both jobs. The first is set where the array was submitted and the collecting job was not.
//
// Waiting for the live tasks of earlier arrays keeps the collecting job from writing tables while they still
// make records. An error about the collecting job does not wrap that of ctx, since it says what is left to do.
func Submit(ctx context.Context, a Array, live []Element) (array, collect string, err error) {
	if array, err = sbatch(ctx, a.script("array")); err != nil {
		return "", "", err
	}
	after := dependency(array, live)
	if collect, err = sbatch(ctx, after, a.script("collect")); err != nil {
		err = fmt.Errorf("array %s is submitted, the job that writes the tables is not: %v; "+
			"submit it with sbatch %s %s", array, err, after, shell.Quote(a.script("collect")))
	}
	return array, collect, err
}

// dependency is the flag of sbatch that lets the collecting job run after an array and after those of live.
func dependency(array string, live []Element) string {
	return "--dependency=afterany:" + strings.Join(append([]string{array}, idsOf(live)...), ":")
}

// idsOf returns the numbers of the arrays of live tasks, each once, however many of its tasks are live.
func idsOf(live []Element) (ids []string) {
	for _, e := range live {
		if !slices.Contains(ids, e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// sbatch submits a script and returns the number of the job. --parsable makes sbatch print the number alone, or
// number;cluster.
func sbatch(ctx context.Context, args ...string) (string, error) {
	text, err := run(ctx, "sbatch", append([]string{"--parsable"}, args...)...)
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(text), ";") // of several clusters, the name follows
	if !isID(id) {
		return "", fmt.Errorf("sbatch said %.200q where the number of a job was asked for", text)
	}
	return id, nil
}

// The most bytes that are taken of what one of Slurm's commands prints, and of what it says is wrong. A line about an
// element has some 40 bytes, so the first is a queue of 400,000 elements.
const (
	maxOutput  = 16 << 20
	maxMessage = 2000
)

// outlives is how long a command's output may stay open after the command has ended or was killed: a script in the
// place of the command may have started others, which hold it open.
const outlives = 2 * time.Second

// errLong is why run ends a command that prints more than maxOutput.
var errLong = fmt.Errorf("printed more than %d MiB, which is no answer", maxOutput>>20)

// run runs one of Slurm's commands and returns what it prints. The error has the beginning of what the command wrote to
// its standard error. When ctx ends, the command is killed and the error is that of ctx.
func run(ctx context.Context, name string, args ...string) (string, error) {
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out := head{most: maxOutput, full: func() { stop(errLong) }}
	wrong := head{most: maxMessage, full: func() {}}
	c := exec.CommandContext(within, name, args...)
	c.Stdout, c.Stderr, c.WaitDelay = &out, &wrong, outlives
	err := c.Run()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return string(out.kept), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case within.Err() != nil:
		return "", fmt.Errorf("%s %w", name, context.Cause(within))
	case errors.As(err, &failed):
		return "", fmt.Errorf("%s failed (%v): %s", name, err, bytes.TrimSpace(wrong.kept))
	}
	return "", fmt.Errorf("can't run %s: %w", name, err)
}

// head keeps the first bytes that are written to it, and calls full when there are more.
type head struct {
	kept []byte
	most int
	full func()
}

// Write implements io.Writer. It takes all bytes, so that whoever writes is not stopped by it.
func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.most-len(h.kept))
	h.kept = append(h.kept, p[:n]...)
	if n < len(p) {
		h.full()
	}
	return len(p), nil
}
