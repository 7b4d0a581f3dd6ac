package weigh

import (
	"testing"
	"time"

	"counterpoise/scenes/demos"
)

// Searches take time in proportion to their number and their steps, on a ridge and on a network; other methods have
// none.
func TestSearchTime(t *testing.T) {
	c := gathered(t, grouped(6, 6, 20), 20, 1000)
	for name, learn := range map[string]Learner{"ridge": c.Learner(0), "mlp": c.NetworkLearner(0)} {
		t.Run(name, func(t *testing.T) { checkSearchTime(t, learn) })
	}
}

func checkSearchTime(t *testing.T, learn Learner) {
	groups := &Groups{LabelledGroups: demos.LabelledGroups{Groups: grouped(6, 6, 20)}}
	at := func(method string) time.Duration {
		d, err := SearchTime(t.Context(), groups, learn, method, 200)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := at("natural") + at("remix-paper"); d != 0 {
		t.Errorf("without a search: %v", d)
	}
	// The second has 1000 times the steps, of which 10 are room for a busy machine.
	if short, long := at("ours:MetaSteps=10"), at("ours:MetaSteps=10000"); short <= 0 || long < 10*short {
		t.Errorf("10 steps: %v, 10000: %v", short, long)
	}
	if _, err := SearchTime(t.Context(), groups, learn, "nothing", 1); err == nil {
		t.Error("no error for no method")
	}
}
