package run

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"counterpoise/bench/definition"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/environment"
	"counterpoise/internal/toyenvironment"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/train"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes/demos"
)

// pythonOf returns a stand-in for Python that serves toys: those whose environment or expert has flipped or bad in its
// name, and others.
func pythonOf(t *testing.T, flipped, bad bool) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for Python is a shell script")
	}
	at := func(y *toyenvironment.Toy) string { return "ws://" + y.Serve(t) }
	script := "#!/bin/sh\ncase \"$*\" in\n" +
		"*flipped*bad*) echo listening " + at(&toyenvironment.Toy{Flipped: flipped, Wrong: bad}) + ";;\n" +
		"*flipped*) echo listening " + at(&toyenvironment.Toy{Flipped: flipped}) + ";;\n" +
		"*bad*) echo listening " + at(&toyenvironment.Toy{Wrong: bad}) + ";;\n" +
		"*) echo listening " + at(&toyenvironment.Toy{}) + ";;\nesac\nexec cat >/dev/null\n"
	path := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

const toyExperiment = `name = "half-bad"
question = "Does leaving the bad ones out help?"
[environment]
env = "toy:{task}"
tasks = ["straight", "flipped"]
[environment.experts]
optimal = "toy:good"
bad = "toy:bad"
[size]
trials = 3
rollouts = 8
steps = 80
[[design]]
compared = "The bad left out"
sides = ["without", "with"]
arm = [
  { name = "all", recipe = "straight=6+6 bad,flipped=6+6 bad", method = "bc" },
  { name = "good", recipe = "straight=6,flipped=6", method = "bc" },
]
comparison = [
  { behaviour = "all behaviours", arm = "good", against = "all" },
]
`

// run makes the experiment of a file in an environment of others: every trial has demonstrations of its own, and what
// leaves the bad ones out is found to be better. The same command makes nothing again and prints the same, whatever
// the workers; more trials keep the others.
func TestRunInAnEnvironment(t *testing.T) {
	python, dir := pythonOf(t, true, true), t.TempDir()
	file, out := filepath.Join(dir, "mine.toml"), filepath.Join(dir, "out")
	if err := os.WriteFile(file, []byte(toyExperiment), 0o600); err != nil {
		t.Fatal(err)
	}
	line := []string{"run", file, "--python", python, "--out", out}
	text, said, err := clitest.Ran(append(line, "--workers", "2")...)
	if err != nil || !regexp.MustCompile(`(?m)│ good .* better +│$`).MatchString(text) ||
		!strings.Contains(text, "6 trainings in toy:{task}") {
		t.Fatalf("%v\n%s%s", err, text, said)
	}
	again, said, err := clitest.Ran(append(line, "--workers", "1")...)
	if err != nil || again != text || said != "" {
		t.Errorf("again: %v, %s\n%s\nfirst:\n%s", err, said, again, text)
	}
	sets, _ := filepath.Glob(filepath.Join(out, "demos", "*"))
	if len(sets) != 3 {
		t.Errorf("demonstrations in %q", sets)
	}
	results, _ := filepath.Glob(filepath.Join(out, "results", "*", "seed-*", "*", "eval_info.json"))
	if len(results) != 3*2*2 {
		t.Errorf("results in %q", results)
	}
	compared, _, err := clitest.Ran("stats", "compare", filepath.Join(out, "results"))
	if err != nil || !strings.Contains(compared, "good") {
		t.Errorf("stats compare does not read the results: %v\n%s", err, compared)
	}
	_, said, err = clitest.Ran(append(line, "--trials", "4")...)
	if err != nil || !strings.Contains(said, "trial 4 of 4") || strings.Contains(said, "trial 3 of 4") {
		t.Errorf("%v, %s", err, said)
	}
}

// Results of other arms in the folder are named, and an environment that draws in its steps is told.
func TestRunInAnEnvironmentTells(t *testing.T) {
	python, dir := pythonOf(t, true, true), t.TempDir()
	file, out := filepath.Join(dir, "mine.toml"), filepath.Join(dir, "out")
	small := strings.NewReplacer("trials = 3", "trials = 1", "steps = 80", "steps = 2").Replace(toyExperiment)
	for _, text := range []string{small, strings.ReplaceAll(small, `"all"`, `"every"`)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, said, err := clitest.Ran("run", file, "--python", python, "--out", out)
		if left := strings.Contains(said, "which the tables leave out: all"); err != nil || left != (text != small) {
			t.Errorf("%v, %s", err, said)
		}
	}
	counts, err := os.ReadFile(filepath.Join(out, "half-bad.csv"))
	if err != nil || !strings.HasPrefix(string(counts), "trial,method,task,successes,rollouts\n1,every,straight,") {
		t.Errorf("%v, %s", err, counts)
	}
}

