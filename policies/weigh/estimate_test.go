package weigh

import (
	"testing"
	"time"
)

// Searches take time in proportion to their number and their steps; other methods have none.
func TestSearchTime(t *testing.T) {
	g := grouped(6, 6, 20)
	c := gathered(t, g, 20, 1000)
	groups := &Groups{Groups: g}
	at := func(method string) time.Duration {
		d, err := SearchTime(t.Context(), groups, c.Learner(0), method, RidgeConfig().Steps)
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
	if _, err := SearchTime(t.Context(), groups, c.Learner(0), "nothing", 1); err == nil {
		t.Error("no error for no method")
	}
}
