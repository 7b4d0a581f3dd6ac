package run

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/clitest"
)

// An experiment of this program, printed as a file with another name, gives the tables of the experiment.
func TestExperimentFromAFile(t *testing.T) {
	dir := t.TempDir()
	code, text, stderr, _ := clitest.Invoke("list", "experiments", "--as-file", "E1")
	if code != 0 {
		t.Fatal(stderr)
	}
	own := clitest.Saved(t, dir, "own.toml", strings.Replace(text, `name = "E1"`, `name = "E7"`, 1))
	same := clitest.Saved(t, dir, "same.toml", text)
	size := []string{"--trials", "2", "--rollouts", "5", "--films=false"}
	tables := func(what, out string) string {
		code, stdout, stderr, made := clitest.Invoke(slices.Concat([]string{"run", what, "--out",
			filepath.Join(dir, out)}, size)...)
		if code != 0 || made == 0 {
			t.Fatalf("%s: code %d, %d records: %s", what, code, made, stderr)
		}
		stdout, _, _ = strings.Cut(stdout, "\nAgain:")
		return strings.ReplaceAll(stdout, "E7", "E1")
	}
	want := tables("E1", "a")
	if got := tables(own, "b"); got != want {
		t.Errorf("the tables of a file are\n%s\nwant\n%s", got, want)
	}
	if got := tables(same, "c"); got != want {
		t.Errorf("the tables of the same experiment are\n%s\nwant\n%s", got, want)
	}
	// Complete, it makes nothing again; a report needs no file but what the folder keeps; the file alone resumes.
	os.Remove(own)
	kept := filepath.Join(dir, "b", "experiments", "E7.toml")
	code, stdout, stderr, made := clitest.Invoke(append([]string{"run", kept, "--out", filepath.Join(dir, "b")},
		size...)...)
	if code != 0 || made != 0 || !strings.Contains(stdout, "Again: counterpoise run "+kept) {
		t.Errorf("code %d, %d made again: %s\n%s", code, made, stderr, stdout)
	}
	if code, _, stderr, _ := clitest.Invoke("report", filepath.Join(dir, "b"), "--films=false"); code != 0 {
		t.Error(stderr)
	}
	page, err := os.ReadFile(filepath.Join(dir, "b", "report.html"))
	if err != nil || !strings.Contains(string(page), "E7") {
		t.Errorf("the page has no E7: %v", err)
	}
	if _, err := bench.Experiments.Get("E7"); err == nil {
		t.Error("the experiment stays after the command")
	}
	// A change of ours needs a name of its own; a file that is wrong is wrong usage.
	changed := clitest.Saved(t, dir, "changed.toml", strings.Replace(text, "left=21", "left=20", 1))
	for path, word := range map[string]string{
		changed: `experiment "E1" has the name of another experiment`, filepath.Join(dir, "none.toml"): "no such file",
		clitest.Saved(t, dir, "bad.toml", "name = 3"): "bad.toml: line 1: name: is 3, expected a text in quotes",
		clitest.Saved(t, dir, "policy.toml", strings.Replace(clitest.SmallExperiment, "steps = 10",
			"steps = 10\npolicy = \"stat\"", 1)): "" +
			`size.policy: unknown policy "stat"`,
		clitest.Saved(t, dir, "drop.toml", strings.Replace(clitest.SmallExperiment, `method = "equal"`,
			`method = "drop"`, 1)): "" +
			`drop.toml: opening, arm "equal": drop leaves out what is not optimal, and no group is called so: slider, `,
	} {
		if code, _, stderr, _ := clitest.Invoke("run", path, "--out", filepath.Join(dir, "d")); code != 2 ||
			!strings.Contains(stderr, word) {
			t.Errorf("%s: code %d, %s", path, code, stderr)
		}
	}
}

