package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/printable"
	"counterpoise/results/document"
	"counterpoise/results/store"
	"counterpoise/scenes/demos"
)

// hostile are labels that act on what shows them: a terminal, a spreadsheet, a browser, LaTeX, Markdown.
var hostile = []string{
	"=cmd|' /C calc'!A0", "@SUM(A1)", "-2+3", `<script>alert(1)</script>`, `\input{secret}$x$%`, "a|b",
	"[x](javascript:alert(1))", "\u202egnp", `"><svg onload=alert(1)>`, "`x`\u2028",
}

// withControls are the same and labels with control characters, where a file may hold them.
var withControls = append([]string{"a\x1b]0;owned\x07\x1b[2Jb", "x\ny\r\tz", "\u009b31m"}, hostile...)

// acts finds what must not stand in a text form of a document. Escaped, none of it is left.
var acts = map[string]*regexp.Regexp{
	"html": regexp.MustCompile(`<script>alert|<svg onload|<b>`),
	"svg":  regexp.MustCompile(`<script|<svg onload`),
	"tex":  regexp.MustCompile(`(?m)^[^%\n].*(\\input|[^\\]\$x)`),
	"md":   regexp.MustCompile("[^\\\\]<script|[^\\\\]<svg|[^\\\\]\\]\\(java|[^\\\\]`x"),
	"txt":  regexp.MustCompile(`\x1b`),
}

// checkHarmless reports what would act in a text of a form, named by the extension of its files.
func checkHarmless(t *testing.T, what, extension, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", " ")
		if printable.Line(line) != line {
			t.Errorf("%s: the line %.200q has characters that act on a terminal", what, line)
			break
		}
	}
	if found := acts[extension]; found != nil && found.MatchString(text) {
		t.Errorf("%s: %q in\n%.2000s", what, found.FindString(text), text)
	}
	if extension != "csv" {
		return
	}
	rows := csv.NewReader(strings.NewReader(text))
	rows.FieldsPerRecord = -1
	all, err := rows.ReadAll()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for _, row := range all {
		for _, field := range row {
			_, err := strconv.ParseFloat(field, 64)
			if err != nil && len(field) > 1 && strings.Contains("=+-@", field[:1]) {
				t.Errorf("%s: a spreadsheet computes the field %q", what, field)
			}
		}
	}
}

// checkFiles is checkHarmless for the texts in a folder, but for records.
func checkFiles(t *testing.T, what, dir string) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		extension := strings.TrimPrefix(filepath.Ext(path), ".")
		if _, known := acts[extension]; err == nil && !d.IsDir() && (known || extension == "csv") {
			n++
			checkHarmless(t, what+" "+filepath.Base(path), extension, contents(t, path))
		}
		return err
	})
	if err != nil || n == 0 {
		t.Errorf("%s wrote %d texts, %v", what, n, err)
	}
}

// extension is that of a format of the program.
func extension(format string) string {
	if f, err := document.Forms.Get(format); err == nil {
		return f.Extension
	}
	return format
}

// Columns with hostile names, in every test and every format, in the answer and in the messages.
func TestStatsOnHostileNames(t *testing.T) {
	var text strings.Builder
	names := csv.NewWriter(&text)
	names.Write(hostile)
	for r := range 12 {
		row := make([]string, len(hostile))
		for i := range row {
			row[i] = fmt.Sprint((r*7+i*3)%11 + r%2)
		}
		names.Write(row)
	}
	names.Flush()
	many := written(t, text.String())
	pair := written(t, pairOf(text.String()))
	for _, test := range []string{"ttest", "anova", "pairwise", "wilcoxon", "mannwhitney", "friedman", "equivalence",
		"bootstrap"} {
		file, more := many, []string(nil)
		switch test {
		case "ttest", "wilcoxon", "mannwhitney":
			file = pair
		case "equivalence":
			file, more = pair, []string{"--margin", "1"}
		}
		for _, format := range formats() {
			args := append([]string{"stats", test, file, "--format", format}, more...)
			code, stdout, stderr, _ := invoke(args...)
			if code != 0 {
				t.Errorf("%q: exit code %d: %s", args, code, stderr)
			}
			checkHarmless(t, test+" as "+format, extension(format), stdout)
			checkHarmless(t, test+"'s messages", "txt", stderr)
		}
	}
	_, _, stderr, _ := invoke("stats", "ttest", many, "--columns", "\x1b[2J")
	checkHarmless(t, "an unknown column", "txt", stderr)
	_, _, stderr, _ = invoke("stats", "ttest", "no\x1b[2Jfile")
	checkHarmless(t, "a path", "txt", stderr)
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

// Groups with hostile names, weighed and written.
func TestWeighOnHostileNames(t *testing.T) {
	for i := 0; i+1 < len(withControls); i += 2 {
		o := quickly(t, "natural", "equal")
		r := reader{episodes: 8, groups: 2, frames: 20, states: 3, actions: 2, spoil: func(e int, r *demos.Raw) {
			r.Labels["task"] = withControls[i+e%2]
		}}
		stdout, stderr, err := weighed(context.Background(), r, o)
		if err != nil {
			t.Errorf("%q: %v", withControls[i:i+2], err)
			continue
		}
		checkHarmless(t, "weigh", "txt", stdout)
		checkHarmless(t, "weigh's messages", "txt", stderr)
		if lines := strings.Count(stdout, "\ny"); lines > 0 {
			t.Errorf("a name became lines:\n%s", stdout)
		}
		checkFiles(t, "weigh", o.out)
	}
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
	for _, format := range documents() {
		for _, command := range recordCommands {
			args := command(a, b)
			code, stdout, stderr, _ := invoke(append(args, "--format", format)...)
			if code != 0 {
				t.Errorf("%q: exit code %d: %s", args, code, stderr)
			}
			checkHarmless(t, args[0]+" as "+format, extension(format), stdout)
			checkHarmless(t, args[0]+"'s messages", "txt", stderr)
		}
	}
	if code, stdout, stderr, _ := invoke("report", a); code != 0 {
		t.Errorf("report: exit code %d: %s%s", code, stdout, stderr)
	} else {
		checkHarmless(t, "report", "txt", stdout+stderr)
	}
	checkFiles(t, "report", a)
}

// hostileRecords fills a folder with records whose every label from outside is hostile, a different one each.
func hostileRecords(t *testing.T, dir string) {
	t.Helper()
	plan, err := bench.NewPlan("E1", brief(3))
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
		return withControls[next%len(withControls)]
	}
	for _, c := range plan.Cells() {
		r, err := fakeCellRunner{made: new(atomic.Int32)}.Run(context.Background(), c)
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
		code, _, stderr, _ := invoke("slurm", "quick", "--out", dir, "--partition", partition)
		if code != 2 || !strings.Contains(stderr, "is no name") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("--partition %q: exit code %d, %q", partition, code, stderr)
		}
	}
	for _, out := range []string{"a\nb", "a\rb", "a\x1bb"} {
		code, _, stderr, _ := invoke("slurm", "quick", "--out", filepath.Join(dir, out))
		if code != 2 || strings.Count(stderr, "\n") != 1 {
			t.Errorf("--out %q: exit code %d, %q", out, code, stderr)
		}
		checkHarmless(t, "slurm's messages", "txt", stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "slurm")); err == nil {
		t.Error("scripts were written")
	}
}
