package report

import (
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// The caption of a film says how the rollout ended by the oracle of the tables, at 30 control steps a second.
func TestFilmCaptions(t *testing.T) {
	right := func(step int) scenes.Decision { return scenes.Decision{Verdict: scenes.Right, Step: step} }
	wrong := scenes.Decision{Verdict: scenes.Wrong, Step: 45}
	for _, c := range []struct {
		ending         record.Ending
		earned, calvin string // captions by each oracle
	}{
		{record.Ending{CALVIN: right(30), Earned: right(60)}, "success after 2.0 s", "success after 1.0 s"},
		{record.Ending{CALVIN: right(30)},
			"failure after 12.0 s, where CALVIN's oracle counts a success after 1.0 s", "success after 1.0 s"},
		{record.Ending{CALVIN: wrong, Earned: right(60)},
			"success after 2.0 s", "failure, another behaviour after 1.5 s"},
		{record.Ending{NonFinite: 3}, "failure, an action that is not finite after 0.1 s",
			"failure, an action that is not finite after 0.1 s"},
		{record.Ending{}, "failure after 12.0 s", "failure after 12.0 s"},
	} {
		f := Film{Rollout: record.Rollout{Behaviour: "door", Number: 4}, Ending: c.ending, Horizon: 360}
		for oracle, want := range map[scenes.Oracle]string{scenes.Earned: c.earned, scenes.CALVIN: c.calvin} {
			page := newPageFilm(f, "balanced", oracle)
			if page.Caption != "door: "+want+" (balanced, trial 0, rollout 4)" ||
				!strings.HasSuffix(page.Alt, want+".") {
				t.Errorf("%+v by %s: caption %q, alternative %q", c.ending, oracle, page.Caption, page.Alt)
			}
		}
	}
}
