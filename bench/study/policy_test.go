package study

import (
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// An arm's settings take the place of the plan's, one by one, and without those of its arms a cell's policy is the
// plan's again.
func TestSettingsOfArms(t *testing.T) {
	policy, err := record.ParsePolicy("vision+cnn:Batch=64,Shifts=2")
	if err != nil {
		t.Fatal(err)
	}
	e, err := bench.Experiments.Get("chunk")
	if err != nil {
		t.Fatal(err)
	}
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e},
		Size: record.Size{Trials: 1, Rollouts: 1, Steps: 9, Policy: policy}}
	varied := 0
	for _, d := range e.Designs {
		for _, a := range d.Arms {
			c := p.Cell(e, d, a, 0)
			if s := c.Policy.Settings; s.Batch != 64 || s.Shifts != 2 || s.Execute != a.Settings.Execute {
				t.Errorf("%s: %v under %v", a.Name, c.Policy, a.Settings)
			}
			if c.Policy.Settings.Without(e.VariedSettings()) != policy.Settings {
				t.Errorf("%s: %v", a.Name, c.Policy)
			}
			varied += min(1, a.Settings.Execute)
			read, err := bench.ParseCell(c.Name())
			if err != nil || read.Experiment == "" || !read.Same(c) {
				t.Errorf("%s: read as of %q, %v", a.Name, read.Experiment, err)
			}
		}
	}
	if varied == 0 {
		t.Error("no arm varies a setting")
	}
}
