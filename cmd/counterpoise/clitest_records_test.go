package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/store"
)

// shelved fills a folder with fake records of a plan.
func shelved(t testing.TB, dir, name string, change func(*record.Size)) {
	t.Helper()
	plan, err := bench.NewPlan(name, change)
	if err != nil {
		t.Fatal(err)
	}
	store, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range plan.Cells() {
		r, err := fakeCellRunner{made: new(atomic.Int32)}.Run(context.Background(), c)
		if err == nil {
			err = store.Put(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func brief(trials int) func(*record.Size) {
	return func(s *record.Size) { s.Trials, s.Rollouts, s.Steps = trials, 10, 7 }
}

// tables is what a run leaves for the user in a folder: the Markdown, and what it printed without the paths.
func tables(t testing.TB, dir, stdout string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "E1.md"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(stdout, dir, "DIR") + string(text)
}

// complete runs quick to its end in a folder.
func complete(t testing.TB, dir string, more ...string) (tabled, stderr string, made int) {
	t.Helper()
	code, stdout, stderr, made := invoke(
		append([]string{"run", "E1", "--trials", "5", "--rollouts", "10", "--full", "--out", dir}, more...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return tables(t, dir, stdout), stderr, made
}
