//go:build !nostudy

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// What the program prints of the study, word for word: its commands, examples of others that name its experiments, and
// its arms and methods.
func TestOutputsOfTheStudy(t *testing.T) {
	for name, args := range map[string]string{
		"help": "--help", "nothing": "", "help-all": "help", "help-claims": "help claims",
		"help-freeze": "dev freeze --help",
		"help-run":    "help run", "help-list": "list --help", "help-train": "help train",
		"help-generate": "demos generate --help", "help-pools": "demos pools --help",
		"list-arms": "list arms", "list-methods": "list methods",
	} {
		clitest.CheckOutput(t, name, args, 0)
	}
}

// The page of a study opens with what another folder says of the styles of bad demonstrations, and names it in its
// command; a folder without such records is an error.
func TestReportOpensWithStyles(t *testing.T) {
	dir, styles := t.TempDir(), t.TempDir()
	small := []string{"--trials", "2", "--rollouts", "2", "--films=false", "--chance=false", "--out"}
	for plan, out := range map[string]string{"study": dir, "two-by-two": styles} {
		if code, _, stderr, _ := clitest.Invoke(append(append([]string{"run", plan}, small...), out)...); code != 0 {
			t.Fatalf("run %s: exit code %d: %s", plan, code, stderr)
		}
	}
	const missing = "is shown once counterpoise run two-by-two has made its records"
	if page := clitest.Contents(t, filepath.Join(dir, "report.html")); !strings.Contains(page, missing) {
		t.Error("without records of two-by-two the page does not say that they are missing")
	}
	if code, _, stderr, _ := clitest.Invoke("report", dir, "--films=false", "--two-by-two", styles); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	page := clitest.Contents(t, filepath.Join(dir, "report.html"))
	if strings.Contains(page, missing) || !strings.Contains(page, "By kind of demonstrations, each method") ||
		!strings.Contains(page, "--two-by-two "+styles) {
		t.Error("the page lacks the first sentence, or its command the flag")
	}
	code, _, stderr, _ := clitest.Invoke("report", dir, "--films=false", "--two-by-two", dir)
	const want = "has no records of two-by-two; make some with counterpoise run two-by-two"
	if code != 1 || !strings.Contains(stderr, want) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
