package bench

import (
	"math"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// starved is an experiment on both tasks.
var starved = Experiment{Name: "starved", Designs: []Design{{
	Task: "picking", Arms: []Arm{
		{Name: "balanced", Recipe: "left=21,middle=21,right=21", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "left starved", Recipe: "left=9,middle=27,right=27", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "right starved", Recipe: "left=27,middle=27,right=9", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "right upsampled", Recipe: "left=27,middle=27,right=9", Groups: demos.ByBehaviour, Method: "upsample"},
	},
	Comparisons: []Comparison{{"left", "left starved", "balanced"}, {"right", "right starved", "balanced"}},
}, {
	Task: "opening", Arms: []Arm{
		{Name: "balanced", Recipe: "slider=15,drawer=15", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "slider starved", Recipe: "slider=10,drawer=20", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "drawer starved", Recipe: "slider=20,drawer=10", Groups: demos.ByBehaviour, Method: "natural"},
	},
}}}

// Cells come trial by trial, each once, and their number is arms times trials.
func TestCells(t *testing.T) {
	p := Plan{
		Experiments: []Experiment{starved, starved}, // asked for twice, trained once
		Size:        record.Size{Trials: 3, Rollouts: 5, Steps: 10, Seed: 7, Policy: StatePolicy},
	}
	p.WithoutChance = true
	cells := p.Cells()
	if len(cells) != 21 {
		t.Fatalf("%d cells, want 3 and 4 arms in 3 trials", len(cells))
	}
	for i, c := range cells {
		if c.Trial != i/7 || c.Rollouts != 5 || c.Steps != 10 || c.Seed != 7 || c.Version != Version {
			t.Errorf("cell %d is %v", i, c.Name())
		}
	}
}

func TestSizesAreChecked(t *testing.T) {
	for want, s := range map[string]record.Size{
		"trials must be 1 or more, not 0": {Trials: 0, Rollouts: 1, Steps: 1,
			Policy: StatePolicy},
		"rollouts must be 1 or more, or 0 for weights alone, not -2": {Trials: 1, Rollouts: -2, Steps: 1,
			Policy: StatePolicy},
		"steps must be 1 or more, or 0 for the calibrated number, not -1": {Trials: 1, Rollouts: 1, Steps: -1,
			Policy: StatePolicy},
		"trials must be 100000 or fewer, not 9223372036854775807": {Trials: math.MaxInt, Rollouts: 1, Steps: 1,
			Policy: StatePolicy},
		"rollouts must be 1000000 or fewer, not 2147483648": {Trials: 1, Rollouts: 1 << 31, Steps: 1,
			Policy: StatePolicy},
		"steps must be 100000000 or fewer, not 9223372036854775807": {Trials: 1, Rollouts: 1, Steps: math.MaxInt,
			Policy: StatePolicy},
	} {
		if _, err := NewPlan("quick", func(size *record.Size) { *size = s }); err == nil || err.Error() != want {
			t.Errorf("%+v: error %v, want %s", s, err, want)
		}
	}
	if _, err := NewPlan("E99", func(*record.Size) {}); err == nil ||
		!strings.Contains(err.Error(), `unknown experiment "E99"`) {
		t.Errorf("unknown experiment: error %v", err)
	}
}
