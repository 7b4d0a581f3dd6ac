package bench

import (
	"cmp"
	"fmt"
	"slices"
)

// Size says how much is run of an experiment.
type Size struct {
	Trials   int    // paired repetitions; a test needs 2, the study has 10
	Rollouts int    // per behaviour and policy
	Steps    int    // gradient steps per policy; 0 for as many as the calibration froze for task and policy
	Seed     uint64 // of everything random
	Policy   string // one of Policies
}

// validate names the first size that makes no sense.
func (s Size) validate() error {
	for _, v := range []struct {
		name  string
		value int
	}{{"trials", s.Trials}, {"rollouts", s.Rollouts}} {
		if v.value < 1 {
			return fmt.Errorf("%s must be 1 or more, not %d", v.name, v.value)
		}
	}
	if s.Steps < 0 {
		return fmt.Errorf("steps must be 1 or more, or 0 for the calibrated number, not %d", s.Steps)
	}
	_, err := ParsePreset(s.Policy, 1)
	return err
}

// Plan is what a command runs: experiments at a size.
type Plan struct {
	Name        string // what the user asked for: "quick", "E1"
	Experiments []Experiment
	Size        Size
}

// NewPlan plans a profile at its size, or a single experiment at the study's. adjust may change the size before it is
// checked.
func NewPlan(name string, adjust func(*Size)) (Plan, error) {
	names, size := []string{name}, Study.Size
	if p, err := Profiles.Get(name); err == nil {
		names, size = p.Experiments, p.Size
	}
	adjust(&size)
	plan := Plan{Name: name, Size: size}
	for _, n := range names {
		e, err := Experiments.Get(n)
		if err != nil {
			return Plan{}, err
		}
		plan.Experiments = append(plan.Experiments, e)
	}
	return plan, size.validate()
}

// Cell is the cell of one arm in one trial.
func (p Plan) Cell(e Experiment, d Design, a Arm, trial int) Cell {
	c := Cell{
		Experiment: e.Name, Task: d.Task, Recipe: a.Recipe, Groups: string(a.Groups), Method: a.Method, Policy: p.Size.Policy, Trial: trial,
		Rollouts: p.Size.Rollouts, Steps: p.Size.Steps, Seed: p.Size.Seed, Version: Version,
	}
	if a.Setting != "" {
		c.Policy += ":" + a.Setting
	}
	if c.Steps == 0 {
		c.Steps = FrozenSteps(d.Task, p.Size.Policy)
	}
	return c
}

// Cells are the plan's cells without repetition, trial after trial: after each trial every comparison has one more pair,
// and demonstrations that the arms of a trial share need to be kept for that trial only.
func (p Plan) Cells() []Cell {
	var cells []Cell
	seen := map[string]bool{}
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				for trial := range p.Size.Trials {
					c := p.Cell(e, d, a, trial)
					if !seen[c.Hash()] {
						seen[c.Hash()] = true
						cells = append(cells, c)
					}
				}
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Task, b.Task)) })
	return cells
}
