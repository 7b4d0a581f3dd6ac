package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/results/store"
)

// killsVariable sets how many processes TestKilledProcesses kills; CONTRIBUTING.md says how to kill 200.
const killsVariable = "COUNTERPOISE_TEST_KILLS"

// killedProcesses are the processes that work in one folder at a time.
const killedProcesses = 3

// Several processes train real, small policies in one folder, each killed at a random moment and followed by another.
// The run that is left alone at the end has the tables and the records of one that nothing disturbed, but for the
// durations. If a run is complete before enough processes were killed, the next one begins in another folder.
func TestKilledProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a dozen policies")
	}
	kills, trials := 6, "1"
	if text := os.Getenv(killsVariable); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s: %v", killsVariable, err)
		}
		kills, trials = n, "6"
	}
	start := func(dir string) *exec.Cmd {
		c := exec.Command(os.Args[0], "run", "E1", "--trials", trials, "--rollouts", "1", "--steps", "10", "--policy",
			"state", "--films=false", "--chance=false", "--device", "go", "--workers", "1", "--out", dir)
		c.Env = append(os.Environ(), "COUNTERPOISE_TEST_PAUSE=0s")
		return c
	}
	alone := t.TempDir()
	if out, err := start(alone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := tablesAndRecords(t, alone)
	draw := rand.New(rand.NewPCG(3, 4)) // when to kill; no result depends on it
	killed, runs := 0, 0
	for ; killed < kills; runs++ {
		dir := t.TempDir()
		for killed < kills {
			n, done := killSome(t, draw, func() *exec.Cmd { return start(dir) }, kills-killed)
			if killed += n; done {
				break
			}
		}
		if out, err := start(dir).CombinedOutput(); err != nil {
			t.Fatalf("after %d kills: %v\n%s", killed, err, out)
		}
		if got := tablesAndRecords(t, dir); !reflect.DeepEqual(got, want) {
			t.Errorf("after %d kills: other tables or records than those of a run that nothing disturbed", killed)
		}
	}
	t.Logf("%d processes were killed in %d runs", killed, runs)
}

// killSome starts killedProcesses processes and kills each at a moment of its own, within 3 seconds: that is the start,
// some policies, and sometimes the report at the end. It reports how many were killed, at most most of them, and
// whether one ended by itself, its run complete.
func killSome(t *testing.T, draw *rand.Rand, start func() *exec.Cmd, most int) (killed int, done bool) {
	t.Helper()
	ended := make(chan error, killedProcesses)
	for range min(killedProcesses, most) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(draw.Int64N(int64(3*time.Second))))
		c := start()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		kill := context.AfterFunc(ctx, func() { c.Process.Kill() })
		go func() {
			err := c.Wait()
			kill()
			cancel()
			ended <- err
		}()
	}
	for range min(killedProcesses, most) {
		var exit *exec.ExitError
		switch err := <-ended; {
		case err == nil:
			done = true
		case errors.As(err, &exit) && !exit.Exited():
			killed++
		default:
			t.Errorf("a process failed by itself: %v", err)
		}
	}
	return killed, done
}

// runResult is what a run leaves: its tables by their path, and its records without durations, sorted by name.
type runResult struct {
	Tables  map[string]string
	Records []record.Record
}

// tablesAndRecords reads what a run has left. Temporary files, and part files of processes that are gone, fail t.
func tablesAndRecords(t *testing.T, dir string) runResult {
	t.Helper()
	r := runResult{Tables: map[string]string{}}
	for _, pattern := range []string{"*.md", "tables/*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no %s in %s", pattern, dir)
		}
		for _, path := range files {
			name, _ := filepath.Rel(dir, path)
			r.Tables[name] = clitest.Contents(t, path)
		}
	}
	s, err := store.Read(dir)
	if err != nil || len(s.Damage) > 0 {
		t.Fatalf("%v, %v", err, s)
	}
	r.Records = s.Records()
	for i := range r.Records {
		r.Records[i].Duration = record.Duration{}
	}
	slices.SortFunc(r.Records, func(a, b record.Record) int { return strings.Compare(a.Cell.Name(), b.Cell.Name()) })
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "records-") {
			t.Errorf("%s is left in %s", e.Name(), dir)
		}
	}
	return r
}
