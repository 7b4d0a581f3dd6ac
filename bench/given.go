package bench

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/scenes"
)

// Weighted returns an experiment that compares weights from outside with the methods of another experiment, on the same
// demonstrations, trials, initial weights and initial states.
//
// Its designs are those of the other experiment with one more arm for each recipe that the weights cover. The arm is
// named after the weights; where a design has several covered recipes, the name of an arm with the same demonstrations
// follows. Each new arm is compared with every arm of the same demonstrations and settings: in the behaviours in which
// the design compares that arm, or in all behaviours if it does not. Designs without a covered recipe are left out; ok
// is false if none is left.
//
// The other experiment stays as it is: its comparisons are a family of their own, and its claims rest on them alone.
func Weighted(e Experiment, weights []balance.Given, covered func(task, recipe string, w balance.Given) bool) (
	out Experiment, ok bool) {
	var names []string
	for _, w := range weights {
		names = append(names, w.Name)
	}
	list := strings.Join(names, ", ")
	out = Experiment{
		Name:     e.Name + "+" + strings.Join(names, "+"),
		Question: fmt.Sprintf("Do the weights %s serve the behaviours better than the methods of %s?", list, e.Name),
		Source:   "weights from outside, on the demonstrations of " + e.Name,
		GivenFit: e.GivenFit,
	}
	for _, d := range e.Designs {
		if d, ok := d.weighted(weights, covered); ok {
			out.Designs = append(out.Designs, d)
		}
	}
	return out, len(out.Designs) > 0
}

// weighted returns the design with arms of given weights.
func (d Design) weighted(weights []balance.Given, covered func(task, recipe string, w balance.Given) bool) (
	Design, bool) {
	out := Design{Task: d.Task, Arms: slices.Clone(d.Arms)}
	for _, w := range weights {
		var templates []Arm // the first arm of each covered set of demonstrations, knobs and settings
		for _, a := range d.Arms {
			same := func(b Arm) bool { return a.sameData(b) }
			if covered(d.TaskOf(a), a.Recipe, w) && !slices.ContainsFunc(templates, same) {
				templates = append(templates, a)
			}
		}
		for _, template := range templates {
			arm := template
			arm.Name, arm.Method, arm.Level, arm.Line = w.Name, w.String(), 0, ""
			if len(templates) > 1 {
				arm.Name += ", " + template.Name
			}
			for slices.ContainsFunc(out.Arms, func(b Arm) bool { return b.Name == arm.Name }) {
				arm.Name += " from outside" // a method of the design has the name of the weights
			}
			for i, other := range out.Arms {
				if !other.sameData(arm) {
					continue
				}
				compared := other
				if i >= len(d.Arms) { // other weights from outside, which the design does not compare
					compared = template
				}
				out.Comparisons = append(out.Comparisons,
					Versus(arm.Name, []string{other.Name}, d.comparedIn(compared)...)...)
			}
			out.Arms = append(out.Arms, arm)
		}
	}
	out.Compared = "Weights from outside against the other methods, on the same demonstrations"
	out.Sides = [2]string{"from outside", "the other"}
	return out, len(out.Comparisons) > 0
}

// sameData reports whether two arms differ in nothing but name, method and grouping.
func (a Arm) sameData(b Arm) bool {
	return a.Recipe == b.Recipe && a.Settings == b.Settings && a.Knobs == b.Knobs && a.Steps == b.Steps
}

// comparedIn returns the behaviours in which the design compares an arm; all behaviours of the task if it does not.
func (d Design) comparedIn(a Arm) (behaviours []string) {
	for _, c := range d.Comparisons {
		if (c.Arm == a.Name || c.Against == a.Name) && !slices.Contains(behaviours, c.Behaviour) {
			behaviours = append(behaviours, c.Behaviour)
		}
	}
	if behaviours == nil {
		task, err := scenes.ParseTask(d.Task)
		if err != nil {
			panic(err) // designs name tasks that exist
		}
		behaviours = task.Behaviours()
	}
	return behaviours
}

// Outside reports whether the weights of an arm come from outside.
func (a Arm) Outside() bool {
	m, err := balance.Named(a.Method)
	_, ok := m.(balance.Given)
	return err == nil && ok
}
