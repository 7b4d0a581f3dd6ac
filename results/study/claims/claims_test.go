package claims

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/bench/study/theory"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// answer returns the result of one claim.
func answer(t *testing.T, s frame.Records, trials int, id string) Result {
	t.Helper()
	for _, j := range Evaluate(All(), recordtest.Size(trials), s, scenes.CALVIN).Claims {
		if j.ID == id {
			return j
		}
	}
	t.Fatalf("no claim %s", id)
	return Result{}
}

// There are 46 claims with the numbers that the study prints, and each refers to arms that exist or to a computation.
func TestClaimsAreThoseOfTheStudy(t *testing.T) {
	f, err := os.Open("../../../stats/testdata/claims.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	printed, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ours, err := csv.NewReader(strings.NewReader(string(file))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i := range printed {
		if !slices.Equal(printed[i], ours[i][:10]) {
			t.Errorf("row %d: %q, stats has %q", i+1, ours[i][:10], printed[i])
		}
	}
	cs := All()
	if len(cs) != 46 || len(printed) != 47 {
		t.Fatalf("%d claims", len(cs))
	}
	for i, c := range cs {
		if c.ID != fmt.Sprintf("C%02d", i+1) {
			t.Errorf("claim %d is called %s", i+1, c.ID)
		}
		for _, p := range c.Parts {
			if c.Kind == "ns" != (p.Relation == "=") && c.ID != "C20" || (c.Kind == "F") != (len(p.Arms) == 4) {
				t.Errorf("%s of kind %s is tested by %v", c.ID, c.Kind, p)
			}
		}
		if c.Kind == "exact" && !slices.ContainsFunc(theory.Evaluate(),
			func(l theory.Proposition) bool { return l.Equation == c.Experiment }) {
			t.Errorf("%s: nothing computes %s", c.ID, c.Experiment)
		}
	}
}

// Every kind of claim gets each verdict that its rule can give, with ten trials: provisionally.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		id      string
		levels  map[string]int
		verdict Verdict
		why     string
	}{
		{"C01", map[string]int{"left starved": -12}, Replicated, "left starved 1"},
		{"C01", map[string]int{"left starved": 12}, Contradicted, "points above balanced, 95 % CI"},
		{"C01", map[string]int{"left starved": 1}, Equal, "within 5 points"},
		{"C06", map[string]int{"right upsampled": -12}, Replicated, "; against the mean of the other behaviours -1"},
		{"C08", map[string]int{"remix": 12, "balanced": 24}, Replicated,
			"Read otherwise (remix > balanced): contradicted."},
		{"C26", map[string]int{"remix": 1}, Replicated, "within 5 points"},
		{"C26", map[string]int{"remix": 25}, Contradicted, "points below remix"},
		{"C09", map[string]int{"picking remix": 12}, Replicated, "2 of 2 tests hold."},
		{"C09", map[string]int{}, Equal, "within 5 points"},
		{"C09", map[string]int{"picking remix": -12}, Contradicted, "0 of 2 tests hold"},
		{"C19", map[string]int{"ours": 12}, Replicated, "pattern: ours > imbalanced as printed (+1"},
		{"C19", map[string]int{"ours": -12}, Contradicted, "ours > remix reversed (-1"},
		{"C19", map[string]int{}, Equal, "6 of 6 pairs within 5 points"},
		{"C19", map[string]int{"imbalanced": 12}, Contradicted, "ours > imbalanced reversed"},
		{"C20", map[string]int{}, Replicated, "6 of 6 pairs"},
		{"C20", map[string]int{"ours": 25}, Contradicted, "3 of 6 pairs"},
		{"C20", map[string]int{"ours": 3}, ContradictedSmall, "6 of 6 pairs within 5 points"},
		{"C27", map[string]int{"ours": 12, "zero": -12, "remix": -12}, Replicated, "3 of 3 tests hold."},
		{"C27", map[string]int{"ours": 12, "zero": -12}, Equal,
			"2 of 3 tests hold; picking all behaviours not reproduced: equal within 5 points (remix"},
		{"C27", map[string]int{"ours": 12, "zero": 12}, Contradicted, "zero 1"},
		{"C28", map[string]int{"opening ours": 6}, Replicated, "3 of 3"},
		{"C28", map[string]int{"opening zero": 6}, Contradicted, "opening all behaviours contradicted (ours 8"},
		{"C41", map[string]int{"opening ours": 12}, Replicated, "6 of 6"},
	} {
		claim := All()[slices.IndexFunc(All(), func(o Claim) bool { return o.ID == c.id })]
		j := Evaluate([]Claim{claim}, recordtest.Size(10),
			recordtest.RecordsOf(recordtest.Varied(c.levels), 10, claim.Parts[0].Experiment), scenes.CALVIN).Claims[0]
		if j.Verdict != c.verdict || !strings.Contains(j.Why, c.why) || j.Look.Number != 0 {
			t.Errorf("%s with %v is %v (%s), want %v (%s)", c.id, c.levels, j.Verdict, j.Why, c.verdict, c.why)
		}
	}
}

