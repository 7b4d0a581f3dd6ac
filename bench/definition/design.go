package definition

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/catalog"
	"counterpoise/internal/settings"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// design reads a design with its arms and comparisons.
func design(t table) bench.Design {
	t.known("task", "compared", "sides", "factor", "arm", "comparison")
	d := bench.Design{Compared: t.text("compared", false), Sides: t.pair("sides"), Factor: t.text("factor", false)}
	var err error
	if d.Task, err = scenes.CanonicalTask(t.text("task", true)); err != nil {
		t.fail("task", "%w", err)
		return d
	}
	for _, a := range t.tables("arm") {
		d.Arms = append(d.Arms, arm(a, d))
	}
	if len(d.Arms) == 0 && t.has("comparison") {
		t.fail("comparison", "compares arms, and the design has none")
	}
	if task, err := scenes.ParseTask(d.Task); err == nil {
		comparisons(t, &d, task.Behaviours())
	}
	return d
}

// comparisons reads the comparisons of a design, whose arms have been read, with behaviours that there are.
func comparisons(t table, d *bench.Design, behaviours []string) {
	for _, c := range t.tables("comparison") {
		next := comparison(c, *d, behaviours)
		if slices.Contains(d.Comparisons, next) {
			c.fail("behaviour", "the design has this comparison already; it would count twice in the correction")
		}
		d.Comparisons = append(d.Comparisons, next)
	}
	if len(d.Comparisons) > 0 && d.Compared == "" {
		t.fail("compared", "is missing: comparisons have a title")
	}
	if len(d.Comparisons) > 0 && (d.Sides[0] == "" || d.Sides[1] == "") {
		t.fail("sides", "is missing: a list of two texts, what arm and against are called in the comparisons")
	}
}

// arm reads the next arm of a design, whose task and earlier arms have been read.
func arm(t table, d bench.Design) bench.Arm {
	t.known("name", "recipe", "groups", "method", "settings", "knobs", "steps", "level", "line", "block")
	a := armOf(t, d)
	a.Knobs, a.Steps = t.text("knobs", false), t.whole("steps", 0, record.MaxSteps)
	a.Level, a.Line, a.Block = t.number("level"), t.text("line", false), t.whole("block", 0, math.MaxInt32)
	task := d.Task
	if a.Knobs != "" {
		var err error
		if task, err = scenes.ChangedTask(task, a.Knobs); err != nil {
			t.fail("knobs", "%w", err)
			return a
		}
	}
	recipe, err := demos.ParseRecipe(task + " " + t.text("recipe", true))
	if err != nil {
		t.fail("recipe", "%w", err)
		return a
	}
	a.Recipe = strings.TrimPrefix(recipe.String(), recipe.Task+" ")
	method(t, &a, recipe.Counts)
	if t.has("settings") {
		if a.Settings, err = settings.Parse(a.Settings, t.text("settings", true)); err != nil {
			t.fail("settings", "%w", err)
		}
	}
	return a
}

// armOf reads what arms of all environments have, but for the recipe.
func armOf(t table, d bench.Design) bench.Arm {
	a := bench.Arm{Name: t.text("name", true), Method: t.text("method", true), Groups: demos.ByBehaviour}
	if slices.ContainsFunc(d.Arms, func(o bench.Arm) bool { return o.Name == a.Name }) {
		t.fail("name", "%q is the name of two arms of the design", a.Name)
	}
	if t.has("groups") {
		a.Groups = demos.Grouping(t.text("groups", true))
		if err := a.Groups.Check(); err != nil {
			t.fail("groups", "%w", err)
		}
	}
	return a
}

// method checks the method of an arm, and that fixed weights are as many as the groups of its demonstrations. It writes
// ηT out where the file leaves it to the default, so that the names of cells say it.
func method(t table, a *bench.Arm, counts []demos.Count) {
	m, err := balance.Named(a.Method)
	if err == nil {
		a.Method, err = balance.Explicit(a.Method)
	}
	if err != nil {
		t.fail("method", "%w", err)
		return
	}
	groups := groupsOf(*a, counts)
	if f, ok := m.(balance.Fixed); ok && len(f) != len(groups) {
		t.fail("method", "%s has %d weights, and the demonstrations have %d groups: %s", a.Method, len(f), len(groups),
			strings.Join(groups, ", "))
	}
}

// groupsOf returns the names of the groups that the demonstrations of an arm are in, in the recipe's order.
func groupsOf(a bench.Arm, counts []demos.Count) (groups []string) {
	for _, c := range counts {
		if name := a.Groups.Label(c.Behaviour, c.Style); !slices.Contains(groups, name) {
			groups = append(groups, name)
		}
	}
	return groups
}

// CheckGroups returns an error for the first arm whose method looks for groups by name and finds none, such as drop
// without an optimal group: it would be another method under its name. The program's own experiment alpha, which tries
// all methods, has such an arm.
func (d Definition) CheckGroups() error {
	for _, design := range d.Experiment.Designs {
		for _, a := range design.Arms {
			m, err := balance.Named(a.Method)
			if err != nil {
				return err
			}
			counts, err := d.counts(design, a)
			if err != nil {
				return err
			}
			if err := balance.CheckGroups(m, groupsOf(a, counts)); err != nil {
				where := ""
				if design.Task != "" {
					where = design.Task + ", "
				}
				return fmt.Errorf("%sarm %q: %w", where, a.Name, err)
			}
		}
	}
	return nil
}

// counts are the demonstrations of an arm.
func (d Definition) counts(design bench.Design, a bench.Arm) ([]demos.Count, error) {
	if d.Environment != nil {
		return d.Environment.Counts(a.Recipe)
	}
	recipe, err := demos.ParseRecipe(design.TaskOf(a) + " " + a.Recipe)
	return recipe.Counts, err
}

// comparison reads a comparison, whose arms must be arms of the design.
func comparison(t table, d bench.Design, behaviours []string) bench.Comparison {
	t.known("behaviour", "arm", "against")
	c := bench.Comparison{
		Behaviour: t.text("behaviour", true), Arm: t.text("arm", true), Against: t.text("against", true),
	}
	behaviours = slices.Concat(behaviours, []string{bench.Worst, bench.AllBehaviours})
	var arms []string
	for _, a := range d.Arms {
		arms = append(arms, a.Name)
	}
	for _, one := range []struct {
		key, value string
		known      []string
	}{{"behaviour", c.Behaviour, behaviours}, {"arm", c.Arm, arms}, {"against", c.Against, arms}} {
		if !slices.Contains(one.known, one.value) {
			t.fail(one.key, "%q is not in this design%sthere is %s", one.value,
				catalog.DidYouMean(one.value, one.known), strings.Join(one.known, ", "))
		}
	}
	if c.Arm == c.Against {
		t.fail("against", "compares %q with itself", c.Arm)
	}
	return c
}
