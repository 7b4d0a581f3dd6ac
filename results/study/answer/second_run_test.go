package answer

import (
	"strings"
	"testing"

	"counterpoise/bench/record"
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
	a, ok := secondRunOf(e, text, records)
	if !ok || a.Difficulty != study.Inexact || a.number != 2 {
		t.Fatalf("%v under %q, freeze %d", ok, a.Difficulty, a.number)
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
	for _, want := range []string{
		"(freeze 2, commit 89abcdef0123, 2026-11-22: opening again), under the difficulty inexact, of up to 30 trials",
		"Of the 4 claims that it answers, 1 have the verdict of the first run; otherwise: ", "C05 (replicated; there " +
			"contradicted (+20.",
	} {
		if got := a.text(e); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if got := a.text(e); !strings.HasSuffix(got, ").") {
		t.Errorf("the text goes on where no claim has later trials: %s", got)
	}
	sentences := answer(e, a, records, nil, record.Size{})
	for i, want := range map[int]string{
		1: "; in the second run, of opening under the difficulty inexact, the changes are -20.",
		3: "the changes are ?.",
		4: "the study's own method the mean by ?.",
	} {
		if !strings.Contains(sentences[i].Text, want) {
			t.Errorf("sentence %d lacks %q: %s", i+1, want, sentences[i])
		}
	}
	if got := answer(e, secondRun{}, records, nil, record.Size{}); strings.Contains(got[1].Text, "second run") {
		t.Errorf("without a second run: %s", got[1])
	}
	links := Links{Claims: "#", Design: func(string, string) string { return "#" }}
	table := a.column(claimsTable(e, links), e)
	if n := len(table.Columns); len(table.Rows[0]) != n || table.Columns[n-1].Title != "second run" {
		t.Errorf("%d columns, %d cells, the last column is %q", n, len(table.Rows[0]), table.Columns[n-1].Title)
	}
}

// What the later trials of the second run would say of its claims stands beside their verdicts.
func TestRepeatedLater(t *testing.T) {
	claim := func(later claims.Verdict) claims.Result {
		r := claims.Result{Claim: claims.Claim{ID: "C41"}, Verdict: claims.Equal}
		r.Later = &claims.Result{Claim: r.Claim, Verdict: later, Look: claims.Look{Number: 3, Trials: 100}}
		return r
	}
	s := secondRun{freeze: study.Freeze{Commit: "89abcdef0123456789abcdef0123456789abcdef"}}
	for later, want := range map[claims.Verdict]string{
		claims.Equal: "they would give each the same one.",
		claims.Contradicted: ". In it 1 claim was decided at a look after which the experiment went on, for other " +
			"claims. The later trials change no verdict; by the same rules they would give 1 another one: C41 (not " +
			"reproduced: equal within 5 points; at 100 trials: contradicted).",
	} {
		s.Claims = []claims.Result{claim(later)}
		if got := s.text(claims.Evaluation{Claims: s.Claims}); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want it to end with %q", got, want)
		}
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
	if _, ok := secondRunOf(claims.Evaluate(claims.All(), size, records, scenes.CALVIN), text, records); ok {
		t.Error("a run on seed 1 is of no freeze")
	}
	alone := reseeded(recordtest.RecordsOf(recordtest.Varied(nil), 2, "E1"), seeds[0])
	size.Seed = seeds[0]
	if _, ok := secondRunOf(claims.Evaluate(claims.All(), size, alone, scenes.CALVIN), text, alone); ok {
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