// With fewer than two pairs a claim is not testable, and its sentence has the command that makes the records. Trials
// that only one arm has are not pairs.
func TestNotTestable(t *testing.T) {
	w := recordtest.Varied(map[string]int{"left starved": -12})
	halved := recordtest.RecordsOf(w, 10, "E1")
	for h, r := range halved {
		if (r.Cell.Recipe == "left=21,middle=21,right=21") == (r.Cell.Trial < 5) {
			delete(halved, h)
		}
	}
	for what, s := range map[string]recordtest.Records{"no records": {}, "one trial": recordtest.RecordsOf(w, 1, "E1"),
		"other records": recordtest.RecordsOf(w, 10, "E2"), "no pairs": halved} {
		j := answer(t, s, 10, "C01")
		if j.Verdict != NotTestable || !strings.Contains(j.Why,
			"counterpoise run E1 --policy state --trials 30 --rollouts 100 --seed 1 --steps 10") ||
			j.Power.Power.Defined() {
			t.Errorf("%s: %v, %s", what, j.Verdict, j.Why)
		}
	}
	if j := answer(t, recordtest.Records{}, 10, "C42"); j.Verdict != NotTestable {
		t.Errorf("Table 1 without records: %v", j.Verdict)
	}
	if j := answer(t, recordtest.Records{}, 10, "C46"); j.Verdict != Replicated ||
		!strings.Contains(j.Why, "holds to rounding") {
		t.Errorf("the theory needs no records, and is %v: %s", j.Verdict, j.Why)
	}
	if j := theoryResult(Claim{Experiment: "P8"},
		[]theory.Proposition{{Equation: "P8", Deviation: .1}}); j.Verdict != Contradicted {
		t.Errorf("a law that is off by .1 is %v", j.Verdict)
	}
}

// Our statistic has the order of subtraction of the printed one: t of E2 is positive where upsampled is below
// balanced, t of E1 negative.
func TestOrderOfSubtraction(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12, "right upsampled": -12,
		"opening remix": -12}), 10, "E1", "E2", "E3")
	for id, sign := range map[string]float64{"C01": -1, "C06": 1, "C12": 1,
		"C10": 1} { // C10 claims the opposite of what is there
		j := answer(t, s, 10, id)
		cell := j.own().statistic
		var v float64
		fmt.Sscan(cell.Values[0], &v)
		if v*sign <= 0 {
			t.Errorf("%s: printed %v, ours %s", id, j.Printed(), cell.Text)
		}
	}
}

// Each size has its own number of trials: three on one seed and two on another. Untrained policies, which chance levels
// have many of, are no trials.
func TestEvaluateAllCountsTrialsBySize(t *testing.T) {
	var records []record.Record
	for _, r := range recordtest.RecordsOf(recordtest.Varied(nil), 3, "E1") {
		records = append(records, r)
		if r.Cell.Seed = 5; r.Cell.Trial < 2 {
			records = append(records, r)
		}
		r.Cell.Method, r.Cell.Trial = record.Untrained, 9
		records = append(records, r)
	}
	evaluations, _ := EvaluateAll(records, scenes.CALVIN)
	trials := map[uint64]int{}
	for _, e := range evaluations {
		trials[e.Size.Seed] = e.Size.Trials
	}
	if want := map[uint64]int{recordtest.Size(3).Seed: 3, 5: 2}; !maps.Equal(trials, want) {
		t.Errorf("trials by seed are %v, want %v", trials, want)
	}
}

// Folders that are evaluated together may have the same cell, made on other devices: the first counts, which a note
// says.
func TestTheFirstRecordOfACellCounts(t *testing.T) {
	list := func(ours int) (all []record.Record) {
		for _, r := range recordtest.RecordsOf(recordtest.Varied(map[string]int{"picking ours": ours}), 30, "E5") {
			all = append(all, r)
		}
		return all
	}
	first, second := list(-12), list(12)
	want, _ := EvaluateAll(first, scenes.CALVIN)
	got, notes := EvaluateAll(slices.Concat(first, second), scenes.CALVIN)
	if !strings.Contains(strings.Join(notes, " "), fmt.Sprintf("%d records of cells that an earlier", len(second))) {
		t.Errorf("notes %q", notes)
	}
	for i, r := range got[0].Claims {
		if r.Verdict != want[0].Claims[i].Verdict {
			t.Errorf("%s: %s, alone %s", r.ID, r.Verdict, want[0].Claims[i].Verdict)
		}
	}
}

// EvaluateAll finds the policies and sizes that records have: one evaluation for each with records of a claim.
func TestEvaluateAll(t *testing.T) {
	var records []record.Record
	for _, r := range recordtest.RecordsOf(recordtest.Varied(nil), 3, "E1") {
		records = append(records, r)
		if r.Cell.Seed = 5; r.Cell.Trial == 0 {
			records = append(records, r)
		}
	}
	rs, notes := EvaluateAll(records, scenes.CALVIN)
	if len(rs) != 1 || rs[0].Size != recordtest.Size(3) || len(rs[0].Claims) != 46 || len(notes) > 0 {
		t.Errorf("%d evaluations, notes %q", len(rs), notes)
	}
	if rs, _ := EvaluateAll(nil, scenes.CALVIN); len(rs) > 0 {
		t.Errorf("no records have %d evaluations", len(rs))
	}
	b, err := json.Marshal(rs)
	var back []struct {
		Claims []struct {
			ID, Verdict string
			Printed     float64
		}
	}
	if err != nil || json.Unmarshal(b, &back) != nil || len(back) != 1 || back[0].Claims[0].Printed != -2.601 ||
		back[0].Claims[0].Verdict != string(rs[0].Claims[0].Verdict) {
		t.Errorf("JSON does not come back: %v", err)
	}
}

// The document of claims is the committed one.
func TestClaimsDocument(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12, "right upsampled": 12, "ours": 9}),
		10,
		"E1", "E2", "E2-caption", "E3", "E4", "E5", "E6")
	size := recordtest.Size(10)
	d := Document([]Evaluation{Evaluate(All(), size, s, scenes.CALVIN)}, []string{"A note."})
	for form, file := range map[string]string{"text": "claims.txt", "markdown": "claims.md", "csv": "claims.csv"} {
		var out strings.Builder
		if err := document.Write(&out, form, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, file, out.String())
	}
}
