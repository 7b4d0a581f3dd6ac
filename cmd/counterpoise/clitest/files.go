package clitest

import (
	"os"
	"path/filepath"
	"testing"
)

func Contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Saved writes a file into a folder and returns its path.
func Saved(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func WriteScript(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func Read(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Written is a file with some text.
func Written(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "numbers.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// SmallExperiment is an experiment of two datasets that are generated in no time.
const SmallExperiment = `name = "small"
question = "Is it small?"

[size]
trials = 3
rollouts = 4
steps = 10

[[design]]
task = "opening"
compared = "Starved against balanced"
sides = ["starved", "balanced"]

[[design.arm]]
name = "balanced"
recipe = "slider=2,drawer=2"
method = "natural"

[[design.arm]]
name = "starved"
recipe = "slider=1,drawer=2"
method = "natural"

[[design.arm]]
name = "equal"
recipe = "slider=1,drawer=2"
method = "equal"

[[design.comparison]]
behaviour = "slider"
arm = "starved"
against = "balanced"
`
