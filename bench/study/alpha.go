package study

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// alpha trains policies under fixed weights, on a grid over the simplex, all on one dataset. The best point of the grid
// bounds what a method that learns weights can reach, and the weights that a method chose place it on the grid. alpha
// has the datasets of E6, with a starved behaviour; alpha-styles has that of E5 for picking, with suboptimal
// demonstrations, on a grid with both end points (the method drop is one of them).
//
// There are no comparisons: the best point is not known in advance, and E5 and E6 test the methods.
var _ = register(bench.Experiment{
	Name:     "alpha",
	Question: "Which weights serve a starved behaviour, and where on that scale is each method?",
	Source:   "the oracle of the methods that learn weights",
	Designs: []bench.Design{
		fixedAndLearned("picking", pickMiddle, demos.ByBehaviour, simplexGrid(3, 5, 0.2), studyMethods()),
		fixedAndLearned("opening", openSlider, demos.ByBehaviour, simplexGrid(2, 10, 0.1), allMethods()),
	},
})

var _ = register(bench.Experiment{
	Name:     "alpha-styles",
	Question: "Which weight serves suboptimal demonstrations, and where on that scale is each method?",
	Source:   "the oracle of the methods that learn weights",
	Designs: []bench.Design{
		fixedAndLearned("picking", pick90, demos.ByStyle, simplexGrid(2, 10, 0), append(studyMethods(), "drop")),
	},
})

// fixedAndLearned returns a design on one dataset, with an arm for each of the fixed weights and for each method that
// learns its weights.
func fixedAndLearned(task, recipe string, by demos.Grouping, weights, methods []string) bench.Design {
	d := bench.Design{Task: task}
	for _, m := range append(weights, methods...) {
		name, _, _ := strings.Cut(strings.TrimPrefix(m, "fixed:"), ":")
		d.Arms = append(d.Arms, bench.Arm{
			Name: strings.ReplaceAll(name, ",", "/"), Recipe: recipe, Groups: by, Method: m,
		})
	}
	return d
}

// simplexGrid returns methods of fixed weights, "fixed:0.2,0.4,0.4": one for each point of the simplex over k groups
// whose coordinates are multiples of 1/n and not below least.
func simplexGrid(k, n int, least float64) (methods []string) {
	for _, weights := range balance.Sweep(k, n) {
		text := make([]string, len(weights))
		inside := true
		for i, a := range weights {
			text[i] = fmt.Sprintf("%.4g", a)
			inside = inside && a >= least
		}
		if inside {
			methods = append(methods, "fixed:"+strings.Join(text, ","))
		}
	}
	return methods
}

// studyMethods returns the methods of E5 and E6, Remix in both forms, and equal weights.
func studyMethods() []string {
	return []string{"natural", "equal", Primary.Zero, Primary.Remix, additiveReading.Remix, Primary.Ours}
}

// allMethods returns every registered method; those of the study have the settings of the experiments.
func allMethods() []string {
	all := balance.Methods.Names()
	for i, name := range all {
		for _, m := range studyMethods() {
			if own, _, _ := strings.Cut(m, ":"); own == name {
				all[i] = m
			}
		}
	}
	return all
}
