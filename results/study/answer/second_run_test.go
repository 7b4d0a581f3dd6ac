package answer

import (
	"strings"
	"testing"

	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/study/claims"
	"counterpoise/scenes"
)

// twoFreezes are the freezes of two confirmatory runs, and their seeds.
func twoFreezes(t *testing.T) (text string, seeds [2]uint64) {
	t.Helper()
	commits := []string{"0123456789abcdef0123456789abcdef01234567", "89abcdef0123456789abcdef0123456789abcdef"}
	for i, why := range []string{"first", "opening again"} {
		var err error
		if seeds[i], err = (study.Freeze{Commit: commits[i]}).Seed(); err != nil {
			t.Fatal(err)
		}
		text += "| 2026-11-2" + string(rune('1'+i)) + " | " + commits[i] + " | " + why + " |\n"
	}
	return text, seeds
}

// reseeded is records as if their cells had another seed.
func reseeded(s recordtest.Records, seed uint64) recordtest.Records {
	other := recordtest.Records{}
	for _, r := range s {
		r.Cell.Seed = seed
		other[r.Cell.Hash()] = r
	}
	return other
}

// The verdicts of the run of the second freeze stand beside those of the first: as words and as a column, of the claims
// on opening alone.
func TestRepeated(t *testing.T) {
	text, seeds := twoFreezes(t)
	records := reseeded(recordtest.RecordsOf(recordtest.Varied(map[string]int{
		"slider starved": -20, "drawer starved": -20,
	}), 30, "E1"), seeds[0])
	for h, r := range reseeded(recordtest.RecordsOf(recordtest.Varied(map[string]int{
		"slider starved": -20, "drawer starved": +20,
	}), 30, "E1-inexact", "E4-inexact"), seeds[1]) {
		records[h] = r
	}
	size := recordtest.Size(30)
	size.Seed = seeds[0]
	e := claims.Evaluate(claims.All(), size, records, scenes.CALVIN)
	a := secondRunOf(e, text, records)
	if a == nil || a.Difficulty != study.Inexact || a.Row != 2 {
		t.Fatalf("%+v", a)
	}
	for id, want := range map[string]string{
		"C01": "", // on picking
		"C04": "same (-20.", "C05": "contradicted (+20.", "C07": "", "C42": "", "C43": "",
	} {
		i := claimIndex(e, id)
		if got := a.beside(e.Claims[i]); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	if a.Answered != 4 || a.Same != 1 || a.Most != 30 || len(a.Others) != 3 || a.LaterNote() != "" ||
		!strings.HasPrefix(a.Others[0], "C05 (replicated; there contradicted (+20.") {
		t.Errorf("%d answered, %d the same, over %d trials, others %q", a.Answered, a.Same, a.Most, a.Others)
	}
	const beside = "In the second run, of opening under the difficulty inexact: -20."
	for got, want := range map[string]bool{
		newStory(e, a, text, records).say("text 2"): true, newStory(e, nil, text, records).say("text 2"): false,
	} {
		if strings.Contains(got, beside) != want {
			t.Errorf("%q in %q: want %v", beside, got, want)
		}
	}
	links := Links{Claims: "#", Design: func(string, string) string { return "#" }}
	table := claimsTable(e, a, links)
	if n := len(table.Columns); len(table.Rows[0]) != n || table.Columns[n-1].Title != "second run" {
		t.Errorf("%d columns, %d cells, the last column is %q", n, len(table.Rows[0]), table.Columns[n-1].Title)
	}
}

// Runs on seeds of no freeze, and runs without another beside them, have nothing beside.
func TestNotRepeated(t *testing.T) {
	text, seeds := twoFreezes(t)
	records := recordtest.RecordsOf(recordtest.Varied(nil), 2, "E1")
	for h, r := range reseeded(recordtest.RecordsOf(recordtest.Varied(nil), 2, "E1-inexact"), seeds[1]) {
		records[h] = r
	}
	size := recordtest.Size(2)
	if secondRunOf(claims.Evaluate(claims.All(), size, records, scenes.CALVIN), text, records) != nil {
		t.Error("a run on seed 1 is of no freeze")
	}
	alone := reseeded(recordtest.RecordsOf(recordtest.Varied(nil), 2, "E1"), seeds[0])
	size.Seed = seeds[0]
	if secondRunOf(claims.Evaluate(claims.All(), size, alone, scenes.CALVIN), text, alone) != nil {
		t.Error("there is no second run")
	}
}

// claimIndex is the place of a claim in an evaluation.
func claimIndex(e claims.Evaluation, id string) int {
	for i, r := range e.Claims {
		if r.ID == id {
			return i
		}
	}
	return -1
}
