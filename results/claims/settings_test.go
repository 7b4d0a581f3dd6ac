package claims

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// A claim on optimal demonstrations has a verdict under each knob and each oracle that has records, and a table says
// where they differ; one on suboptimal demonstrations has none.
func TestSettings(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12}), 10, "E1", "E5")
	for h, r := range recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": 12}), 10, "E1-precision") {
		s[h] = recordtest.WithVerdicts(r, 2, 1)
	}
	r := answer(t, s, 10, "C01")
	want := []struct {
		knob    bench.Knob
		oracle  scenes.Oracle
		verdict Verdict
	}{
		{bench.Variety, scenes.CALVIN, Replicated}, // these records lack verdicts of the earned oracle
		{bench.Precision, scenes.Earned, Contradicted}, {bench.Precision, scenes.CALVIN, Contradicted},
	}
	if len(r.Settings) != len(want) {
		t.Fatalf("%d settings: %+v", len(r.Settings), r.Settings)
	}
	for i, w := range want {
		if g := r.Settings[i]; g.Knob != w.knob || g.Oracle != w.oracle || g.Verdict != w.verdict ||
			!g.Test.T.Defined() {
			t.Errorf("setting %d is %+v, want %+v", i, g, w)
		}
	}
	if r := answer(t, s, 10, "C19"); len(r.Settings) > 0 {
		t.Errorf("C19 has settings: %+v", r.Settings)
	}
	table, ok := Evaluate(All()[:3], recordtest.Size(10), s, scenes.CALVIN).settingsTable()
	if !ok || len(table.Rows) != 3 || table.Rows[0][2].Text != "yes" {
		t.Fatalf("%+v", table)
	}
	for i, text := range []string{"no records", "replicated (-12", "contradicted (+1", "contradicted (+1"} {
		if got := table.Rows[0][3+i].Text; !strings.HasPrefix(got, text) {
			t.Errorf("column %d has %q, want %q", i, got, text)
		}
	}
}