// Every command that names the experiments of a folder of records knows those that it keeps.
func TestCommandsKnowKeptExperiments(t *testing.T) {
	dir := t.TempDir()
	file, out := clitest.Saved(t, dir, "small.toml", clitest.SmallExperiment), filepath.Join(dir, "out")
	for _, policy := range []string{"state", "state+transformer"} {
		code, _, stderr, _ := clitest.Invoke("run", file, "--films=false", "--chance=false", "--policy", policy,
			"--steps", "10", "--out", out)
		if code != 0 {
			t.Fatal(stderr)
		}
	}
	code, stdout, stderr, _ := clitest.Invoke("compare", out)
	again := "Again: counterpoise run " + filepath.Join(out, "experiments", "small.toml")
	if code != 0 || !strings.Contains(stdout, again) {
		t.Errorf("compare: exit code %d, %s\n%s", code, stderr, stdout)
	}
	one := filepath.Join(dir, "one")
	if code, _, stderr, _ := clitest.Invoke("run", file, "--films=false", "--chance=false", "--out", one); code != 0 {
		t.Fatal(stderr)
	}
	for _, test := range []string{"mixed", "aggregates"} {
		code, stdout, stderr, _ := clitest.Invoke("stats", test, one, "--design", "small-opening")
		if code != 0 || !strings.Contains(stdout, "starved") {
			t.Errorf("stats %s: exit code %d, %s\n%s", test, code, stderr, stdout)
		}
	}
}

// Hints of another command name the file of an experiment, without which no command knows it.
func TestHintsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	file, cells := clitest.Saved(t, dir, "small.toml", clitest.SmallExperiment), clitest.Saved(t, dir, "cells",
		"task=none\n")
	for _, args := range [][]string{{"slurm", file, "--collect"}, {"run", file, "--cells", cells}} {
		code, _, stderr, _ := clitest.Invoke(append(args, "--out", filepath.Join(dir, "out"))...)
		if code != 1 || !strings.Contains(stderr, "counterpoise slurm "+file+" with the same flags") {
			t.Errorf("%s: exit code %d, %s", args[0], code, stderr)
		}
	}
}

func TestListMistakes(t *testing.T) {
	for _, args := range [][]string{{"experiments", "--as-file", "E11"}, {"tasks", "--as-file", "E1"},
		{"policies", "--device", "go"}, {"tasks", "--measure"}} {
		if code, _, stderr, _ := clitest.Invoke(append([]string{"list"}, args...)...); code != 2 {
			t.Errorf("%v: code %d, %s", args, code, stderr)
		}
	}
}

