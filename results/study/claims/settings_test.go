package claims

import (
	"strings"
	"testing"

	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// A claim on optimal demonstrations has a verdict under each difficulty and each oracle that has records, and a table
// says where they differ; one on suboptimal demonstrations has none.
func TestSettings(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12}), 10, "E1", "E5")
	for h, r := range recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": 12}), 10, "E1-precision") {
		s[h] = recordtest.WithVerdicts(r, 2, 1)
	}
	r := answer(t, s, 10, "C01")
	want := []struct {
		difficulty study.Difficulty
		oracle     scenes.Oracle
		verdict    Verdict
	}{
		{study.Variety, scenes.CALVIN, Replicated}, // these records lack verdicts of the earned oracle
		{study.Precision, scenes.Earned, Contradicted}, {study.Precision, scenes.CALVIN, Contradicted},
	}
	if len(r.Settings) != len(want) {
		t.Fatalf("%d settings: %+v", len(r.Settings), r.Settings)
	}
	for i, w := range want {
		if g := r.Settings[i]; g.Difficulty != w.difficulty || g.Oracle != w.oracle || g.Verdict != w.verdict ||
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

// The whole study under both difficulties, both oracles and another reading is evaluated, and every claim that has
// records has all of its verdicts.
func TestEveryDifficultyAndReading(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(nil), 30, "E1", "E2", "E2-caption", "E3", "E4", "E5", "E6",
		"E1-precision", "E2-precision", "E3-precision", "E6-precision", "E3-additive", "E4-additive", "E5-additive",
		"E6-additive", "E3-additive-precision", "E6-additive-precision")
	for h, r := range s {
		s[h] = recordtest.WithVerdicts(r, 0, 0)
	}
	e := Evaluate(All(), recordtest.Size(30), s, scenes.Earned)
	for _, r := range e.Claims {
		settings, readings, under := 0, 0, 0
		switch r.Experiment {
		case "E1", "E2":
			settings = 4
		case "E3", "E6":
			settings, readings, under = 4, 1, 1
		case "E4", "E5":
			readings = 1
		}
		if r.ID == "C42" { // Table 1 is about the policies of E5
			readings = 1
		}
		if len(r.Settings) != settings || len(r.Readings) != readings {
			t.Errorf("%s has %d settings and %d readings, want %d and %d", r.ID, len(r.Settings), len(r.Readings),
				settings, readings)
		}
		if len(r.ReadingsUnder) != under || under > 0 && r.ReadingsUnder[0].Difficulty != study.Precision {
			t.Errorf("%s has the readings %+v under other difficulties, want %d", r.ID, r.ReadingsUnder, under)
		}
	}
	if n := len(e.Section().Tables); n != 4 {
		t.Errorf("%d tables, want claims, settings, readings and tests", n)
	}
}

// A run under another difficulty than the default one is evaluated under it, without the claims that it can't answer;
// the difficulties beside it are its settings. Records under the default one go first.
func TestMainDifficulty(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(nil), 30, "E1-near", "E3-near", "E6-near", "E1-inexact", "E3-inexact",
		"E4-inexact", "E6-inexact")
	for h, r := range s {
		s[h] = recordtest.WithVerdicts(r, 0, 0)
	}
	e := Evaluate(All(), recordtest.Size(30), s, scenes.Earned)
	if s := e.Section(); e.Difficulty != study.Inexact || s.Title != "Claims under the difficulty inexact" ||
		!strings.Contains(s.Intro, "under the difficulty inexact; claims that") {
		t.Errorf("under %q: %s", e.Difficulty, e.Section().Intro)
	}
	for _, r := range e.Claims {
		settings := map[string]int{"E1": 4, "E3": 4, "E6": 4}[r.Experiment] // under both difficulties and both oracles
		if tested := r.Verdict != NotTestable; r.Task != "opening" || len(r.Settings) != settings ||
			tested != (settings > 0 || r.Experiment == "E4") {
			t.Errorf("%s on %s: %v, %d settings", r.ID, r.Task, r.Verdict, len(r.Settings))
		}
		if settings > 0 && r.Settings[0].Difficulty != study.Inexact {
			t.Errorf("%s: the first setting is %q", r.ID, r.Settings[0].Difficulty)
		}
	}
	if n := len(e.Claims); n != 13 {
		t.Errorf("%d claims, want the 13 on opening alone", n)
	}
	for h, r := range recordtest.RecordsOf(recordtest.Varied(nil), 30, "E1", "E3", "E4") {
		s[h] = recordtest.WithVerdicts(r, 0, 0)
	}
	e = Evaluate(All(), recordtest.Size(30), s, scenes.Earned)
	if e.Difficulty != study.Variety || len(e.Claims) != 46 {
		t.Errorf("under %q, %d claims", e.Difficulty, len(e.Claims))
	}
}

// Settings before the first look do not make a claim depend on them where another has reached a look; if none has, they
// do.
func TestSettingsDiffer(t *testing.T) {
	early, late := Setting{Verdict: Inconclusive}, Setting{Verdict: Contradicted, Look: Look{Number: 1}}
	first := Setting{Verdict: Replicated, Look: Look{Number: 1}}
	for _, c := range []struct {
		settings []Setting
		want     bool
	}{
		{[]Setting{first, early}, false}, {[]Setting{first, late}, true}, {[]Setting{first, first}, false},
		{[]Setting{{Verdict: Replicated}, early}, true}, {nil, false},
	} {
		if got := (Result{Settings: c.settings}).SettingsDiffer(); got != c.want {
			t.Errorf("%+v differ: %t, want %t", c.settings, got, c.want)
		}
	}
}
