package bench

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// ParseCell reads a cell's name as Name writes it. The words may stand in any order, and the version may be left out. A name
// of another version, or of what there is not (task, method, policy), is an error. The experiment is not in the name: it is
// the first one that has such a policy, if any has.
func ParseCell(name string) (Cell, error) {
	c := Cell{Version: Version}
	if err := c.read(name); err != nil {
		return Cell{}, fmt.Errorf("a cell is named like %q: %w", exampleName, err)
	}
	if err := c.check(); err != nil {
		return Cell{}, err
	}
	c.Experiment = asking(c)
	return c, nil
}

var exampleName = strings.TrimSuffix(Cell{
	Task: "picking", Recipe: "left=21,middle=21,right=21", Groups: string(demos.ByBehaviour), Method: "natural", Policy: "state",
	Rollouts: 20, Steps: 400, Seed: 1,
}.Name(), " version=")

// read takes the words of a name.
func (c *Cell) read(name string) (err error) {
	words := map[string]func(string) error{
		"task": text(&c.Task), "recipe": text(&c.Recipe), "groups": text(&c.Groups), "method": text(&c.Method), "policy": text(&c.Policy),
		"trial": whole(&c.Trial, 0), "rollouts": whole(&c.Rollouts, 1), "steps": whole(&c.Steps, 1),
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
	delete(words, "version")
	for _, key := range slices.Sorted(maps.Keys(words)) {
		return fmt.Errorf("%s= is missing", key)
	}
	return nil
}

func text(to *string) func(string) error {
	return func(s string) error { *to = s; return nil }
}

// whole reads a whole number of at least least, spelt as Name spells it.
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

// check says what of a cell there is not.
func (c Cell) check() error {
	if c.Version != Version {
		return fmt.Errorf("the cell is of version %s, this program makes version %s", c.Version, Version)
	}
	if _, err := scenes.Tasks.Get(c.Task); err != nil {
		return err
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
	if _, err := balance.Named(c.Method); err != nil {
		return err
	}
	_, err = ParsePreset(c.Policy, c.Steps)
	return err
}

// asking is the first experiment that has a cell like this one.
func asking(c Cell) string {
	policy, _, _ := strings.Cut(c.Policy, ":")
	p := Plan{Size: Size{Trials: c.Trial + 1, Rollouts: c.Rollouts, Steps: c.Steps, Seed: c.Seed, Policy: policy}}
	for _, name := range Experiments.Names() {
		e, _ := Experiments.Get(name)
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				if p.Cell(e, d, a, c.Trial).Name() == c.Name() {
					return name
				}
			}
		}
	}
	return ""
}

// FindCell is the cell of a hash among those of every profile and every experiment at their own sizes.
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
