package bench

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// ParseCell reads a cell's name as Name writes it. The words may stand in any order; version and reading may be left
// out. A name of another version, or with a task, method or policy that does not exist, is an error. The
// experiment is not in the name: it is the first registered one that has the cell, or empty.
func ParseCell(name string) (Cell, error) {
	c := Cell{Version: Version}
	if err := c.read(name); err != nil {
		return Cell{}, fmt.Errorf("a cell is named like %q: %w", exampleName, err)
	}
	if err := c.check(); err != nil {
		return Cell{}, err
	}
	c.Experiment = experimentOf(c)
	return c, nil
}

var exampleName = strings.TrimSuffix(Cell{
	Task: "picking", Recipe: "left=21,middle=21,right=21", Groups: string(demos.ByBehaviour), Method: "natural",
	Policy:   StatePolicy,
	Rollouts: 20, Steps: 400, Seed: 1,
}.Name(), " version=")

// read sets the cell's fields from the words of a name.
func (c *Cell) read(name string) (err error) {
	cue := "" // ambiguity of the instruction in names before tasks had knobs
	words := map[string]func(string) error{
		"task": text(&c.Task), "recipe": text(&c.Recipe), "groups": text(&c.Groups), "method": text(&c.Method),
		"reading": text(&c.Reading),
		"condition": func(s string) (err error) {
			if !strings.HasPrefix(s, "Ambiguity=") {
				err = errors.New("the only condition of a cell is Ambiguity=SHARE; name knobs with the task")
			}
			cue = strings.TrimPrefix(s, "Ambiguity=")
			return err
		},
		"policy": func(s string) (err error) {
			policy, setting, err := parsePolicy(s)
			if c.Policy = policy; setting != "" {
				cue = setting
			}
			return err
		},
		"trial": whole(&c.Trial, 0), "rollouts": whole(&c.Rollouts, 0), "steps": whole(&c.Steps, 0),
		"seed":    func(s string) (err error) { c.Seed, err = strconv.ParseUint(s, 10, 64); return err },
		"version": text(&c.Version),
	}
	for _, w := range strings.Fields(name) {
		key, value, _ := strings.Cut(w, "=")
		set, ok := words[key]
		if !ok {
			return fmt.Errorf("%q is not one of its words, or stands there twice", w)
		}
		if err := set(value); err != nil {
			return fmt.Errorf("%q: %w", w, err)
		}
		delete(words, key)
	}
	for _, optional := range []string{"version", "reading", "condition"} {
		delete(words, optional)
	}
	for _, key := range slices.Sorted(maps.Keys(words)) {
		return fmt.Errorf("%s= is missing", key)
	}
	return c.setAmbiguity(cue)
}

func text(to *string) func(string) error {
	return func(s string) error { *to = s; return nil }
}

// whole reads a whole number that is not below least.
func whole(to *int, least int) func(string) error {
	return func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < least {
			return fmt.Errorf("want a whole number from %d", least)
		}
		*to = n
		return nil
	}
}

// check returns an error if the cell has a part that this program does not have.
func (c Cell) check() error {
	if c.Trial > MaxTrial || c.Rollouts > MaxRollouts || c.Steps > MaxSteps {
		return fmt.Errorf("the cell has trial %d, %d rollouts and %d steps; the largest are %d, %d and %d", c.Trial,
			c.Rollouts, c.Steps, MaxTrial, MaxRollouts, MaxSteps)
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
	if err := c.checkMethod(); err != nil {
		return err
	}
	if c.Reading != "" {
		return fmt.Errorf("reading %q: no method has readings to choose from", c.Reading)
	}
	return c.Policy.Check()
}

// checkMethod returns an error for a method that does not exist, and unless untrained policies alone make no step.
func (c Cell) checkMethod() error {
	if c.Untrained() != (c.Steps == 0) {
		return fmt.Errorf("steps=%d with method=%s: policies of method %s, and no others, make 0 steps", c.Steps,
			c.Method, Untrained)
	}
	if c.Untrained() {
		return nil
	}
	_, err := balance.Named(c.Method)
	return err
}

// experimentOf returns the name of the first experiment that has the cell, or the empty string.
func experimentOf(c Cell) string {
	p := Plan{Size: Size{Trials: c.Trial + 1, Rollouts: c.Rollouts, Steps: c.Steps, Seed: c.Seed,
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
func FindCell(hash string) (Cell, bool) {
	for _, name := range append(Profiles.Names(), Experiments.Names()...) {
		p, err := NewPlan(name, func(*Size) {})
		if err != nil {
			continue
		}
		for _, c := range p.Cells() {
			if c.Hash() == hash {
				return c, true
			}
		}
	}
	return Cell{}, false
}
