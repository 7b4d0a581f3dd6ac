package results

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/document"
)

// The grid is drawn over ηT, a panel for each behaviour and a line for each split, and asks every point for equality with the one
// that the experiments run.
func TestGridIsDrawn(t *testing.T) {
	s := made(around(nil), bench.EqualityTrials, "grid-styles")
	e, _ := bench.Experiments.Get("grid-styles")
	for _, r := range readings(bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: madeSize(bench.EqualityTrials)}, s) {
		f, ok := r.levels()
		if !ok || len(f.panels) < len(r.behaviours()) || !strings.Contains(f.Alt, "held-out losses") {
			t.Errorf("%s: %v, %d panels: %s", r.name(), ok, len(f.panels), f.Alt)
		}
		section := r.section()
		at := slices.IndexFunc(section.Tables, func(t document.Table) bool { return t.Name == "equality" })
		if at < 0 || len(section.Tables[at].Rows) != 7*len(r.behaviours()) {
			t.Errorf("%s: no table of equality, or not of 7 points", r.name())
		}
	}
}
