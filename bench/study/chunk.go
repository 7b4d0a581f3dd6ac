package study

import (
	"fmt"

	"counterpoise/bench"
)

// chunk varies a choice that has nothing to do with balance: how many of the predicted actions are executed before the
// policy observes again. The policies of a trial are the same in all arms of a dataset; only the rollouts differ. In a
// pilot without physics, policies that observed again after every action stalled, which cost more than any imbalance.
//
// The starved behaviour is compared with the balanced dataset at each number of actions.
var _ = register(bench.Experiment{
	Name:     "chunk",
	Question: "How much does the number of executed actions matter, beside imbalance?",
	Source:   "a choice that the study leaves open",
	Designs: []bench.Design{
		chunks("picking", "middle", pickBalanced, pickMiddle),
		chunks("opening", "slider", openBalanced, openSlider),
	},
})

func chunks(task, behaviour, balanced, starved string) bench.Design {
	d := bench.Design{
		Task: task, Factor: "actions executed at a time",
		Compared: "The starved behaviour, starved against balanced", Sides: [2]string{"starved", "balanced"},
	}
	for _, n := range []int{1, 2, 4, 8} {
		pair := [2]string{fmt.Sprintf("starved, %d", n), fmt.Sprintf("balanced, %d", n)}
		d.Arms = append(d.Arms,
			on(balanced, pair[1], "natural").Executing(n).At(float64(n), "balanced"),
			on(starved, pair[0], "natural").Executing(n).At(float64(n), behaviour+" starved"))
		d.Comparisons = append(d.Comparisons, compare(behaviour, pair[0], pair[1]))
	}
	return d
}
