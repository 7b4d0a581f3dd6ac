package advise

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/scenes/demos"
)

// weigh --score scores demonstrations of every format alike, and writes the weights of each score and one table of
// them.
func TestWeighScoreEveryFormat(t *testing.T) {
	var first string
	for _, format := range demos.Formats.Names() {
		dir := t.TempDir()
		path, out := filepath.Join(dir, "demos"), filepath.Join(dir, "out")
		if format == "robomimic" {
			path += ".hdf5"
		}
		clitest.SmallDatasetOf(t, format, path, "left", "right")
		code, stdout, stderr, _ := clitest.Invoke("weigh", path, "--score", "sal,length,deminf", "--rule",
			"keep:Share=.5", "--out", out)
		if code != 0 {
			t.Fatalf("%s: exit code %d: %s", format, code, stderr)
		}
		for _, want := range []string{"motion    the hand's position, columns 0-2", "(--rule)", "(--seed)", "(--by)"} {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: lacks %q:\n%s", format, want, stdout)
			}
		}
		sum, kept := 0.0, 0
		for _, w := range sampling(t, filepath.Join(out, "sampling-length.json")) {
			if sum += w; w > 0 {
				kept++
			}
		}
		if sum < 1-1e-12 || sum > 1+1e-12 || kept != 4 { // two of three in each behaviour
			t.Errorf("%s: weights of %d demonstrations sum to %v", format, kept, sum)
		}
		text, err := os.ReadFile(filepath.Join(out, "scores.csv"))
		if err != nil {
			t.Fatal(err)
		}
		// The name of the dataset is that of its file.
		scores := strings.ReplaceAll(string(text), "demos.hdf5", "demos")
		if first == "" {
			first = scores
		}
		if format != "rlds" && scores != first { // RLDS names a dataset by itself
			t.Errorf("%s: other scores than of the first format:\n%s\n%s", format, scores, first)
		}
	}
}

// A file of scores, by any program, is a score like others; what is wrong with one is said in a sentence.
func TestWeighScoresOfFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "demos")
	clitest.SmallDatasetOf(t, "counterpoise", path, "left", "right")
	for text, want := range map[string]string{
		"episode,score\n0,1\n1,2\n2,3\n3,4\n4,5\n5,6\n":    "",
		"episode,mine\n5,1\n1,2\n2,3\n3,4\n4,5\n0,6\n":     "",
		"episode;score\n0;1\n1;2\n2;3\n3;4\n4;5\n5;6\n":    "",
		"episode,score\n0,1\n1,2\n2,3\n3,4\n4,5\n":         "has no score of demonstration 5",
		"episode,score\n0,1\n1,2\n2,3\n3,4\n4,5\n6,6\n":    "there is no episode 6",
		"episode,score\n0,NaN\n1,2\n2,3\n3,4\n4,5\n5,6\n":  "is NaN for demonstration 0",
		"episode,score\n0,1\n1,inf\n2,3\n3,4\n4,5\n5,6\n":  "is +Inf for demonstration 1",
		"episode,score\n0,good\n1,2\n2,3\n3,4\n4,5\n5,6\n": `is "good", expected a number`,
		"episode,a,b\n0,1,1\n":                             "none called score",
	} {
		file, out := filepath.Join(dir, "mine.csv"), filepath.Join(t.TempDir(), "out")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr, _ := clitest.Invoke("weigh", path, "--score", "length,file:"+file, "--out", out)
		switch {
		case want == "" && (code != 0 || !strings.Contains(stdout, "\nmine ")):
			t.Errorf("%q: exit code %d: %s%s", text, code, stdout, stderr)
		case want != "" && (code == 0 || !strings.Contains(stderr, want)):
			t.Errorf("%q: exit code %d: %s, want %q", text, code, stderr, want)
		}
	}
	// One that tells none from another is left out of several, and is an error alone.
	file := clitest.Saved(t, dir, "equal.csv", "episode,score\n0,1\n1,1\n2,1\n3,1\n4,1\n5,1\n")
	code, stdout, stderr, _ := clitest.Invoke("weigh", path, "--score", "length,file:"+file, "--out", filepath.Join(dir,
		"a"))
	if want := "\n  equal.csv is the same for all"; code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("one of two is constant: exit code %d: %s%s", code, stdout, stderr)
	}
	code, _, stderr, _ = clitest.Invoke("weigh", path, "--score", "file:"+file, "--out", filepath.Join(dir, "b"))
	if code == 0 || !strings.Contains(stderr, "is the same for all") {
		t.Errorf("constant: exit code %d: %s", code, stderr)
	}
}

