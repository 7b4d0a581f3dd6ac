package claims

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// An experiment without a first look goes there; one with an undecided claim goes on as a whole; one whose claims are
// decided stays, and so do those that are named after it, unless it stands at a later look.
func TestNextLooks(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -20, "middle starved": -20,
		"right starved": -20, "slider starved": -20, "drawer starved": -20}), 30, "E1", "E1-precision")
	open := recordtest.RecordsOf(func(_, behaviour, arm string, trial int) int { // noise: nothing is decided
		return 20 + seed.Of("open", behaviour, arm, trial).Rand().IntN(61)
	}, 60, "E4")
	for h, r := range open {
		s[h] = r
	}
	for h, r := range recordtest.RecordsOf(recordtest.Varied(nil), 12, "E6") {
		s[h] = r
	}
	worse := recordtest.Varied(map[string]int{"right upsampled": -20})
	for h, r := range recordtest.RecordsOf(worse, 60, "E2") {
		s[h] = r
	}
	for h, r := range recordtest.RecordsOf(worse, 30, "E2-precision") {
		s[h] = r
	}
	plan := bench.Plan{Name: "confirm", Size: recordtest.Size(1), Oracle: scenes.CALVIN}
	for _, name := range []string{"E1", "E1-precision", "E4", "E6", "E2-precision"} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Experiments = append(plan.Experiments, e)
	}
	looks := NextLooks(plan, s)
	for i, want := range []struct {
		name string
		look int
		why  string
	}{
		{"E1", 30, "all claims are decided at 30 trials"}, {"E1-precision", 30, "all claims are decided at 30 trials"},
		{"E4", 100, "a claim is undecided at 60 trials"}, {"E6", 30, "12 of 30 trials of the first look"},
		{"E2-precision", 60, "E2 stands at 60 trials"},
	} {
		if x := looks[i]; x.Experiment.Name != want.name || x.Look != want.look || x.Why != want.why {
			t.Errorf("%s to %d: %s; want %+v", x.Experiment.Name, x.Look, x.Why, want)
		}
	}
	plans := Extended(plan, looks)
	if len(plans) != 5 || plans[2].Size.Trials != 100 || plans[2].Experiments[0].Name != "E4" {
		t.Errorf("%d plans", len(plans))
	}
}
