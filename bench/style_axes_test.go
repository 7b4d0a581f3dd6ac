package bench

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// The committed measurement has every style but optimal on every task, with at least five
// trials, and numbers that such a measurement can have.
func TestMeasuredStyles(t *testing.T) {
	a, err := MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"date": a.Date, "commit": a.Commit, "policy": a.Policy, "device": a.Device,
	} {
		if text == "" || strings.Contains(text, "dirty") {
			t.Errorf("%s of the measurement: %q", name, text)
		}
	}
	// The policy sees the state, so the version of demonstrations counts, and that of picture policies does not.
	if _, simulator, _ := strings.Cut(a.Version, "."); simulator != demos.Version {
		t.Errorf("measured with demonstrations of version %s, want %s", simulator, demos.Version)
	}
	if a.Demonstrations < 10 || a.Rollouts < 10 {
		t.Errorf("%d demonstrations, %d rollouts", a.Demonstrations, a.Rollouts)
	}
	if want := len(scenes.Tasks.Names()) * (len(expert.Styles.Names()) - 1); len(a.Styles) != want {
		t.Errorf("%d measurements, want %d", len(a.Styles), want)
	}
	for _, task := range scenes.Tasks.Names() {
		for _, style := range expert.Styles.Names() {
			m, ok := a.Of(task, style)
			if ok == (style == expert.Optimal) {
				t.Errorf("%s %s measured: %v", task, style, ok)
			}
			if !ok {
				continue
			}
			if first, _ := a.Of(task, expert.Styles.Names()[0]); !slices.Equal(m.Alone, first.Alone) {
				t.Errorf("%s %s: alone %v, for the first style %v", task, style, m.Alone, first.Alone)
			}
			n := len(m.Alone)
			for name, list := range map[string][]float64{
				"success alone": m.Alone, "success mixed": m.Mixed,
				"loss": m.OptimalTrained, "loss of the style": m.StyleTrained,
				"held-out loss": m.OptimalHeldOut, "held-out loss of the style": m.StyleHeldOut,
				"energy": m.OptimalEnergy, "energy of the style": m.StyleEnergy,
			} {
				if len(list) != n || n < 5 {
					t.Errorf("%s %s: %d trials of %s, %d of others; want 5 or more", task, style, len(list), name, n)
				}
				for _, x := range list {
					if x < 0 || name[:4] == "succ" && x > 100 || name[:4] != "succ" && x == 0 {
						t.Errorf("%s %s: %s %v", task, style, name, x)
					}
				}
			}
		}
	}
}
