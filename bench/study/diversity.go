package study

import (
	"fmt"

	"counterpoise/bench"
)

// diversity separates two effects of starvation. A behaviour with 9 demonstrations where the others have 27 has fewer
// distinct demonstrations, and therefore a smaller weight in the loss. Here number and weight vary independently: every
// number at the weight that 9 of 63 demonstrations have, and at equal weights. Opening uses the weight that 10 of 30
// have.
//
// Four comparisons, of the varied behaviour alone: fewer demonstrations at either weight, less weight at either number.
var _ = register(bench.Experiment{
	Name:     "diversity",
	Question: "Does a starved behaviour lack distinct demonstrations, or weight?",
	Source:   "what E1 leaves open, and E2 asks at one point",
	Designs: []bench.Design{
		numberAndWeight("picking", "middle", "left=27,middle=%d,right=27", []int{3, 9, 21}, []share{
			{"1/7", "fixed:0.42857,0.14286,0.42857"},
			{"1/3", "equal"},
		}),
		numberAndWeight("opening", "slider", "slider=%d,drawer=20", []int{3, 10, 20}, []share{
			{"1/3", "fixed:0.33333,0.66667"},
			{"1/2", "equal"},
		}),
	},
})

// share is a weight of the varied behaviour, in words, and the method that gives all behaviours their weights.
type share struct{ name, method string }

// numberAndWeight returns the arms of every number of demonstrations, ascending, with every weight, the smaller first.
// The comparisons are between the two greatest numbers, and between the weights at each of these.
func numberAndWeight(task, behaviour, recipe string, counts []int, shares []share) bench.Design {
	name := func(n int, s share) string { return fmt.Sprintf("%d at %s", n, s.name) }
	d := bench.Design{
		Task: task, Factor: "demonstrations of " + behaviour,
		Compared: "Fewer demonstrations or less weight of " + behaviour + ", against more", Sides: [2]string{"less",
			"more"},
	}
	for _, s := range shares {
		for _, n := range counts {
			d.Arms = append(d.Arms, on(fmt.Sprintf(recipe, n), name(n, s), s.method).At(float64(n), "weight "+s.name))
		}
	}
	few, many := counts[len(counts)-2], counts[len(counts)-1]
	for _, s := range shares {
		d.Comparisons = append(d.Comparisons, compare(behaviour, name(few, s), name(many, s)))
	}
	for _, n := range []int{few, many} {
		d.Comparisons = append(d.Comparisons, compare(behaviour, name(n, shares[0]), name(n, shares[1])))
	}
	return d
}
