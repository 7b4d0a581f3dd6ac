package slurm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/internal/hostile"
)

// Reading a list of cells takes memory in proportion to its text.
func TestCellListStaysInBudget(t *testing.T) {
	read := func(path string) error {
		_, err := ReadCellList(path)
		return err
	}
	lines := func(line string, n int) func() []byte {
		return func() []byte { return []byte(strings.Repeat(line, n)) }
	}
	const mega = 1 << 20
	hostile.Check(t, read,
		hostile.Input{Name: "cells", Fits: true, Data: lines(strings.Repeat("task=picking ", 10)+"\n", 100_000)},
		hostile.Input{Name: "letters", Data: lines("a\n", 8*mega)},
		hostile.Input{Name: "empty lines", Data: lines("\n", 32*mega)},
		hostile.Input{Name: "remarks", Data: lines("#\n", 16*mega)},
		hostile.Input{Name: "one long line", Data: lines("a", 32*mega)},
	)
}

// A folder in the place of a list or a log is an error, or no last line; of a long log the end is read.
func TestFilesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadCellList(dir); !errors.Is(err, bounded.ErrNotRegular) {
		t.Errorf("a folder as a list: %v", err)
	}
	if got := LastLine(dir); got != "(nothing)" {
		t.Errorf("a folder as a log ends in %q", got)
	}
	log := filepath.Join(dir, "0.log")
	os.WriteFile(log, []byte(strings.Repeat("line\n", 1<<20)+"the last\n\n"), 0o644)
	if got := LastLine(log); got != "the last" {
		t.Errorf("the last line is %q", got)
	}
}

// Any text in place of a list of cells gives names without blanks around them, or an error.
func FuzzCellList(f *testing.F) {
	f.Add("task=picking a\n\n# remark\n  b \r\n")
	f.Add("a")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "cells")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names, err := ReadCellList(path)
		for _, n := range names {
			if err != nil || n == "" || strings.TrimSpace(n) != n || strings.Contains(n, "\n") || n[0] == '#' {
				t.Errorf("%q gives the name %q, %v", text, n, err)
			}
		}
	})
}
