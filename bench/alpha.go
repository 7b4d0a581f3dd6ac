package bench

import (
	"fmt"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// alpha asks what any weights could do: policies under given weights, on a grid over the simplex, all on one dataset
// and judged by rollouts. The best point of the grid is the oracle of the methods that learn weights, and each method
// has its place on the grid: the weights that it chose. alpha has the datasets of E6, with a starved behaviour, and
// alpha-styles that of E5 for picking, with suboptimal demonstrations; there the grid has both ends, and drop stands
// at one of them.
//
// Nothing is compared: which point is best is not known in advance, and E5 and E6 test the methods.
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

// placed is a design of given weights and of methods, on one dataset.
func placed(task, recipe string, by demos.Grouping, weights, methods []string) Design {
	d := Design{Task: task}
	for _, m := range append(weights, methods...) {
		name, _, _ := strings.Cut(strings.TrimPrefix(m, "fixed:"), ":")
		d.Arms = append(d.Arms, Arm{Name: strings.ReplaceAll(name, ",", "/"), Recipe: recipe, Groups: by, Method: m})
	}
	return d
}

// grid are the points of the simplex over k groups whose coordinates are multiples of 1/n and at least least, as
// methods.
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

// studied are the methods of E5 and E6, and equal weights.
func studied() []string { return []string{"natural", "equal", zero, remixPaper, ours} }

// catalogue is every method there is, the study's as the experiments run them.
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
