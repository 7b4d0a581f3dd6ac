package advise

import (
	"io"
	"path/filepath"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/faults"
	"counterpoise/policies/weigh/datasets"
)

// The folder of advice has all of its files or none, whatever fails.
func TestAdviseUnderFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demos")
	clitest.SmallDataset(t, "counterpoise", path)
	o := adviseFlags{weighFlags: weighFlags{by: []string{"behaviour", "style"}, seeds: 2, workers: 1}}
	d, err := datasets.Open(t.Context(), []string{path}, datasets.Options{By: o.by})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := of(cli.Program{Out: io.Discard, Err: io.Discard})
	a, err := p.adviceOn(t.Context(), d, []string{path}, o)
	if err != nil {
		t.Fatal(err)
	}
	faults.Check(t, faults.Writer{Write: func(dir string) error { return writeAdvice(dir, d, a.groups, a.report) }})
}
