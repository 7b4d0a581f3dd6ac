package advise

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/scenes/demos"
)

// The pools of a season say nothing of how good demonstrations are, and are the same whenever they are written.
func TestArenaPools(t *testing.T) {
	first, again := filepath.Join(t.TempDir(), "arena"), filepath.Join(t.TempDir(), "again")
	for _, dir := range []string{first, again} {
		if code, _, stderr, _ := clitest.Invoke("arena", "pools", dir, "--season", "5"); code != 0 {
			t.Fatal(stderr)
		}
	}
	a, err := os.ReadFile(filepath.Join(first, arenaList))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(again, arenaList)); err != nil || string(a) != string(b) {
		t.Errorf("written again the list differs: %v", err)
	}
	for _, pool := range []string{"pool-0", "pool-1", "pool-2", "pool-3"} {
		r, err := demos.OpenAny(t.Context(), filepath.Join(first, pool))
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Episodes() {
			raw, err := r.Read(i, false)
			if err != nil {
				t.Fatal(err)
			}
			for _, label := range []string{"style", "success"} {
				if v, ok := raw.Label(label); ok && v != "" {
					t.Fatalf("%s, episode %d has %s %q", pool, i, label, v)
				}
			}
		}
		r.Close()
	}
	code, _, stderr, _ := clitest.Invoke("arena", "pools", first)
	if code != 2 || !strings.Contains(stderr, "has a season already") {
		t.Errorf("twice: %d, %s", code, stderr)
	}
}

// weighted writes the list of a season with other weights, and returns its file.
func weighted(t *testing.T, dir, name string, weight func(i int, frames string) string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, arenaList))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows[1:] {
		row[4] = weight(i, row[3])
	}
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := csv.NewWriter(f).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return path
}

// Submissions are trained once and ranked with those before; other weights under the same name, and weights of other
// data, are refused.
func TestArenaScore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "arena")
	if code, _, stderr, _ := clitest.Invoke("arena", "pools", dir); code != 0 {
		t.Fatal(stderr)
	}
	one := func(int, string) string { return "1" }
	third := func(i int, _ string) string { return map[bool]string{true: "0.5", false: "1"}[i%3 == 0] }
	same, other := weighted(t, dir, "same.csv", one), weighted(t, dir, "other.csv", third)
	score := func(want int, rows []string, files ...string) {
		t.Helper()
		code, stdout, stderr, made := clitest.Invoke(append([]string{"arena", "score", dir, "--device", "go"},
			files...)...)
		if code != 0 || made != want {
			t.Errorf("%v: %d, %d cells, want %d\n%s%s", files, code, made, want, stdout, stderr)
		}
		for _, row := range rows {
			if !strings.Contains(stdout, "\n"+row+" ") {
				t.Errorf("no row %s in\n%s", row, stdout)
			}
		}
	}
	const cells = arenaSeeds * 4
	score(3*cells, []string{"same"}, same)
	score(cells, []string{"same", "other"}, other)
	score(0, []string{"same", "other"}, same, other)
	mended := weighted(t, dir, "other.csv", func(i int, _ string) string { return third(i+1, "") })
	commit := strings.Repeat("a", 40)
	for want, args := range map[string][]string{
		"no weights of pool 0":      {"arena", "score", dir, "--device", "go", rewritten(t, same, "0", "1")},
		"with other weights":        {"arena", "score", dir, "--device", "go", mended},
		"or of another file":        {"arena", "score", dir, same, same},
		"has the name of an arm":    {"arena", "score", dir, filepath.Join(t.TempDir(), "bc.csv")},
		"has no season":             {"arena", "score", t.TempDir(), same},
		"40 hexadecimal digits":     {"arena", "seed", same},
		"needs the folder":          {"arena", "score", dir},
		"no such file or directory": {"arena", "seed", "--commit", commit, filepath.Join(dir, "none.py")},
	} {
		if code, _, stderr, _ := clitest.Invoke(args...); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%v: %d, %s; want %q", args, code, stderr, want)
		}
	}
	seed := func(files ...string) string {
		_, stdout, stderr, _ := clitest.Invoke(append([]string{"arena", "seed", "--commit", commit}, files...)...)
		return stdout + stderr
	}
	if a, b := seed(same, other), seed(other, same); a != b || a == seed(same) {
		t.Errorf("seeds %s and %s", a, b)
	}
}

// rewritten copies a file with other digests, and returns the copy.
func rewritten(t *testing.T, path, from, to string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(string(text), "\n")
	for i, row := range rows[1:] {
		if cells := strings.Split(row, ","); len(cells) > 1 {
			cells[1] = strings.ReplaceAll(cells[1], from, to)
			rows[1+i] = strings.Join(cells, ",")
		}
	}
	out := filepath.Join(t.TempDir(), "copy.csv")
	if err := os.WriteFile(out, []byte(strings.Join(rows, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return out
}
