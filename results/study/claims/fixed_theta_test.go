package claims

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// Where theta is fixed a claim has a verdict of its own beside the frozen one, for each kind of bad demonstrations;
// claims without records in that reading have no row.
func TestFixedTheta(t *testing.T) {
	trials := bench.Looks[0]
	frozen := recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking ours": -12}), trials, "E5")
	e := Evaluate(All(), recordtest.Size(trials), frozen, scenes.CALVIN)
	if s, ok := FixedTheta(e, frozen); ok {
		t.Fatalf("%d rows without records", len(s.Tables[0].Rows))
	}
	fixed := recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking ours": -12}), trials, "E5-fixed-theta")
	hasty := recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking ours": 12}), trials, "E5-hasty-fixed-theta")
	for h, r := range hasty {
		fixed[h] = r
	}
	s, ok := FixedTheta(e, fixed)
	if !ok {
		t.Fatal("no section")
	}
	got := map[string]string{}
	for _, row := range s.Tables[0].Rows {
		got[row[0].Text+" "+row[3].Text] = row[2].Text + ", " + row[6].Text
	}
	for of, want := range map[string]string{
		"C24 biased": "contradicted, contradicted", "C24 hasty": "contradicted, replicated", "C01 biased": "",
	} {
		if got[of] != want {
			t.Errorf("%s: %q, want %q", of, got[of], want)
		}
	}
}
