package study

import (
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// The grid contains the very cells of E5 and E6, has every ηT on both splits, and compares each of the other points
// with them.
func TestGridContainsTheExperiments(t *testing.T) {
	size := record.Size{Trials: 1, Rollouts: 5, Seed: 1, Policy: bench.StatePolicy}
	for grid, experiment := range map[string]string{"grid": "E6", "grid-styles": "E5"} {
		g, e := plan(t, grid, size).Experiments[0], plan(t, experiment, size).Experiments[0]
		for i, d := range g.Designs {
			if len(d.Arms) != 10 || len(d.Comparisons) != 9*len(behavioursOf(t, d.Task)) {
				t.Errorf("%s on %s has %d arms and %d comparisons", grid, d.Task, len(d.Arms), len(d.Comparisons))
			}
			ours := slices.IndexFunc(e.Designs[i].Arms, func(a bench.Arm) bool { return a.Name == "ours" })
			own := e.Designs[i].Arms[ours]
			at := slices.IndexFunc(d.Arms, func(a bench.Arm) bool { return a.Name == "eta 20" })
			if a := d.Arms[at]; a.Method != own.Method || a.Recipe != own.Recipe || a.Groups != own.Groups ||
				e.Designs[i].Task != d.Task {
				t.Errorf("%s on %s runs %v, %s runs %v", grid, d.Task, a, experiment, own)
			}
		}
	}
}

// full holds the study whole, with as many trials as equality takes.
func TestFull(t *testing.T) {
	for _, name := range Study.Experiments {
		if !slices.Contains(Full.Experiments, name) {
			t.Errorf("full lacks %s", name)
		}
	}
	if Full.Size.Trials < bench.EqualityTrials {
		t.Errorf("%d trials", Full.Size.Trials)
	}
}

// A run that has reached a look goes on to the next one, and from the last one nowhere.
func TestNextLook(t *testing.T) {
	for trials, want := range map[int]int{0: 30, 29: 30, 30: 60, 59: 60, 60: 100, 99: 100} {
		if look, ok := bench.NextLook(trials); !ok || look != want {
			t.Errorf("after %d trials %d, %v; want %d", trials, look, ok, want)
		}
	}
	if look, ok := bench.NextLook(100); ok {
		t.Errorf("after the last look %d", look)
	}
}
