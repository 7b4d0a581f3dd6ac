package advise

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// The committed pages of what advice and naming are worth are those of their choices and records: the command at their
// ends writes them again, and makes no record.
func TestCommittedWorth(t *testing.T) {
	checkWorth(t, "worth", []string{"choices.csv", "choices-now.csv"}, "regret.md", "regret-now.md")
	checkWorth(t, "worth-again", []string{"choices.csv", "choices-now.csv"}, "regret.md", "regret-now.md")
	checkWorth(t, "named-good", []string{"choices.csv"}, "known.md")
}

// checkWorth writes the pages of a folder of results again.
func checkWorth(t *testing.T, folder string, choices []string, pages ...string) {
	t.Helper()
	committed, again := filepath.Join("..", "..", "..", "results", folder), filepath.Join(t.TempDir(), folder)
	if err := os.Mkdir(again, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(choices, "records.jsonl.zst") {
		text, err := os.ReadFile(filepath.Join(committed, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(again, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, page := range pages {
		want, err := os.ReadFile(filepath.Join(committed, page))
		if err != nil {
			t.Fatal(err)
		}
		said := regexp.MustCompile(`Again: counterpoise (dev .*)`).FindStringSubmatch(string(want))
		if said == nil {
			t.Fatalf("%s says no command", page)
		}
		args := append(strings.Fields(strings.Replace(said[1], "DIR", again, 1)), "--page")
		if code, _, stderr, made := clitest.Invoke(args...); code != 0 || made != 0 {
			t.Errorf("%v: %d, %d cells\n%s", args, code, made, stderr)
		}
		if got, err := os.ReadFile(filepath.Join(again, page)); err != nil || string(got) != string(want) {
			t.Errorf("%s is not that of its records: %v", page, err)
		}
	}
}

// The committed pages of what holds elsewhere are those of their rollouts.
func TestCommittedElsewhere(t *testing.T) {
	committed, again := filepath.Join("..", "..", "..", "results", "elsewhere"), t.TempDir()
	rollouts := []string{filepath.Join(committed, "rollouts.csv"), filepath.Join(committed, "imbalance.csv")}
	for _, path := range rollouts {
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(again, filepath.Base(path)), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr, _ := clitest.Invoke("dev", "elsewhere", again); code != 0 {
		t.Fatal(stderr)
	}
	written, err := filepath.Glob(filepath.Join(again, "*.md"))
	if err != nil || len(written) != len(rollouts) {
		t.Fatal(written, err)
	}
	for _, path := range written {
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(committed, filepath.Base(path)))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is not that of its rollouts: %v", filepath.Base(path), err)
		}
	}
}
