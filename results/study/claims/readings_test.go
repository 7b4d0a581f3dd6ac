package claims

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// A claim has a verdict in every other reading of its methods that has records, and keeps the primary one's as its own.
func TestReadings(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking remix": 12}), 10, "E3")
	for h, r := range recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking remix": -12}), 10, "E3-additive") {
		if r.Cell.Method != "natural" { // plain cloning is the same in both
			s[h] = r
		}
	}
	r := answer(t, s, 10, "C08")
	if r.Verdict != Replicated || r.Methods != "remix" || len(r.Readings) != 1 {
		t.Fatalf("%v by %s, %d other readings: %s", r.Verdict, r.Methods, len(r.Readings), r.Why)
	}
	if o := r.Readings[0]; o.Reading != "additive" || !strings.HasPrefix(o.Methods, "remix-paper:") ||
		o.Verdict != Contradicted || !(o.Test.MeanDifference.Or(0) < -8) {
		t.Errorf("%+v", o)
	}
	if got := r.ReadingsText(); got != "1 of 1 otherwise" {
		t.Error(got)
	}
	if r := answer(t, s, 10, "C01"); len(r.Readings) > 0 {
		t.Errorf("plain cloning has readings: %+v", r.Readings)
	}
	table, ok := Evaluate(All()[7:9], recordtest.Size(10), s, scenes.CALVIN).readingsTable()
	if !ok || len(table.Rows) != 2 || table.Rows[0][2].Text != "additive" || table.Rows[0][10].Text != "no" {
		t.Errorf("%+v", table.Rows)
	}
}

// A reading that is undecided is no evidence that the verdict hangs on it.
func TestUndecidedReadings(t *testing.T) {
	r := Result{Verdict: Equal, Readings: []OtherReading{
		{Verdict: Equal}, {Verdict: Inconclusive}, {Verdict: Contradicted}, {Verdict: NotTestable},
		{Verdict: Replicated},
	}}
	for i := range r.Readings {
		r.Readings[i].Primary = r.Verdict
	}
	if got := r.ReadingsText(); got != "2 of 5 otherwise, 2 undecided" {
		t.Error(got)
	}
	r.Readings = r.Readings[:2]
	if got := r.ReadingsText(); got != "0 of 2 otherwise, 1 undecided" {
		t.Error(got)
	}
}

// A reading is summed up by the weights that the study's method ends with, and by the claims that it decides as the
// primary reading does, otherwise, and not at all. The primary reading comes first; readings without records are left
// out.
func TestSummaries(t *testing.T) {
	alpha, ref := recordtest.Table1()
	s := recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking ours": 12}), 10, "E5"),
		alpha, ref)
	alpha["picking ours"] = .5
	other := recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking ours": -12}), 10, "E5-plateau")
	for h, r := range recordtest.WithWeights(other, alpha, ref) {
		if strings.HasPrefix(r.Cell.Method, "ours") { // the others are the same in both
			s[h] = r
		}
	}
	e := Evaluate(All(), recordtest.Size(10), s, scenes.CALVIN)
	all := e.Summaries(s)
	if len(all) != 2 || all[0].Name != "" || all[1].Name != "plateau" {
		t.Fatalf("%+v", all)
	}
	for i, want := range []float64{.94, .5} {
		if w := all[i].Optimal[0]; w.Task != "picking" || math.Abs(w.Weight.Mean.Or(0)-want) > 1e-9 ||
			math.Abs(w.Weight.SD.Or(0)-.02*math.Sqrt(10./9)) > 1e-9 {
			t.Errorf("%s: %+v, want %g ± .021", all[i].Name, w, want)
		}
	}
	p := all[1]
	if slices.Contains(p.Same, "C24") || !slices.Contains(p.Otherwise, "C24") || !slices.Contains(p.Same, "C20") {
		t.Errorf("same %v, otherwise %v, undecided %v", p.Same, p.Otherwise, p.Undecided)
	}
}
