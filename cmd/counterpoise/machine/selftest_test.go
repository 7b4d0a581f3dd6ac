package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/soak"
)

// A short soak of every job: nothing grows, each job gives the same bytes every time, and nothing is left on the disk.
// A selftest that is killed leaves a folder, which the next one removes (internal/durable).
func TestSoak(t *testing.T) {
	t.Setenv("COUNTERPOISE_CACHE", "/untouched")
	dir := t.TempDir()
	code, stdout, stderr, _ := clitest.Invoke("dev", "selftest", "--soak", "--for", "1ms", "--dir", dir, "--jobs",
		"report,stats")
	if code != 0 || strings.Count(stderr, "  round ") != minRounds {
		t.Errorf("exit code %d: %s\n%s", code, stdout, stderr)
	}
	for _, want := range []string{`stats +4 .* the same every time\n`, `report +4 .* the same every time\n`,
		`live memory .* flat\n`, `goroutines .* flat\n`, `files kept .* flat\n`} {
		if !regexp.MustCompile(want).MatchString(stdout) {
			t.Errorf("no line with %q in\n%s", want, stdout)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if got := os.Getenv("COUNTERPOISE_CACHE"); got != "/untouched" {
		t.Errorf("COUNTERPOISE_CACHE is %q afterwards", got)
	}
}

// Every job of the selftest succeeds, with the policies and rollouts that a user's selftest makes. Demonstrations in
// every format and the report take about 10 s each.
func TestSelftestJobs(t *testing.T) {
	t.Setenv("COUNTERPOISE_CACHE", t.TempDir())
	slow := []string{"demos", "report"}
	for _, j := range selftestJobs {
		t.Run(j.name, func(t *testing.T) {
			if testing.Short() && slices.Contains(slow, j.name) {
				t.Skip("takes 10 s")
			}
			w := &selftestWork{dir: t.TempDir(), results: map[string]*jobResult{},
				program: of(cli.Program{Name: "counterpoise", CellRunner: shared.NewCellRunner})}
			if err := w.round(t.Context(), []string{j.name}); err != nil {
				t.Fatal(err)
			}
			if r := w.results[j.name]; r.problem != "" {
				t.Error(r.problem)
			}
		})
	}
}

// A job that does something else each time, one that fails, and one that writes nothing are said, with exit code 1. A
// command line that is no job's is one of wrong usage.
func TestSelftestFails(t *testing.T) {
	jobs := selftestJobs
	defer func() { selftestJobs = jobs }()
	round := 0
	selftestJobs = []selftestJob{
		{name: "other", printed: true, commands: func() [][]string {
			round++
			return [][]string{{"stats", "power", "--dz", fmt.Sprint(.5 + .1*float64(round)), "--power", "0.9"}}
		}},
		{name: "wrong", commands: func() [][]string { return [][]string{{"stats", "ttest", "DIR/none.csv"}} }},
		{name: "nothing", same: []string{"file"}, commands: func() [][]string { return [][]string{{"version"}} }},
		{name: "good", printed: true, commands: func() [][]string { return [][]string{{"version"}} }},
	}
	code, stdout, stderr, _ := clitest.Invoke("dev", "selftest", "--dir", t.TempDir())
	if code != 1 || !strings.Contains(stderr, "counterpoise: failed: other, wrong, nothing\n") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"other bytes in round 2 than in the first", "stats ttest DIR/none.csv: ",
		"wrote no file", "the same every time"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"dev selftest --for 5m", "--for goes with --soak"},
		{"dev selftest --jobs=", "--jobs names none; there is other"},
		{"dev selftest --soak --for 0s", "--for must be longer than 0"},
		{"dev selftest --jobs goods", `--jobs does not take "goods"; did you mean "good"?`},
		{"dev selftest now", `selftest takes no argument, so not "now"`},
	} {
		if code, _, stderr, _ := clitest.Invoke(strings.Fields(c.args)...); code != 2 ||
			!strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d: %s", c.args, code, stderr)
		}
	}
	file := clitest.Written(t, "")
	if code, _, stderr, _ := clitest.Invoke("dev", "selftest", "--dir", file); code != 1 ||
		!strings.Contains(stderr, "with --dir") {
		t.Errorf("a file as --dir: exit code %d: %s", code, stderr)
	}
}

// Folders above the work that the selftest makes go with it; one that was there stays.
func TestSelftestLeavesNoFolders(t *testing.T) {
	dir := t.TempDir()
	for _, at := range []string{filepath.Join(dir, "made", "deep"), dir} {
		if code, _, stderr, _ := clitest.Invoke("dev", "selftest", "--jobs", "stats", "--dir", at); code != 0 {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("--dir %s left %v, %v", at, left, err)
		}
	}
}

// What grows is named in the table and makes the selftest fail.
func TestSoakSaysWhatGrows(t *testing.T) {
	var out bytes.Buffer
	w := &selftestWork{program: of(cli.Program{Out: &out})}
	for i := range int64(9) {
		w.samples = append(w.samples, soak.Sample{Heap: 50e6 + i*1e6, Resident: -1, Descriptors: 9 + i, Goroutines: 5})
	}
	grown := strings.Join(w.printSamples(), ", ")
	if grown != "live memory grows, open descriptors grows" {
		t.Errorf("grown: %s", grown)
	}
	for _, want := range []string{
		`live memory +51\.0 MB +57\.0 MB +58\.0 MB +\+1000\.00 kB +2\.1 MB +grows`,
		`resident memory +- +- +- +- +- +this system does not say`, `open descriptors +10 +16 +17 +\+1\.00 +0 +grows`,
		`goroutines +5 +5 +5 +\+0\.00 +0 +flat`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no line with %q in\n%s", want, out.String())
		}
	}
}

// Ctrl-C ends a soak within a round, and removes its folder.
func TestSoakHearsTheEnd(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	p := of(cli.Program{Name: "counterpoise", Out: &bytes.Buffer{}, Err: &bytes.Buffer{},
		CellRunner: func(int) runner.CellRunner { return clitest.FakeCellRunner{} }})
	start := time.Now()
	err := p.tryJobs(ctx, selftestFlags{soak: true, time: time.Hour, jobs: []string{"demos"}, dir: dir})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("ended after %v", took)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
