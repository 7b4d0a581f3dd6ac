package study

import (
	"fmt"

	"counterpoise/bench"
)

// steps varies how long a policy trains, for balanced data, for data in which one behaviour is starved, and for the
// same data with that behaviour drawn more often. A policy that is stopped early has learned the frequent behaviours
// first, and one that trains for long may learn its few demonstrations by heart: what imbalance costs, and what
// upsampling does about it, can then be matters of the number of steps, which the study does not print. Each number is
// a training of its own whose schedule runs to its end; the grid is that of plateau, on which the calibrated number
// stands, with half of its first number and twice its last.
var _ = register(bench.Experiment{
	Name:     "steps",
	Question: "Does the cost of imbalance depend on how long a policy trains?",
	Source:   "a choice that the study leaves open",
	Designs: []bench.Design{
		trainedFor("picking", "left", pickBalanced, pickLeft),
		trainedFor("opening", "slider", openBalanced, openSlider),
	},
})

func trainedFor(task, behaviour, balanced, starved string) bench.Design {
	d := bench.Design{
		Task: task, Factor: "gradient steps",
		Compared: "The starved behaviour, starved against balanced", Sides: [2]string{"starved", "balanced"},
	}
	for _, n := range []int{125, 250, 500, 1000, 2000, 4000} {
		pair := [2]string{fmt.Sprintf("starved, %d", n), fmt.Sprintf("balanced, %d", n)}
		arms := []bench.Arm{
			on(balanced, pair[1], "natural").At(float64(n), "balanced"),
			on(starved, pair[0], "natural").At(float64(n), behaviour+" starved"),
			on(starved, fmt.Sprintf("upsampled, %d", n), "upsample").At(float64(n), behaviour+" upsampled"),
		}
		for i := range arms {
			arms[i].Steps = n
		}
		d.Arms = append(d.Arms, arms...)
		d.Comparisons = append(d.Comparisons, compare(behaviour, pair[0], pair[1]))
	}
	return d
}
