package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

func TestMemoryFlag(t *testing.T) {
	defer budget.Raise(0)
	for text, want := range map[string]int64{"500MB": 500e6, "1.5 GB": 15e8, "2gib": 2 << 30, "64kB": 64e3,
		"": 0, "5": 0, "MB": 0, "-1MB": 0, "NaNMB": 0, "9e99GB": 0, "1e9GB": 0} {
		var m memoryLimit
		if err := m.Set(text); int64(m) != want || (err != nil) != (want == 0) {
			t.Errorf("--memory %q is %d, %v; want %d", text, int64(m), err, want)
		}
	}
}

// A dataset that takes too much is one line that names the switch, and the switch is heeded.
func TestMemoryFlagReadsWhatIsTooLarge(t *testing.T) {
	defer budget.Raise(0)
	dir := t.TempDir()
	card := `{"format": 1, "episodes": [` + strings.Repeat("{},", 200_000) + "{}]}"
	if err := os.WriteFile(filepath.Join(dir, "card.json"), []byte(card), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr, _ := invoke("demos", "inspect", dir)
	if code != 1 || !strings.Contains(stderr, "card.json needs 132 MB of memory") || strings.Count(stderr, "\n") != 1 {
		t.Fatalf("code %d, %s", code, stderr)
	}
	_, flag, _ := strings.Cut(stderr, "--memory ")
	size, _, _ := strings.Cut(flag, " ")
	_, _, stderr, _ = invoke("demos", "inspect", dir, "--memory", size)
	if !strings.Contains(stderr, "file name \"\"") {
		t.Errorf("with --memory %s: %s", size, stderr)
	}
}
