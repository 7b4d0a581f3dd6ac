package claims

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// Where theta is fixed a claim has a verdict of its own beside the frozen one, for each kind of bad demonstrations, and
// changes none; claims without records in that reading have no row.
func TestThetaFixed(t *testing.T) {
	trials := bench.Looks[0]
	worse := recordtest.Varied(map[string]int{"picking ours": -12})
	records := recordtest.RecordsOf(worse, trials, "E5")
	if table, ok := Evaluate(All(), recordtest.Size(trials), records, scenes.CALVIN).thetaFixedTable(); ok {
		t.Fatalf("%d rows without records", len(table.Rows))
	}
	list := func(r recordtest.Records) (all []record.Record) {
		for _, one := range r {
			all = append(all, one)
		}
		return all
	}
	better := recordtest.Varied(map[string]int{"picking ours": 12})
	evaluations, _ := EvaluateAll(list(records), scenes.CALVIN,
		list(recordtest.RecordsOf(worse, trials, "E5-fixed-theta")),
		list(recordtest.RecordsOf(better, trials, "E5-hasty-fixed-theta")))
	table, ok := evaluations[0].thetaFixedTable()
	if !ok {
		t.Fatal("no table")
	}
	got := map[string]string{}
	for _, row := range table.Rows {
		got[row[0].Text+" "+row[2].Text+" "+row[3].Text] = row[9].Text + ", " + row[8].Text
	}
	for of, want := range map[string]string{
		"C24 biased Re-Mix": "contradicted, contradicted", "C24 hasty Re-Mix": "contradicted, replicated",
		"C01 biased Re-Mix": "",
	} {
		if got[of] != want {
			t.Errorf("%s: %q, want %q", of, got[of], want)
		}
	}
}