// What means nothing in an environment of others is refused, as is what is wrong with the file, before anything is run.
func TestRunInAnEnvironmentRefuses(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.toml")
	for _, c := range []struct {
		from, to string
		flags    []string
		want     string
	}{
		{"", "", []string{"--films"}, "--films is of the tabletop, and "},
		{"", "", []string{"--weights", "w.csv"}, "--weights is of the tabletop"},
		{"", "", []string{"--rollouts", "0"}, "1 rollout or more"},
		{"", "", []string{"--python", filepath.Join(dir, "none")}, "--python PATH"},
		{"straight=6,flipped=6\"", "straight=6\"", nil, "has no demonstration of flipped"},
		{"straight=6,flipped=6\"", "straight=6,flipped=6 good\"", nil, `unknown style "good"`},
		{"toy:{task}", "toy:one", nil, "has no {task}, and there are 2 tasks"},
		{"toy:{task}", "ws://127.0.0.1:1", nil, "is an address"},
		{"rollouts = 8", "rollouts = 8\npython = 3", nil, "unknown key"},
		{`method = "bc"`, `method = "b"`, nil, `unknown method "b"`},
		{`compared = "The`, "task = \"picking\"\ncompared = \"The", nil, "task: unknown key"},
		{`optimal = "toy:good"`, "", nil, `unknown style "optimal"`},
		{`optimal = "toy:good"`, `optimal = "toy:good?as={style}"`, nil, "has {style}, and only {task} and {seed}"},
		{"toy:{task}", "toy:{task}{seed}", nil, "has {seed}, and only {task}"},
		{`name = "all"`, `name = "` + strings.Repeat("a", 101) + `"`, nil, "at most 100 bytes"},
	} {
		text := strings.Replace(toyExperiment, c.from, c.to, 1)
		if c.from != "" && text == toyExperiment {
			t.Fatalf("%q is not in the file", c.from)
		}
		if err := os.WriteFile(good, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := clitest.Ran(append([]string{"run", good, "--out", filepath.Join(dir, "out")}, c.flags...)...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s %v: %v, want %q", c.from, c.to, c.flags, err, c.want)
		}
	}
	_, _, err := clitest.Ran("run", "quick", "--python", "python3", "--out", filepath.Join(dir, "out"))
	if err == nil || !strings.Contains(err.Error(), "there is none") {
		t.Error(err)
	}
	if err := os.WriteFile(good, []byte(toyExperiment), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := clitest.Ran("demos", "pools", good, "--out", filepath.Join(dir, "pools")); err == nil ||
		!strings.Contains(err.Error(), "is not the tabletop's") {
		t.Error(err)
	}
}

// The committed page of the other methods in Meta-World is that of its file, its counts and the seed of its freeze.
func TestCommittedMethodsElsewhere(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "results", "elsewhere")
	d, err := definition.Read(filepath.Join(dir, "methods.toml"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "methods-elsewhere.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	size := d.Size()
	size.Seed = 7325225454818843918
	e := frame.Elsewhere{Experiment: d.Experiment, Tasks: d.Environment.Tasks, Rollouts: size.Rollouts,
		Successes: map[string][][]int{}}
	for _, row := range rows[1:] { // trial, method, task, successes, rollouts
		trial, _ := strconv.Atoi(row[0])
		count, err := strconv.Atoi(row[3])
		of := e.Successes[row[1]]
		if len(of) < trial {
			of = append(of, nil)
		}
		if err != nil || len(of) != trial || e.Tasks[len(of[trial-1])] != row[2] ||
			row[4] != fmt.Sprint(size.Rollouts) {
			t.Fatal(err, row)
		}
		of[trial-1] = append(of[trial-1], count)
		e.Successes[row[1]] = of
	}
	cfg, err := train.ConfigOf(size.Policy, size.Steps)
	if err != nil {
		t.Fatal(err)
	}
	x := thereExperiment{Definition: d, path: "results/elsewhere/methods.toml", size: size,
		of: environment.Trainings{Config: cfg}}
	var page bytes.Buffer
	if err := document.Markdown(&page, x.document(e, "")); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(dir, "methods-elsewhere.md"))
	if err != nil || page.String() != string(want) {
		t.Errorf("%v; it is now\n%s", err, page.String())
	}
}

// Demonstrations are known by their actions, all of them or some.
func TestDigestOfSomeDemonstrations(t *testing.T) {
	r, err := demos.OpenAny(t.Context(), clitest.ToyDemonstrations(t, "optimal", "bad"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	quiet := func(int, int) {}
	all, err := elsewhere.Read(t.Context(), r, false, quiet)
	if err != nil || all.Digest != demos.ActionsDigest(r) {
		t.Errorf("%v, digest %s, want %s", err, all.Digest, demos.ActionsDigest(r))
	}
	few, err := elsewhere.Read(t.Context(), some{r, []int{0, 2}}, false, quiet)
	if err != nil || few.Digest == all.Digest || len(few.Frames()) != 2 {
		t.Errorf("%v, digest %s of %d demonstrations", err, few.Digest, len(few.Frames()))
	}
}
