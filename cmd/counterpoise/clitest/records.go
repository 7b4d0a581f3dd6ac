package clitest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/store"
)

// Shelved fills a folder with fake records of a plan.
func Shelved(t testing.TB, dir, name string, change func(*record.Size)) {
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
		r, err := FakeCellRunner{Made: new(atomic.Int32)}.Run(context.Background(), c)
		if err == nil {
			err = store.Put(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Brief is a change of a plan to some trials of few rollouts and steps.
func Brief(trials int) func(*record.Size) {
	return func(s *record.Size) { s.Trials, s.Rollouts, s.Steps = trials, 10, 7 }
}

// tables is what a run leaves for the user in a folder: the Markdown, and what it printed without the paths.
func tables(t testing.TB, dir, stdout string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, cli.ExampleRun+".md"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(stdout, dir, "DIR") + string(text)
}

// FiveTrials runs the experiment of the examples to its end in a folder, and returns what it leaves and says.
func FiveTrials(t testing.TB, dir string, more ...string) (tabled, stderr string, made int) {
	t.Helper()
	code, stdout, stderr, made := Invoke(
		append([]string{"run", cli.ExampleRun, "--trials", "5", "--rollouts", "10", "--full", "--out", dir},
			more...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return tables(t, dir, stdout), stderr, made
}
