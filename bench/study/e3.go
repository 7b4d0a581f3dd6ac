package study

import "counterpoise/bench"

// E3: min-max balancing against a reference policy, on groups of optimal demonstrations.
//
// arXiv:2508.06319, section "Experiments with Min-Max Balanced Data": picking 27/9/27, opening 10/20; Remix against the
// imbalanced and the balanced dataset. Claims: left t = -2.789 (the comparator is not named; imbalanced is implied),
// slider -10.785 against imbalanced and -7.565 against balanced, both in favour of Remix; drawer 3.247 and 4.023
// against it.
var _ = registerReadings(bench.Experiment{
	Name:     "E3",
	Question: "Does weighing by the excess over a reference policy serve a starved behaviour?",
	Source:   "arXiv:2508.06319, Experiments with Min-Max Balanced Data",
}, func(r Reading) []bench.Design {
	return []bench.Design{{
		Task: "picking",
		Arms: []bench.Arm{
			on(pickMiddle, "imbalanced", "natural"),
			on(pickBalanced, "balanced", "natural"),
			on(pickMiddle, "remix", r.Remix),
		},
		Compared: "Remix against imbalanced and balanced", Sides: [2]string{"remix", "the other"},
		Comparisons: bench.Versus("remix", []string{"imbalanced", "balanced"}, "left", "middle", "right"),
	}, {
		Task: "opening",
		Arms: []bench.Arm{
			on(openSlider, "imbalanced", "natural"),
			on(openBalanced, "balanced", "natural"),
			on(openSlider, "remix", r.Remix),
		},
		Compared: "Remix against imbalanced and balanced", Sides: [2]string{"remix", "the other"},
		Comparisons: bench.Versus("remix", []string{"imbalanced", "balanced"}, "slider", "drawer"),
	}}
})
