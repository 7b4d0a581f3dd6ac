package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// A dataset that is refused or cannot be completed leaves no folder that was not there before.
func TestDatasetsLeaveNothing(t *testing.T) {
	source := filepath.Join(t.TempDir(), "demos")
	clitest.SmallDataset(t, "counterpoise", source)
	for line, want := range map[string]string{
		"demos generate picking left=1,right=1 --split --out":                "nothing to split",
		"demos convert " + source + " OUT --format lerobot --size 96":        "about pictures, and",
		"demos convert " + source + " OUT --format counterpoise --video av1": "are for lerobot",
	} {
		dir := t.TempDir()
		out := filepath.Join(dir, "new", "demos")
		if !strings.Contains(line, "OUT") {
			line += " OUT"
		}
		code, _, stderr, _ := clitest.Invoke(strings.Fields(strings.ReplaceAll(line, "OUT", out))...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, %s", line, code, stderr)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v left, %v", line, left, err)
		}
	}
}

// What a folder holds that refuses a dataset refuses one that is split, in the same words, and stays.
func TestSplitIsRefusedAlike(t *testing.T) {
	dir := t.TempDir()
	home, source := filepath.Join(dir, "home"), filepath.Join(dir, "demos")
	clitest.SmallDataset(t, "lerobot", source)
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	clitest.Saved(t, home, "x.txt", "keep")
	other := filepath.Join(dir, "other")
	clitest.SmallDatasetOf(t, "rlds", other, "left", "left", "left")
	const refused = " holds something that is no dataset; choose a new or an empty folder"
	for line, want := range map[string]string{
		"demos generate opening drawer=2,slider=2 --out " + home:      home + refused,
		"demos convert " + source + " " + home + " --format rlds":     home + refused,
		"demos convert " + other + " " + source + " --format lerobot": source + " holds another dataset;",
	} {
		var said []string
		for _, split := range []string{"", " --split"} {
			code, _, stderr, _ := clitest.Invoke(strings.Fields(line + split)...)
			if code != 1 || !strings.Contains(stderr, want) {
				t.Errorf("%s%s: exit code %d, %s", line, split, code, stderr)
			}
			said = append(said, stderr)
		}
		if said[0] != said[1] {
			t.Errorf("%s: %q, and with --split %q", line, said[0], said[1])
		}
	}
	for folder, want := range map[string]int{home: 1, source: 2, dir: 3} {
		if left, err := os.ReadDir(folder); err != nil || len(left) != want {
			t.Errorf("%s has %v, %v", folder, left, err)
		}
	}
}

// What takes long and writes at its end looks first whether it can: nothing else is said of a folder that is none.
func TestFoldersAreTriedFirst(t *testing.T) {
	dir := t.TempDir()
	source, file := filepath.Join(dir, "demos"), clitest.Saved(t, dir, "file", "text")
	clitest.SmallDataset(t, "counterpoise", source)
	for _, line := range [][]string{
		{"weigh", source, "--known", "behaviour=none"}, {"advise", source, "--suboptimal", "none"},
	} {
		code, stdout, stderr, _ := clitest.Invoke(append(line, "--out", filepath.Join(file, "below"))...)
		if code != 1 || stdout != "" || !strings.Contains(stderr, "can't write to folder "+file) {
			t.Errorf("%s: exit code %d, %s%s", line[0], code, stdout, stderr)
		}
	}
	if _, err := os.Stat("/proc/self"); err == nil && cli.CheckFolder("/proc") == nil {
		t.Error("no error for a folder in which no file can be made")
	}
}
