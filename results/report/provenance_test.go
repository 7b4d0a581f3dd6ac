package report

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
)

// Where the number of gradient steps is what a design varies, its notes and its settings have the range.
func TestGradientStepsOfADesign(t *testing.T) {
	plan, records := recordtest.Explanatory(t, "plateau", 2)
	f := frame.Of(plan, records).Findings()[0]
	if notes := strings.Join(provenanceNotes(f), "\n"); !strings.Contains(notes, ", 250 to 2000 gradient steps each") {
		t.Errorf("notes %q", notes)
	}
	if rows := settings(f); rows[2] != [2]string{"Gradient steps", "250 to 2000"} {
		t.Errorf("settings %q", rows)
	}
}

// A part of a confirmatory run names the command of its experiment alone: the whole plan was not run to its look.
func TestCommandOfAFrozenDesign(t *testing.T) {
	plan, records := recordtest.Explanatory(t, "plateau", 2)
	plan.Name, plan.Size.SeedSource, plan.Size.Seed = "confirm", record.SeedFreeze, 7_000_000
	f := frame.Of(plan, records).Findings()[0]
	got := f.Again()
	if !strings.HasPrefix(got, "counterpoise run plateau ") || !strings.Contains(got, " --seed 7000000") {
		t.Errorf("%q, want run plateau with the seed", got)
	}
}

// Notes on looks stand where a frozen experiment has looks: in those of the confirmatory runs, and not in one whose
// number of trials its freeze has fixed.
func TestNotesOnLooks(t *testing.T) {
	for name, looks := range map[string]bool{"E1": true, "E1-inexact": true, "E5-each": true, "plateau": true,
		study.KnownGoodPictures: false} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		f := frame.Findings{Design: frame.Design{Experiment: e,
			Plan: bench.Plan{Experiments: []bench.Experiment{e}, Size: record.Size{SeedSource: record.SeedFreeze}}}}
		notes := strings.Join(provenanceNotes(f), "\n")
		single := strings.Contains(notes, "p, stars, intervals and equality are those of a single look")
		got := strings.Contains(notes, "bounds over the looks at 30, 60 and 100 trials")
		if got != looks || single != looks {
			t.Errorf("%s: notes on looks: %v and %v, want %v", name, got, single, looks)
		}
	}
}
