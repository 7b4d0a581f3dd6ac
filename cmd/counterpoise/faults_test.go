package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/results/report"
)

// Files that commands write themselves are whole, old or new, whatever fails: those of one file by a command line,
// those of several by the function that report and weigh write with. What packages below write has tests there.
func TestCommandsUnderFaults(t *testing.T) {
	files := func(texts ...string) func(string) error {
		return func(dir string) error {
			return writeFiles(dir, []report.File{
				{Path: "figures/a.svg", Data: []byte(texts[0])}, {Path: "report.html", Data: []byte(texts[1])},
			})
		}
	}
	t.Run("export", func(t *testing.T) {
		policy, p := keptPolicy(t, "mlp"), program{out: io.Discard, err: io.Discard}
		faults.Check(t, faults.Writer{
			Old: func(dir string) error { return os.WriteFile(filepath.Join(dir, "p.onnx"), []byte("another"), 0o644) },
			Write: func(dir string) error {
				return p.exportPolicy(policy, filepath.Join(dir, "p.onnx"))
			},
		})
	})
	t.Run("advise", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "demos")
		small(t, "counterpoise", path)
		o := adviseFlags{weighFlags: weighFlags{by: []string{"behaviour", "style"}, seeds: 2, workers: 1}}
		d, err := datasets.Open(t.Context(), []string{path}, datasets.Options{By: o.by})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		p := program{out: io.Discard, err: io.Discard}
		a, err := p.adviceOn(t.Context(), d, []string{path}, o)
		if err != nil {
			t.Fatal(err)
		}
		faults.Check(t, faults.Writer{Write: func(dir string) error { return writeAdvice(dir, d, a.groups, a.report) }})
	})
	t.Run("files", func(t *testing.T) {
		faults.Check(t, faults.Writer{Old: files("an old figure", "an old page"), Write: files("a figure", "a page")})
	})
}
