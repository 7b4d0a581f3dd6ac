package frame

import (
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// RunArm is an arm without the experiment that it belongs to: all of a cell that two runs must share for their
// success to be comparable. Variation has the settings of the policy that differ from the calibrated ones.
type RunArm struct{ Task, Recipe, Groups, Method, Variation string }

// runArmOf is the arm of a cell.
func runArmOf(c record.Cell) RunArm {
	return RunArm{c.Task, c.Recipe, c.Groups, c.Method, c.Variation()}
}

// String is the arm in words, without what is as usual. Grouping by behaviour and the absence of a variation
// are the usual.
func (a RunArm) String() string {
	words := []string{a.Task, AmountsText(a.Recipe), a.Method}
	if a.Groups != "behaviour" {
		words = append(words, "groups by "+a.Groups)
	}
	if a.Variation != "" {
		words = append(words, a.Variation)
	}
	return strings.Join(words, ", ")
}

// experimentArms are the arms of all experiments, each once. The order is that of the experiments' names, then
// of their designs. O(arms²), some hundred arms.
func experimentArms() (arms []RunArm) {
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				r := RunArm{d.TaskOf(a), a.Recipe, string(a.Groups), a.Method, a.Variation()}
				if !slices.Contains(arms, r) {
					arms = append(arms, r)
				}
			}
		}
	}
	return arms
}

// AmountsText shortens a recipe to its numbers: "left=9,middle=27,right=27" is "9/27/27". The order is the
// recipe's. A part without "=" becomes empty.
func AmountsText(recipe string) string {
	parts := strings.Split(recipe, ",")
	for i, p := range parts {
		_, parts[i], _ = strings.Cut(p, "=")
	}
	return strings.Join(parts, "/")
}
