package study

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/scenes/demos"
)

// two-by-two asks what each method does with suboptimal demonstrations, by where their style lies on two axes: what it
// costs, and whether it is harder to fit than optimal demonstrations (StyleAxes). A reference loss can tell a style
// from optimal demonstrations only by how well it is fitted, so the methods may serve one quadrant and fail another.
//
// Each style makes up a third of the dataset of E5 for picking, and the same third of opening's. A method's effect is
// the mean success over behaviours minus that of plain cloning of the same data; "left out" trains on the optimal
// demonstrations alone, what a method gains that finds the style whole. The tests beside are about the worst behaviour.
//
// The axes are measured on a seed of their own, so where a style lies does not depend on the records of this
// experiment. They had five trials when it ran, and have had 20 since 2026-11-25, of which the first five are the same.
//
// The committed records have 20 trials. The first ten were looked at before the others ran, which followed on the same
// seed for sharper intervals, whatever they would show. The sixth freeze repeats it (ConfirmTwoByTwo).
//
// The reading Additive, two-by-two-additive, has the same cells but for those of Remix. It was added after both runs.
var _ = registerReadings(bench.Experiment{
	Name: TwoByTwo,
	Question: "Which methods help and which harm, by what suboptimal demonstrations cost and by whether they are " +
		"harder to fit?",
	Source: "what E4 and E5 leave open",
	Designs: []bench.Design{
		quadrants("picking", "left", "middle", "right"), quadrants("opening", "slider", "drawer"),
	},
})

// TwoByTwo is the name of the experiment on styles of bad demonstrations.
const TwoByTwo = "two-by-two"

// TwoByTwoFirstLook is the number of trials of the sixth freeze's run that were looked at before the others ran.
const TwoByTwoFirstLook = 12

// TwoByTwoStyles are the styles of the experiment two-by-two: all suboptimal ones.
var TwoByTwoStyles = []string{"biased", "detour", "early", "erratic", "miss", "noisy", "retry"}

// TwoByTwoMethods are the names of the methods that the experiment two-by-two compares with plain cloning.
var TwoByTwoMethods = []string{"left out", "zero", "remix", "ours"}

// TwoByTwoArm is the name of the arm of a style and a method of the experiment two-by-two; "natural" is plain cloning.
func TwoByTwoArm(style, method string) string { return style + ", " + method }

func quadrants(task string, behaviours ...string) bench.Design {
	d := bench.Design{
		Task: task, Compared: "The worst behaviour, each method against plain cloning",
		Sides: [2]string{"the method", "plain cloning"},
	}
	for _, style := range TwoByTwoStyles {
		recipe := thirdOf(style, behaviours)
		arm := func(name, method string) {
			d.Arms = append(d.Arms, bench.Arm{
				Name: TwoByTwoArm(style, name), Recipe: recipe, Groups: demos.ByStyle, Method: method,
			})
		}
		arm("natural", "natural")
		arm("left out", "fixed:1,0")
		arm("zero", Primary.Zero)
		arm("remix", Primary.Remix)
		arm("ours", Primary.Ours)
		for _, m := range TwoByTwoMethods {
			d.Comparisons = append(d.Comparisons,
				compare(bench.Worst, TwoByTwoArm(style, m), TwoByTwoArm(style, "natural")))
		}
	}
	return d
}

// thirdOf is a recipe of 20 optimal demonstrations of each behaviour and 10 of another style.
func thirdOf(style string, behaviours []string) string {
	optimal, suboptimal := "", ""
	for _, b := range behaviours {
		optimal += fmt.Sprintf("%s=20,", b)
		suboptimal += fmt.Sprintf(",%s:%s=10", b, style)
	}
	return optimal[:len(optimal)-1] + suboptimal
}
