package run

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
)

// A submission with problems is told of each, and gets no leaderboard and an exit code of 1. The records of the
// fake runner say nothing of their demonstrations.
func TestSubmitCheck(t *testing.T) {
	dir := t.TempDir()
	small := clitest.Saved(t, dir, "small.toml", clitest.SmallExperiment)
	out := filepath.Join(dir, "out")
	if code, _, stderr, _ := clitest.Invoke("run", small, "--films=false", "--out", out); code != 0 {
		t.Fatal(stderr)
	}
	code, stdout, stderr, made := clitest.Invoke("submit-check", out, "--remake", "2", "--sample-seed", "5")
	if code != 1 || made != 0 || !strings.Contains(stderr, "the submission has problems, listed above") {
		t.Errorf("code %d, %d made: %s", code, made, stderr)
	}
	for _, word := range []string{
		"small: policy state, 3 trials of 4 rollouts, seed 1", "29 records; 0 of them made again with --sample-seed 5",
		"Problem: 29 records (opening", "does not say which demonstrations it was trained on",
	} {
		if !strings.Contains(stdout, word) {
			t.Errorf("%q is not in\n%s", word, stdout)
		}
	}
	if strings.Contains(stdout, "Leaderboard") {
		t.Errorf("a leaderboard of\n%s", stdout)
	}
	for _, args := range [][]string{{out, "--remake", "-1"}, {out, "--workers", "0"}, {}, {out, "--format", "x"},
		{out, "--remake", "0", "--device", "x"}} {
		if code, _, stderr, _ := clitest.Invoke(append([]string{"submit-check"}, args...)...); code != 2 {
			t.Errorf("%v: code %d, %s", args, code, stderr)
		}
	}
	clitest.Saved(t, dir, shared.SeasonFile, "1\n")
	if code, _, stderr, _ := clitest.Invoke("submit-check", dir); code != 2 ||
		!strings.Contains(stderr, "a season of the arena") {
		t.Errorf("a season: code %d, %s", code, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("submit-check", filepath.Join(dir, "none")); code != 1 ||
		!strings.Contains(stderr, "holds no records") {
		t.Errorf("no records: code %d, %s", code, stderr)
	}
}
