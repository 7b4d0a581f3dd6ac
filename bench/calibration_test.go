package bench

import (
	"strings"
	"testing"
	"time"

	"counterpoise/bench/record"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// Every task has a calibrated number of steps for both observers, and each line of the table says where it comes
// from. The schedule is the one that policies are trained with.
func TestCalibrations(t *testing.T) {
	seen := map[Calibration]bool{}
	for _, c := range Calibrations {
		if _, err := time.Parse(time.DateOnly, c.Date); err != nil || c.Steps < 1 || c.Source == "" {
			t.Errorf("%+v has no date, steps or source", c)
		}
		p := record.Policy{Observer: c.Observer, Network: c.Network, Head: c.Head}
		if err := train.Check(p); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if string(c.Schedule) != train.DefaultConfig().Schedule {
			t.Errorf("%+v: policies are trained with schedule %s", c, train.DefaultConfig().Schedule)
		}
		key := Calibration{Task: c.Task, Observer: c.Observer, Network: c.Network, Head: c.Head}
		if seen[key] {
			t.Errorf("%+v has two lines", key)
		}
		seen[key] = true
	}
	for _, task := range scenes.Tasks.Names() {
		for _, p := range []record.Policy{StatePolicy, VisionPolicy} {
			if _, ok := Calibrated(task, p); !ok {
				t.Errorf("%s with %s is not calibrated", task, p)
			}
		}
	}
}

// A policy that was not calibrated is refused before anything runs, unless the number of steps is given.
func TestUncalibratedPoliciesAreRefused(t *testing.T) {
	flow := record.Policy{Observer: "state", Network: record.DefaultNetwork, Head: "flow"}
	_, err := NewPlan("quick", func(s *record.Size) { s.Policy = flow })
	if err == nil || !strings.Contains(err.Error(), "no number of steps for policy state+mlp+flow") {
		t.Errorf("error %v", err)
	}
	p, err := NewPlan("quick", func(s *record.Size) { s.Policy, s.Steps = flow, 7 })
	if err != nil || p.Cells()[0].Steps != 7 {
		t.Errorf("with 7 steps: %v", err)
	}
}

// A plan records whether its seed is the profile's or the user's.
func TestSeedSource(t *testing.T) {
	for want, adjust := range map[string]func(*record.Size){
		record.SeedDefault: func(*record.Size) {},
		record.SeedFlag:    func(s *record.Size) { s.Seed = 99 },
		record.SeedFreeze:  func(s *record.Size) { s.Seed, s.SeedSource = 98, record.SeedFreeze },
	} {
		if p, err := NewPlan("quick", adjust); err != nil || p.Cells()[0].SeedSource != want {
			t.Errorf("seed source %q, %v; want %q", p.Cells()[0].SeedSource, err, want)
		}
	}
}

// Of a task that is none of ours the error says of which the number is known.
func TestStepsOfOtherTasks(t *testing.T) {
	for task, want := range map[string]string{"stack the blocks": "; it has one for the tasks picking and opening",
		"picking": ""} {
		_, err := CalibratedSteps(task, StatePolicy)
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", task, err, want)
		}
	}
}
