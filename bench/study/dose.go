package study

import (
	"fmt"

	"counterpoise/bench"
)

// dose measures success over the number of demonstrations, of which E1 compares two. The other behaviours keep their
// numbers, and plain cloning weights each frame the same, so that number and weight decrease together. Every number is
// compared with the full one, in the starved behaviour.
var _ = register(bench.Experiment{
	Name:     "dose",
	Question: "How does success follow the number of demonstrations of a behaviour?",
	Source:   "E1, with more than two doses",
	Designs: []bench.Design{
		doses("picking", "middle", "left=27,middle=%d,right=27", 3, 9, 15, 21, 27),
		doses("opening", "slider", "slider=%d,drawer=20", 3, 10, 15, 20),
	},
})

func doses(task, behaviour, recipe string, counts ...int) bench.Design {
	full := fmt.Sprint(counts[len(counts)-1])
	d := bench.Design{
		Task: task, Factor: "demonstrations of " + behaviour,
		Compared: "Fewer demonstrations of " + behaviour + " than of the others, against " +
			full, Sides: [2]string{"fewer", full},
	}
	for _, n := range counts {
		d.Arms = append(d.Arms, on(fmt.Sprintf(recipe, n), fmt.Sprint(n), "natural").At(float64(n), ""))
		if name := fmt.Sprint(n); name != full {
			d.Comparisons = append(d.Comparisons, compare(behaviour, name, full))
		}
	}
	return d
}
