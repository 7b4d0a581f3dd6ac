package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/results/store"
)

// Columns with hostile names, in every test and every format, in the answer and in the messages.
func TestStatsOnHostileNames(t *testing.T) {
	var text strings.Builder
	names := csv.NewWriter(&text)
	names.Write(clitest.Hostile)
	for r := range 12 {
		row := make([]string, len(clitest.Hostile))
		for i := range row {
			row[i] = fmt.Sprint((r*7+i*3)%11 + r%2)
		}
		names.Write(row)
	}
	names.Flush()
	many := clitest.Written(t, text.String())
	pair := clitest.Written(t, pairOf(text.String()))
	for _, test := range []string{"ttest", "anova", "pairwise", "wilcoxon", "mannwhitney", "friedman", "equivalence",
		"bootstrap"} {
		file, more := many, []string(nil)
		switch test {
		case "ttest", "wilcoxon", "mannwhitney":
			file = pair
		case "equivalence":
			file, more = pair, []string{"--margin", "1"}
		}
		for _, format := range cli.Formats() {
			args := append([]string{"stats", test, file, "--format", format}, more...)
			code, stdout, stderr, _ := clitest.Invoke(args...)
			if code != 0 {
				t.Errorf("%q: exit code %d: %s", args, code, stderr)
			}
			clitest.CheckHarmless(t, test+" as "+format, clitest.ExtensionOf(format), stdout)
			clitest.CheckHarmless(t, test+"'s messages", "txt", stderr)
		}
	}
	_, _, stderr, _ := clitest.Invoke("stats", "ttest", many, "--columns", "\x1b[2J")
	clitest.CheckHarmless(t, "an unknown column", "txt", stderr)
	_, _, stderr, _ = clitest.Invoke("stats", "ttest", "no\x1b[2Jfile")
	clitest.CheckHarmless(t, "a path", "txt", stderr)
}

// pairOf is the first two columns of comma-separated values without quotes in them.
func pairOf(text string) string {
	rows, _ := csv.NewReader(strings.NewReader(text)).ReadAll()
	var out strings.Builder
	w := csv.NewWriter(&out)
	for _, row := range rows {
		w.Write(row[:2])
	}
	w.Flush()
	return out.String()
}

// recordCommands are the command lines that show the records of two folders in a form of --format.
var recordCommands = []func(a, b string) []string{
	func(a, b string) []string { return []string{"compare", a, b} },
}

// Records with hostile names, in every form of every command that shows records.
func TestRecordsWithHostileNames(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	hostileRecords(t, a)
	hostileRecords(t, b)
	for _, format := range cli.Documents() {
		for _, command := range recordCommands {
			args := command(a, b)
			code, stdout, stderr, _ := clitest.Invoke(append(args, "--format", format)...)
			if code != 0 {
				t.Errorf("%q: exit code %d: %s", args, code, stderr)
			}
			clitest.CheckHarmless(t, args[0]+" as "+format, clitest.ExtensionOf(format), stdout)
			clitest.CheckHarmless(t, args[0]+"'s messages", "txt", stderr)
		}
	}
	if code, stdout, stderr, _ := clitest.Invoke("report", a); code != 0 {
		t.Errorf("report: exit code %d: %s%s", code, stdout, stderr)
	} else {
		clitest.CheckHarmless(t, "report", "txt", stdout+stderr)
	}
	clitest.CheckFiles(t, "report", a)
}

// hostileRecords fills a folder with records whose every label from outside is hostile, a different one each.
func hostileRecords(t *testing.T, dir string) {
	t.Helper()
	plan, err := bench.NewPlan("E1", clitest.Brief(3))
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	next := 0
	label := func() string {
		next++
		return clitest.WithControls[next%len(clitest.WithControls)]
	}
	for _, c := range plan.Cells() {
		r, err := clitest.FakeCellRunner{Made: new(atomic.Int32)}.Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		r.Renderer, r.Data.Version, r.Training.Backend = label(), label(), label()
		r.Device = &record.Device{Kind: "go", Name: label(), Instructions: label(), Options: label()}
		r.Provenance = record.Provenance{Program: label(), Commit: label(), Go: label(), System: label(), CPU: label()}
		for range r.Data.Groups {
			r.Training.Groups = append(r.Training.Groups, label())
		}
		for step := range min(3, c.Steps+1) {
			weights, sum := make([]float64, len(r.Training.Groups)), 0.0
			for g := range weights {
				weights[g] = 1 + float64(step*g)
				sum += weights[g]
			}
			for g := range weights {
				weights[g] /= sum
			}
			r.Training.Alpha = append(r.Training.Alpha, record.Point{Step: step, Group: weights})
		}
		if err := s.Put(r); err != nil {
			t.Fatal(err)
		}
	}
}

// A partition or a folder never adds a line or an option to a script of Slurm.
func TestSlurmOnHostileNames(t *testing.T) {
	dir := t.TempDir()
	for _, partition := range []string{"long\n#SBATCH --wrap=rm", "a b", "a\rb", "$(id)", "-x y", "a,,b"} {
		code, _, stderr, _ := clitest.Invoke("slurm", "quick", "--out", dir, "--partition", partition)
		if code != 2 || !strings.Contains(stderr, "is no name") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("--partition %q: exit code %d, %q", partition, code, stderr)
		}
	}
	for _, out := range []string{"a\nb", "a\rb", "a\x1bb"} {
		code, _, stderr, _ := clitest.Invoke("slurm", "quick", "--out", filepath.Join(dir, out))
		if code != 2 || strings.Count(stderr, "\n") != 1 {
			t.Errorf("--out %q: exit code %d, %q", out, code, stderr)
		}
		clitest.CheckHarmless(t, "slurm's messages", "txt", stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "slurm")); err == nil {
		t.Error("scripts were written")
	}
}
