package bench

import (
	"cmp"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// Plan is a set of experiments at a size. Its JSON is what a folder of records keeps of it.
type Plan struct {
	Name        string       `json:"name"` // the profile or experiment that was requested: "quick", "rare"
	Experiments []Experiment `json:"-"`
	Size        record.Size  `json:"size"`
	// AtLooks says that experiments were run to looks of their own, as run --next-look does: a design has the trials of
	// the look that it has reached, and is made again alone.
	AtLooks bool `json:"at_looks,omitempty"`
	// WithoutChance leaves the cells of chance levels out of Cells.
	WithoutChance bool `json:"-"`
	// File is the file that the only experiment of the plan comes from; empty for those of the program. Weights are
	// files of weights that were given for the plan. Both are for command lines alone.
	File    string   `json:"-"`
	Weights []string `json:"-"`
	// Oracle is the rule by which the plan's tables count successes; no cell depends on it. Empty is scenes.Earned.
	Oracle scenes.Oracle `json:"-"`
}

// NewPlan plans a profile at its size, or a single experiment at DefaultSize. adjust may change the size; a seed
// that it changes is recorded as the user's (SeedFlag) unless it says otherwise. Errors: an unknown name, a size that
// makes no sense, and a task and policy without a calibrated number of steps where the size gives none.
func NewPlan(name string, adjust func(*record.Size)) (Plan, error) {
	names, size, withoutChance := []string{name}, DefaultSize, false
	if p, err := Profiles.Get(name); err == nil {
		names, size, withoutChance = p.Experiments, p.Size, p.WithoutChance
	}
	before := size.Seed
	adjust(&size)
	if size.SeedSource == "" {
		size.SeedSource = record.SeedDefault
		if size.Seed != before {
			size.SeedSource = record.SeedFlag
		}
	}
	plan := Plan{Name: name, Size: size, WithoutChance: withoutChance}
	for _, n := range names {
		e, err := Experiments.Get(n)
		if err != nil {
			return Plan{}, err
		}
		plan.Experiments = append(plan.Experiments, e)
	}
	if err := size.Check(); err != nil {
		return plan, err
	}
	return plan, plan.calibrated()
}

// calibrated returns an error if a task of the plan has no number of steps. It is found before a run starts, not when
// the first cell of that task is reached.
func (p Plan) calibrated() error {
	if p.Size.Steps > 0 {
		return nil
	}
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			needs := slices.ContainsFunc(d.Arms, func(a Arm) bool { return a.Steps == 0 })
			if _, err := CalibratedSteps(d.Task, p.Size.Policy); needs && err != nil {
				return err
			}
		}
	}
	return nil
}

// Cell returns the cell of one arm in one trial.
func (p Plan) Cell(e Experiment, d Design, a Arm, trial int) record.Cell {
	c := record.Cell{
		Experiment: e.Name, Task: d.TaskOf(a), Recipe: a.Recipe, Groups: string(a.Groups), Method: a.Method,
		Policy: p.Size.Policy, Trial: trial, Rollouts: p.Size.Rollouts, Steps: p.Size.Steps, Seed: p.Size.Seed,
		SeedSource: p.Size.SeedSource, Version: Version,
	}
	c.Policy.Settings = c.Policy.Settings.With(a.Settings)
	if a.Steps > 0 {
		c.Steps = a.Steps
	}
	if c.Steps == 0 {
		calibration, _ := Calibrated(d.Task, p.Size.Policy)
		c.Steps = calibration.Steps
	}
	return c
}

// Cells returns the plan's cells, each once, block after block (Arm.Block) and in a block trial after trial: after each
// trial every comparison has one more pair, and demonstrations that the arms of a trial share need to be kept for that
// trial only. Those of the chance levels are in block 0, after the arms of their trial and task.
func (p Plan) Cells() []record.Cell {
	type placed struct {
		record.Cell
		block int
	}
	var all []placed
	seen := map[record.Cell]bool{}
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				for trial := range p.Size.Trials {
					c := p.Cell(e, d, a, trial)
					unlabelled := c
					unlabelled.Experiment = ""
					if !seen[unlabelled] {
						seen[unlabelled], all = true, append(all, placed{c, a.Block})
					}
				}
			}
		}
	}
	if !p.WithoutChance && p.Size.Rollouts > 0 {
		for _, c := range p.ChanceCells() {
			all = append(all, placed{c, 0})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Task, b.Task))
	})
	cells := make([]record.Cell, len(all))
	for i, c := range all {
		cells[i] = c.Cell
	}
	return cells
}