// --auroc says how well scores find demonstrations by a label, and no score sees it: without it scores are the same.
func TestWeighScoreAUROC(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "demos")
	clitest.SmallDatasetOf(t, "counterpoise", path, "left", "right")
	var files []string
	for i, more := range [][]string{{"--auroc", "style=optimal"}, nil} {
		out := filepath.Join(dir, fmt.Sprint("out", i))
		args := append([]string{"weigh", path, "--score", "length,jerk", "--out", out}, more...)
		code, stdout, stderr, _ := clitest.Invoke(args...)
		if code != 0 || strings.Contains(stdout, "at equal length") != (more != nil) {
			t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
		}
		// Demonstrations 0, 2 and 4 are good, and have 60, 62 and 64 frames; the others 61, 63 and 65.
		if want := "0.667  [0.24, 0.92]"; more != nil && !strings.Contains(stdout, want) {
			t.Errorf("lacks %s:\n%s", want, stdout)
		}
		text, err := os.ReadFile(filepath.Join(out, "scores.csv"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text))
	}
	for condition, word := range map[string]string{"style=gone": "names none of", "0-5": "names all of"} {
		code, _, stderr, _ := clitest.Invoke("weigh", path, "--score", "length", "--auroc", condition, "--out",
			filepath.Join(dir, "none"))
		if code != 2 || !strings.Contains(stderr, word) {
			t.Errorf("%s: exit code %d: %s", condition, code, stderr)
		}
	}
	if files[0] != files[1] {
		t.Errorf("other scores with --auroc:\n%s\n%s", files[0], files[1])
	}
}

// all takes the scores that the dataset has what they need for, and says of each of the others what it lacks.
func TestWeighAllScores(t *testing.T) {
	o := quickly(t)
	o.scores, o.rule, o.by = []string{"all"}, "soft", []string{"task"}
	r := reader{episodes: 8, groups: 2, frames: 30, states: 3, actions: 2}
	stdout, stderr, err := weighed(t.Context(), demos.Numbered{Reader: r}, o)
	if err != nil {
		t.Fatal(err, stderr)
	}
	for _, want := range []string{"\nsal ", "\ntransfer ", "cupid needs rollouts",
		"outcome needs the states of objects",
		"resemblance needs some demonstrations that are known to be good", "gripper   none", "states none"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("lacks %q:\n%s", want, stdout)
		}
	}
	o.scores = []string{"outcome"}
	if _, _, err := weighed(t.Context(), demos.Numbered{Reader: r}, o); err == nil ||
		!strings.Contains(err.Error(), "score outcome: needs the states of objects") {
		t.Errorf("a score that was named: %v", err)
	}
}

// Rollouts are a dataset with the label success.
func TestWeighScoresOfRollouts(t *testing.T) {
	dir := t.TempDir()
	path, rollouts := filepath.Join(dir, "demos"), filepath.Join(dir, "rollouts")
	clitest.SmallDatasetOf(t, "counterpoise", path, "left", "right")
	clitest.SmallDatasetOf(t, "counterpoise", rollouts, "left")
	_, _, stderr, _ := clitest.Invoke("weigh", path, "--score", "cupid", "--rollouts", rollouts, "--out",
		filepath.Join(dir, "out"))
	if !strings.Contains(stderr, "needs rollouts of a policy of which some fail: all succeed") {
		t.Errorf("rollouts that all succeed: %s", stderr)
	}
}

// Flags that go with methods alone, or with scores alone, and names that there are not, are misuse.
func TestWeighScoreIsMisused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demos")
	clitest.SmallDatasetOf(t, "counterpoise", dir, "left")
	for args, want := range map[string]string{
		"--score sal --method ours":        "leave out --method",
		"--score sal --pictures":           "leave out --pictures",
		"--rule soft":                      "--rule goes with --score",
		"--auroc style=optimal":            "--auroc goes with --score",
		"--score salt":                     `did you mean "sal"?`,
		"--score sal,sal":                  "has sal twice",
		"--score sal --rule kept":          `did you mean "keep"?`,
		"--score sal --rule keep:Share=2":  "(0, 1]",
		"--score sal --auroc style=":       "--auroc",
		"--score resemblance":              "--known",
		"--score resemblance --known 0-99": "names demonstration 99",
	} {
		code, _, stderr, _ := clitest.Invoke(append([]string{"weigh", dir, "--out", filepath.Join(t.TempDir(), "out")},
			strings.Fields(args)...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s, want %q", args, code, stderr, want)
		}
	}
}

// Scores that an earlier run left in the folder go with the next.
func TestWeighScoreReplaces(t *testing.T) {
	o := quickly(t, "natural")
	r := demos.Numbered{Reader: reader{episodes: 6, groups: 2, frames: 30, states: 3, actions: 2}}
	scored := o
	scored.scores, scored.rule, scored.by, scored.methods = []string{"sal"}, "soft", []string{"task"}, nil
	for _, flags := range []weighFlags{scored, o} {
		if _, stderr, err := weighed(t.Context(), r, flags); err != nil {
			t.Fatal(err, stderr)
		}
	}
	entries, err := os.ReadDir(o.out)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), "sal.") || strings.Contains(e.Name(), "scores") {
			t.Errorf("%s of the run before is there still", e.Name())
		}
	}
}
