package report

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// The grid is drawn over ηT, with a panel for each behaviour and a line for each split, and every point is tested for
// equality with the one that the experiments run.
func TestGridIsDrawn(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(nil), bench.EqualityTrials, "grid-styles")
	e, _ := bench.Experiments.Get("grid-styles")
	for _, r := range frame.Of(bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e},
		Size: recordtest.Size(bench.EqualityTrials)}, s).Findings() {
		f, ok := levels(r)
		if !ok || f.Panels() < len(r.Behaviours()) || !strings.Contains(f.Alt, "held-out losses") {
			t.Errorf("%s: %v, %d panels: %s", r.Name(), ok, f.Panels(), f.Alt)
		}
		section := Section(r)
		at := slices.IndexFunc(section.Tables, func(t document.Table) bool { return t.Name == "equality" })
		if at < 0 || len(section.Tables[at].Rows) != 9*len(r.Behaviours()) {
			t.Errorf("%s: no table of equality, or not of 9 points", r.Name())
		}
	}
}
