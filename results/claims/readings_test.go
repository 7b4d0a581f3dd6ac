package claims

import (
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
	if got := r.ReadingsText(); got != "1 of 1 other readings decides otherwise" {
		t.Error(got)
	}
	if r := answer(t, s, 10, "C01"); len(r.Readings) > 0 {
		t.Errorf("plain cloning has readings: %+v", r.Readings)
	}
	table, ok := Evaluate(All()[7:9], recordtest.Size(10), s, scenes.CALVIN).readingsTable()
	if !ok || len(table.Rows) != 2 || table.Rows[0][2].Text != "additive" || table.Rows[0][8].Text != "no" {
		t.Errorf("%+v", table.Rows)
	}
}

// A reading that is undecided is no evidence that the verdict hangs on it.
func TestUndecidedReadings(t *testing.T) {
	r := Result{Verdict: Equal, Readings: []OtherReading{
		{Verdict: Equal}, {Verdict: Inconclusive}, {Verdict: Contradicted}, {Verdict: NotTestable}, {Verdict: Replicated},
	}}
	if got := r.ReadingsText(); got != "2 of 5 other readings decide otherwise, 2 are undecided" {
		t.Error(got)
	}
	r.Readings = r.Readings[:2]
	if got := r.ReadingsText(); got != "0 of 2 other readings decide otherwise, 1 is undecided" {
		t.Error(got)
	}
}
