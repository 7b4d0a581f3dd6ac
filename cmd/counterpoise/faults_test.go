package main

import (
	"errors"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/results/report"
)

// Files that commands write themselves are whole, old or new, whatever fails: those of one file by a command line,
// those of several by the function that report and weigh write with. What packages below write has tests there.
func TestCommandsUnderFaults(t *testing.T) {
	records := filepath.Join(t.TempDir(), "records")
	if code, _, stderr, _ := invoke("run", "quick", "--trials", "1", "--out", records); code != 0 {
		t.Fatal(stderr)
	}
	t.Run("claims", func(t *testing.T) {
		faults.Check(t, faults.Writer{Write: func(dir string) error {
			out := filepath.Join(dir, "claims.md")
			if code, _, stderr, _ := invoke("claims", records, "--format", "markdown", "--out", out); code != 0 {
				return errors.New(stderr)
			}
			return nil
		}})
	})
	files := func(texts ...string) func(string) error {
		return func(dir string) error {
			return writeFiles(dir, []report.File{
				{Path: "figures/a.svg", Data: []byte(texts[0])}, {Path: "report.html", Data: []byte(texts[1])},
			})
		}
	}
	t.Run("files", func(t *testing.T) {
		faults.Check(t, faults.Writer{Old: files("an old figure", "an old page"), Write: files("a figure", "a page")})
	})
}
