package study

import (
	"counterpoise/bench"
	"counterpoise/scenes/demos"
)

// E1: what imbalance costs plain behaviour cloning.
//
// Parekh, Nemlekar, Losey, "Towards Balanced Behavior Cloning from Imbalanced Datasets" (arXiv:2508.06319), section
// "Experiments with Imbalanced Data". Picking has 63 demonstrations, 21 of each behaviour or 9 of one and 27 of the
// others; opening has 30, 15 of each or 10 of one and 20 of the other. Only the starved behaviour is compared.
// Claims, over 10 trials: left t = -2.601, middle -2.344, right -2.893; slider -3.728, drawer -6.657.
var _ = register(bench.Experiment{
	Name:     "E1",
	Question: "Does a behaviour succeed less often when it has fewer demonstrations than the others?",
	Source:   "arXiv:2508.06319, Experiments with Imbalanced Data",
	Designs:  []bench.Design{starvedPicking("picking", 0), starvedOpening("opening", 0)},
})

// starvedPicking has E1's arms and comparisons for picking, under any knobs, trained for a number of gradient steps; 0
// stands for the calibrated one.
func starvedPicking(task string, steps int) bench.Design {
	return starvedDesign(task, steps, []string{"left", "middle", "right"},
		on(pickBalanced, "balanced", "natural"),
		on(pickLeft, "left starved", "natural"),
		on(pickMiddle, "middle starved", "natural"),
		on(pickRight, "right starved", "natural"),
	)
}

// starvedOpening is starvedPicking for opening.
func starvedOpening(task string, steps int) bench.Design {
	return starvedDesign(task, steps, []string{"slider", "drawer"},
		on(openBalanced, "balanced", "natural"),
		on(openSlider, "slider starved", "natural"),
		on(openDrawer, "drawer starved", "natural"),
	)
}

// starvedDesign compares each behaviour where it is starved with balanced demonstrations.
func starvedDesign(task string, steps int, behaviours []string, arms ...bench.Arm) bench.Design {
	for i := range arms {
		arms[i].Steps = steps
	}
	return bench.Design{
		Task: task, Arms: arms,
		Compared: "The starved behaviour, starved against balanced", Sides: [2]string{"starved", "balanced"},
		Comparisons: eachAgainst("balanced", "starved", behaviours...),
	}
}

// The study's datasets of optimal demonstrations: balanced, and one behaviour starved (demos.StudyRecipes).
const (
	pickBalanced = demos.PickBalanced
	pickLeft     = demos.PickLeft
	pickMiddle   = demos.PickMiddle
	pickRight    = demos.PickRight

	openBalanced = demos.OpenBalanced
	openSlider   = demos.OpenSlider
	openDrawer   = demos.OpenDrawer
)

// eachAgainst compares, for each behaviour b, the arm "b SUFFIX" with another in b alone.
func eachAgainst(against, suffix string, behaviours ...string) (cs []bench.Comparison) {
	for _, b := range behaviours {
		cs = append(cs, compare(b, b+" "+suffix, against))
	}
	return cs
}
