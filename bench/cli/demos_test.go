package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What generate keeps, inspect finds; the same order makes the same dataset for any number of workers.
func TestGenerateAndInspect(t *testing.T) {
	dir := t.TempDir()
	var first string
	for _, workers := range []string{"1", "3"} {
		out := filepath.Join(dir, workers)
		code, made, stderr, _ := invoke("demos", "generate", "--recipe", "right=1,left=2", "--out", out, "--workers", workers)
		if code != 0 || stderr != "" {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		code, seen, _, _ := invoke("demos", "inspect", out)
		card, _, _ := strings.Cut(made, "kept in")
		if code != 0 || !strings.HasPrefix(seen, card) || !strings.Contains(card, "recipe    picking left=2,right=1\n") {
			t.Errorf("exit code %d, inspected\n%s\ngenerated\n%s", code, seen, made)
		}
		if first == "" {
			first = card
		}
		if card != first {
			t.Errorf("%s workers made another dataset:\n%s", workers, card)
		}
	}
	if _, trial, _, _ := invoke("demos", "generate", "--recipe", "left=1", "--trial", "3", "--out", filepath.Join(dir, "t")); strings.Contains(trial, "seed      1\n") {
		t.Errorf("the pool of a trial has the seed of the run:\n%s", trial)
	}
	if code, _, stderr, _ := invoke("demos", "generate", "--recipe", "left=1", "--out", filepath.Join(dir, "1")); code != 1 || !strings.Contains(stderr, "holds another dataset") {
		t.Errorf("a dataset was written over: exit code %d, %s", code, stderr)
	}
	damage(t, filepath.Join(dir, "1"))
}

// damage checks that damaged files are named in one line, exit code 1.
func damage(t *testing.T, dir string) {
	episode, card := filepath.Join(dir, "000001.npz"), filepath.Join(dir, "card.json")
	whole, err := os.ReadFile(episode)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(episode, whole[:len(whole)-1], 0o644)
	for _, path := range []string{episode, card} {
		code, stdout, stderr, _ := invoke("demos", "inspect", dir)
		if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, path) {
			t.Errorf("exit code %d: %s%s; want one line that names %s", code, stdout, stderr, path)
		}
		os.WriteFile(card, []byte("{"), 0o644)
	}
}

func TestDemosMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o644)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"generate", 2, "needs a --recipe"},
		{"generate --recipe left", 2, `"left" should read BEHAVIOUR=N`},
		{"generate --recipe up=3", 2, `no behaviour "up"; it has left, middle, right`},
		{"generate --recipe left=3 --task juggling", 2, `unknown task "juggling"`},
		{"generate --recipe left=3 --workers 0", 2, "--workers must be 1 or more"},
		{"generate --recipe left=3 --trial=-1", 2, "--trial must be 0 or more"},
		{"generate left=3", 2, `takes no argument, so not "left=3"`},
		{"inspect", 2, "needs the folder of one dataset"},
		{"inspect " + t.TempDir(), 1, "holds no dataset"},
		{"generate --recipe left=1 --out " + file, 1, "not a directory"},
	} {
		code, stdout, stderr, _ := invoke(append([]string{"demos"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, want %d: %s%s want %s", c.args, code, c.code, stdout, stderr, c.want)
		}
	}
}
