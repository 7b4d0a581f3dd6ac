package bench

import (
	"fmt"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// alpha trains policies under fixed weights, on a grid over the simplex, all on one dataset. The best point of the grid
// bounds what a method that learns weights can reach, and the weights that a method chose place it on the grid. alpha
// has the datasets of E6, with a starved behaviour; alpha-styles has that of E5 for picking, with suboptimal
// demonstrations, on a grid with both end points (the method drop is one of them).
//
// There are no comparisons: the best point is not known in advance, and E5 and E6 test the methods.
var _ = register(Experiment{
	Name:     "alpha",
	Question: "Which weights serve a starved behaviour, and where on that scale is each method?",
	Source:   "the oracle of the methods that learn weights",
	Designs: []Design{
		placed("picking", pickMiddle, demos.ByBehaviour, grid(3, 5, 0.2), studied()),
		placed("opening", openSlider, demos.ByBehaviour, grid(2, 10, 0.1), catalogue()),
	},
})

var _ = register(Experiment{
	Name:     "alpha-styles",
	Question: "Which weight serves suboptimal demonstrations, and where on that scale is each method?",
	Source:   "the oracle of the methods that learn weights",
	Designs: []Design{
		placed("picking", pick90, demos.ByStyle, grid(2, 10, 0), append(studied(), "drop")),
	},
})

// placed returns a design of fixed weights and of methods, on one dataset.
func placed(task, recipe string, by demos.Grouping, weights, methods []string) Design {
	d := Design{Task: task}
	for _, m := range append(weights, methods...) {
		name, _, _ := strings.Cut(strings.TrimPrefix(m, "fixed:"), ":")
		d.Arms = append(d.Arms, Arm{Name: strings.ReplaceAll(name, ",", "/"), Recipe: recipe, Groups: by, Method: m})
	}
	return d
}

// grid returns the methods of fixed weights at the points of the simplex over k groups whose coordinates are multiples
// of 1/n and not below least.
func grid(k, n int, least float64) (methods []string) {
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

// studied returns the methods of E5 and E6, Remix in both forms, and equal weights.
func studied() []string {
	additive := Readings[1].Remix
	return []string{"natural", "equal", Primary.Zero, Primary.Remix, additive, Primary.Ours}
}

// catalogue returns every registered method, the study's with the settings of the experiments.
func catalogue() []string {
	all := balance.Methods.Names()
	for i, name := range all {
		for _, m := range studied() {
			if own, _, _ := strings.Cut(m, ":"); own == name {
				all[i] = m
			}
		}
	}
	return all
}