// rowsOf returns the rows of a list of pools.
func rowsOf(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// Weights of a tool for the pools of an experiment are an arm under their name, in cells with their digest: in tables,
// resumed, kept in the folder and in its report. A file of more trials has another digest.
func TestWeightsFromOutside(t *testing.T) {
	dir := t.TempDir()
	small := clitest.Saved(t, dir, "small.toml", clitest.SmallExperiment)
	code, stdout, stderr, _ := clitest.Invoke("demos", "pools", small, "--out", filepath.Join(dir, "pools"))
	if code != 0 || !strings.Contains(stdout, "6 datasets of small, 21 demonstrations") {
		t.Fatal(code, stdout, stderr)
	}
	// A format without the option is refused before demonstrations are made, and leaves nothing.
	code, _, stderr, _ = clitest.Invoke("demos", "pools", small, "--pictures", "--video", "h264", "--out",
		filepath.Join(dir, "videos"))
	if _, err := os.Stat(filepath.Join(dir, "videos")); code != 2 || strings.Contains(stderr, "listed") || err == nil {
		t.Errorf("pools of videos in a format of pictures: exit code %d, %s", code, stderr)
	}
	weights := func(name string, rows ...string) string {
		return clitest.Saved(t, dir, name, "digest,demonstration,weight\n"+strings.Join(rows, "\n")+"\n")
	}
	var starved, all, ofTwo []string
	for _, r := range rowsOf(t, filepath.Join(dir, "pools", "pools.csv")) {
		if _, err := os.Stat(filepath.Join(dir, "pools", r[10], "card.json")); err != nil {
			t.Errorf("no dataset at %s: %v", r[10], err)
		}
		row := fmt.Sprintf("%s,%s,%s", r[0], r[1], map[string]string{"slider": "2", "drawer": "1"}[r[3]])
		all = append(all, row)
		if strings.HasPrefix(r[7], "slider=1") {
			starved = append(starved, row)
			if r[5] != "2" {
				ofTwo = append(ofTwo, row)
			}
		}
	}
	mine := weights("mine.csv", starved...)
	run := func(more ...string) (int, string, string, int) {
		words := []string{"run", small, "--films=false", "--chance=false", "--full", "--out",
			filepath.Join(dir, "out")}
		return clitest.Invoke(append(words, more...)...)
	}
	code, stdout, stderr, made := run("--weights", mine)
	if code != 0 || made != 12 || !strings.Contains(stdout, "mine - starved") ||
		!strings.Contains(stdout, "mine - equal") || !strings.Contains(stdout, "--weights "+mine) {
		t.Fatalf("code %d, %d made: %s\n%s", code, made, stderr, stdout)
	}
	records, err := os.ReadFile(filepath.Join(dir, "out", "records.jsonl"))
	if err != nil || strings.Count(string(records), `"method":"weights:mine@`) != 3 {
		t.Errorf("records without the weights: %v", err)
	}
	if code, _, stderr, made = run("--weights", mine); code != 0 || made != 0 {
		t.Errorf("again: code %d, %d made: %s", code, made, stderr)
	}
	// The report needs neither file.
	os.Remove(small)
	if code, _, stderr, _ := clitest.Invoke("report", filepath.Join(dir, "out"), "--films=false"); code != 0 {
		t.Error(stderr)
	}
	page, _ := os.ReadFile(filepath.Join(dir, "out", "report.html"))
	if !strings.Contains(string(page), "small&#43;mine") && !strings.Contains(string(page), "small+mine") {
		t.Error("the page has no weights from outside")
	}
	small = filepath.Join(dir, "out", "experiments", "small.toml")
	// Other weights under the name are other cells.
	both := weights("mine.csv", all...)
	if code, stdout, stderr, made = run("--weights", both); code != 0 || made != 6 ||
		!strings.Contains(stdout, "mine, balanced - balanced") {
		t.Errorf("both recipes: code %d, %d made: %s\n%s", code, made, stderr, stdout)
	}
	// On a cluster the tasks take the weights that the folder keeps.
	if code, _, stderr, _ := clitest.Invoke("slurm", small, "--weights", both, "--chance=false", "--trials", "3",
		"--rollouts", "5", "--out", filepath.Join(dir, "out")); code != 0 {
		t.Error(stderr)
	}
	script, err := os.ReadFile(filepath.Join(dir, "out", "slurm", "001", "array.sh"))
	if err != nil || !strings.Contains(string(script), "--weights "+filepath.Join(dir, "out", "weights", "mine@")) {
		t.Errorf("the job has no weights: %v\n%s", err, script)
	}
	none := strings.Repeat("0", 64)
	for _, c := range []struct {
		word string
		rows []string
	}{
		{"have 2 of the 3 trials of opening slider=1,drawer=2, and none of trial 2", ofTwo},
		{"weights of 2 demonstrations for a dataset of 3", ofTwo[:2]},
		{"are of none of the 6 datasets of small at 3 trials", []string{none + ",0,1"}},
		{"line 2: the weight is -1", []string{none + ",0,-1"}},
		{"all weights are 0; give at least one frame a weight above 0", []string{none + ",0,0"}},
		{"weights of 4 demonstrations for a dataset of 3 (opening slider=1,drawer=2, trial 0",
			append([]string{ofTwo[0][:64] + ",3,1"}, starved...)},
	} {
		code, _, stderr, made := run("--weights", weights("bad.csv", c.rows...))
		if code != 2 || made != 0 || !strings.Contains(stderr, c.word) {
			t.Errorf("want %q, got code %d, %d made: %s", c.word, code, made, stderr)
		}
	}
	// A kept file that was changed is told of.
	kept, _ := filepath.Glob(filepath.Join(dir, "out", "weights", "mine@*.json"))
	text, _ := os.ReadFile(kept[0])
	os.WriteFile(kept[0], []byte(strings.Replace(string(text), "[2", "[3", 1)), 0o644)
	if code, _, stderr, _ := run(); code != 1 || !strings.Contains(stderr, "it was changed") {
		t.Errorf("changed weights: code %d, %s", code, stderr)
	}
}

// Weights that an experiment of a file names and that are not at hand are missed before anything is made: no folder is
// left behind, and in one that is there no record is added.
func TestWeightsThatAreNotHere(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(clitest.SmallExperiment, `method = "equal"`, `method = "weights:mine@0123456789abcdef"`, 1)
	small, out := clitest.Saved(t, dir, "small.toml", text), filepath.Join(dir, "out")
	for i, args := range [][]string{{"run", small}, {"run", small}, {"slurm", small}} {
		code, _, stderr, made := clitest.Invoke(append(args, "--out", out)...)
		if code != 2 || made != 0 || !strings.Contains(stderr, "weights:mine@0123456789abcdef are not here; give") {
			t.Errorf("%v: code %d, %d made, %s", args, code, made, stderr)
		}
		if _, err := os.Stat(out); (err == nil) != (i > 0) {
			t.Errorf("%v: a folder is left behind, or was not there: %v", args, err)
		}
		if err := os.MkdirAll(out, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
