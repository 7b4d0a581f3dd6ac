package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/durable"
	"counterpoise/internal/faults"
	"counterpoise/policies/weigh/datasets"
)

// after is a writer that calls a function when a word is written.
type after struct {
	word string
	call func()
}

func (a after) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(a.word)) {
		a.call()
	}
	return len(text), nil
}

// Whether weigh fails in a training, or is stopped between two, or finds the disk full before its last file, it leaves
// no folder that was not there before; nor does advise.
func TestWeighLeavesNothing(t *testing.T) {
	r := reader{episodes: 4, groups: 2, frames: 6, states: 3, actions: 2}
	for name, weigh := range map[string]func(out string) error{
		"failed": func(out string) error {
			o := quickly(t, "excessmtl:Eta=1e308")
			o.out = out
			_, _, err := weighed(t.Context(), r, o)
			return err
		},
		"stopped": func(out string) error {
			o := quickly(t, "natural")
			o.out, o.seeds, o.steps = out, 200, 1
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var text bytes.Buffer
			p := program{out: &text, err: after{" trainings\n", stop}}
			return p.weighOpen(ctx, "made", datasets.Of("made", "made", r), o)
		},
		"disk full": func(out string) error {
			defer fullAfter(2)()
			o := quickly(t, "natural")
			o.out = out
			_, _, err := weighed(t.Context(), r, o)
			return err
		},
		"advise, disk full": func(out string) error {
			defer fullAfter(2)()
			path := filepath.Join(t.TempDir(), "demos")
			small(t, "counterpoise", path)
			_, _, stderr, _ := invoke("advise", path, "--by", "behaviour,style", "--seeds", "1", "--method", "natural",
				"--suboptimal", "biased", "--out", out)
			if !strings.Contains(stderr, "can't write to folder "+out) {
				return nil
			}
			return errors.New(stderr)
		},
	} {
		dir := t.TempDir()
		if err := weigh(filepath.Join(dir, "new", "weights")); err == nil {
			t.Errorf("%s: no error", name)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v left, %v", name, left, err)
		}
	}
}

// A dataset that is refused or cannot be completed leaves no folder that was not there before.
func TestDatasetsLeaveNothing(t *testing.T) {
	source := filepath.Join(t.TempDir(), "demos")
	small(t, "counterpoise", source)
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
		code, _, stderr, _ := invoke(strings.Fields(strings.ReplaceAll(line, "OUT", out))...)
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
	small(t, "lerobot", source)
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	saved(t, home, "x.txt", "keep")
	other := filepath.Join(dir, "other")
	smallOf(t, "rlds", other, "left", "left", "left")
	const refused = " holds something that is no dataset; choose a new or an empty folder"
	for line, want := range map[string]string{
		"demos generate opening drawer=2,slider=2 --out " + home:      home + refused,
		"demos convert " + source + " " + home + " --format rlds":     home + refused,
		"demos convert " + other + " " + source + " --format lerobot": source + " holds another dataset;",
	} {
		var said []string
		for _, split := range []string{"", " --split"} {
			code, _, stderr, _ := invoke(strings.Fields(line + split)...)
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
	source, file := filepath.Join(dir, "demos"), saved(t, dir, "file", "text")
	small(t, "counterpoise", source)
	for _, line := range [][]string{
		{"weigh", source, "--known", "behaviour=none"}, {"advise", source, "--suboptimal", "none"},
	} {
		code, stdout, stderr, _ := invoke(append(line, "--out", filepath.Join(file, "below"))...)
		if code != 1 || stdout != "" || !strings.Contains(stderr, "can't write to folder "+file) {
			t.Errorf("%s: exit code %d, %s%s", line[0], code, stdout, stderr)
		}
	}
	if _, err := os.Stat("/proc/self"); err == nil && checkFolder("/proc") == nil {
		t.Error("no error for a folder in which no file can be made")
	}
}

// fullAfter lets the writes after the first n to a new folder find no space on the disk, until restore is called.
func fullAfter(n int) (restore func()) {
	written := 0
	return durable.Inject(func(c durable.Call) (int, error) {
		if c.Name == "write" && strings.Contains(c.Path, "weights") {
			if written++; written > n {
				return 0, errors.New("no space left on device")
			}
		}
		return c.Bytes, nil
	})
}

// A folder that was not there before has all files or none, whatever fails and whenever; one that is in the way stays.
func TestFillFolder(t *testing.T) {
	faults.Check(t, faults.Writer{Whole: true, Write: func(dir string) error {
		return fillFolder(filepath.Join(dir, "a", "b"), func(dir string) error {
			err := durable.WriteFile(filepath.Join(dir, "1"), []byte("one"))
			return errors.Join(err, durable.WriteFile(filepath.Join(dir, "2"), []byte("two")))
		})
	}})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	none := func(string) error { return nil }
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if checkFolder(path) == nil || fillFolder(path, none) == nil {
			t.Errorf("%s: no error for a file in the place of a folder", path)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}
