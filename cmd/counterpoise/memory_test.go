package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/budget"
)

// A dataset that takes too much is one line that names the switch, and the switch is heeded.
func TestMemoryFlagReadsWhatIsTooLarge(t *testing.T) {
	defer budget.Raise(0)
	dir := t.TempDir()
	card := `{"format": 1, "episodes": [` + strings.Repeat("{},", 200_000) + "{}]}"
	if err := os.WriteFile(filepath.Join(dir, "card.json"), []byte(card), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr, _ := clitest.Invoke("demos", "inspect", dir)
	if code != 1 || !strings.Contains(stderr, "card.json needs 132 MB of memory") || strings.Count(stderr, "\n") != 1 {
		t.Fatalf("code %d, %s", code, stderr)
	}
	_, flag, _ := strings.Cut(stderr, "--memory ")
	size, _, _ := strings.Cut(flag, " ")
	_, _, stderr, _ = clitest.Invoke("demos", "inspect", dir, "--memory", size)
	if !strings.Contains(stderr, "file name \"\"") {
		t.Errorf("with --memory %s: %s", size, stderr)
	}
}

// A training that does not fit into memory is refused in one line, by as many workers as would train side by side, and
// leaves no folder; neither does a device that cannot be used.
func TestRefusedCommandsLeaveNoFolder(t *testing.T) {
	if _, err := os.Stat("/proc/meminfo"); err != nil {
		t.Skip("this system does not say what memory is free")
	}
	t.Setenv("GOMLX_BACKEND", "go") // so that there is no card
	t.Setenv("PATH", "")
	const policy = "vision+vit:Batch=4096,History=8" // terabytes
	const cell = "task=picking recipe=left=3 groups=behaviour method=natural policy=" + policy +
		" trial=0 rollouts=1 steps=5 seed=1"
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"run", "E1", "--policy", policy, "--steps", "5", "--device", "go", "--workers", "2"},
			`network "vit" in 2 trainings side by side takes about`},
		{append([]string{"dev", "cell", "--device", "go"}, strings.Fields(cell)...), `network "vit" takes about`},
		{[]string{"train", "picking", "left=1", "--policy", policy, "--steps", "5", "--device", "go"},
			`network "vit" takes about`},
		{[]string{"run", "E1", "--device", "cuda"}, "device cuda cannot be used"},
		{append([]string{"dev", "cell", "--device", "cuda"}, strings.Fields(cell)...), "device cuda cannot be used"},
	} {
		folder := filepath.Join(t.TempDir(), "a")
		code, _, stderr, _ := clitest.Invoke(append(c.arguments, "--out", filepath.Join(folder, "b"))...)
		if code != 1 || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: code %d, %s; want %q", c.arguments, code, stderr, c.want)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%v: left %s", c.arguments, folder)
		}
	}
}
