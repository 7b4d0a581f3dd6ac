package bench

import (
	"fmt"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// ParseCell reads a cell's name as Name writes it. The words may stand in any order; version and reading may be left
// out. A name of another version, or with a task or method that does not exist, is an error; whether the policy
// exists is for train.Check to say. The
// experiment is not in the name: it is the first registered one that has the cell, or empty.
func ParseCell(name string) (record.Cell, error) {
	c := record.Cell{Version: Version}
	if err := c.ReadName(name); err != nil {
		return record.Cell{}, fmt.Errorf("a cell is named like %q: %w", exampleName, err)
	}
	if err := checkCell(c); err != nil {
		return record.Cell{}, err
	}
	c.Experiment = experimentOf(c)
	return c, nil
}

var exampleName = strings.TrimSuffix(record.Cell{
	Task: "picking", Recipe: "left=21,middle=21,right=21", Groups: string(demos.ByBehaviour), Method: "natural",
	Policy:   StatePolicy,
	Rollouts: 20, Steps: 400, Seed: 1,
}.Name(), " version=")

// checkCell returns an error if the cell has a part that this program does not have.
func checkCell(c record.Cell) error {
	if c.Trial > record.MaxTrial || c.Rollouts > record.MaxRollouts || c.Steps > record.MaxSteps {
		return fmt.Errorf("the cell has trial %d, %d rollouts and %d steps; the largest are %d, %d and %d", c.Trial,
			c.Rollouts, c.Steps, record.MaxTrial, record.MaxRollouts, record.MaxSteps)
	}
	if c.Version != Version {
		return fmt.Errorf("the cell is of version %s, this program makes version %s", c.Version, Version)
	}
	if task, err := scenes.CanonicalTask(c.Task); err != nil {
		return err
	} else if task != c.Task {
		return fmt.Errorf("task %s: cells spell it %s", c.Task, task)
	}
	r, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		return err
	}
	if canonical := strings.TrimPrefix(r.String(), r.Task+" "); canonical != c.Recipe {
		return fmt.Errorf("recipe %s: cells spell it %s", c.Recipe, canonical)
	}
	if err := demos.Grouping(c.Groups).Check(); err != nil {
		return err
	}
	if err := checkMethod(c); err != nil {
		return err
	}
	if c.Reading != "" {
		return fmt.Errorf("reading %q: no method has readings to choose from", c.Reading)
	}
	return nil
}

// checkMethod returns an error for a method that does not exist, and unless untrained policies alone make no step.
func checkMethod(c record.Cell) error {
	if c.Untrained() != (c.Steps == 0) {
		return fmt.Errorf("steps=%d with method=%s: policies of method %s, and no others, make 0 steps", c.Steps,
			c.Method, record.Untrained)
	}
	if c.Untrained() {
		return nil
	}
	if canonical := balance.Canonical(c.Method); canonical != c.Method {
		return fmt.Errorf("method %s: cells spell it %s", c.Method, canonical)
	}
	_, err := balance.Named(c.Method)
	return err
}

// experimentOf returns the name of the first experiment that has the cell, or the empty string.
func experimentOf(c record.Cell) string {
	p := Plan{Size: record.Size{Trials: c.Trial + 1, Rollouts: c.Rollouts, Steps: c.Steps, Seed: c.Seed,
		Policy: c.Policy.Base()}}
	if c.Untrained() {
		if level := (ChanceLevel{c.Task, c.Policy.Settings}); p.ChanceCell(level, c.Trial).Same(c) {
			return ChanceExperiment
		}
		return ""
	}
	for _, name := range Experiments.Names() {
		e, _ := Experiments.Get(name)
		p.Size.Policy.Settings = c.Policy.Settings.Without(e.VariedSettings())
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				if a.Recipe == c.Recipe && a.Method == c.Method && p.Cell(e, d, a, c.Trial).Same(c) {
					return name
				}
			}
		}
	}
	return ""
}

// FindCell returns the cell with the given hash among those of every profile and every experiment at their own sizes.
func FindCell(hash string) (record.Cell, bool) {
	for _, name := range append(Profiles.Names(), Experiments.Names()...) {
		p, err := NewPlan(name, func(*record.Size) {})
		if err != nil {
			continue
		}
		for _, c := range p.Cells() {
			if c.Hash() == hash {
				return c, true
			}
		}
	}
	return record.Cell{}, false
}
