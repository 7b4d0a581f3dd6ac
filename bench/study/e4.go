package study

import (
	"strings"

	"counterpoise/bench"
	"counterpoise/scenes/demos"
)

// E4: the same with groups of optimal and suboptimal demonstrations.
//
// arXiv:2508.06319, section "Experiments with Min-Max Balanced Data", second part: 100 optimal and 50 suboptimal
// demonstrations of picking, 20 and 10 of each behaviour of opening. What the suboptimal ones look like is not said;
// here they are biased, the style that ends wrongly. Claims: Remix falls below imbalanced, left t = 5.978, middle
// 11.026, right 8.164, slider 2.407, drawer not significant.
var _ = registerReadings(bench.Experiment{
	Name:     "E4",
	Question: "What does weighing by the excess over a reference policy do with suboptimal demonstrations?",
	Source:   "arXiv:2508.06319, Experiments with Min-Max Balanced Data, suboptimal demonstrations",
}, func(r Reading) []bench.Design {
	return []bench.Design{
		suboptimal(r, "picking", pick150, "left", "middle", "right"),
		suboptimal(r, "opening", open60, "slider", "drawer"),
	}
})

// The study's datasets with suboptimal demonstrations, a third of each (demos.StudyRecipes has them by experiment).
var (
	pick150 = studyCounts("E4/picking") // demonstrations in all: 100 optimal, 50 biased
	pick90  = studyCounts("E5/picking") // 60, 30
	open60  = studyCounts("E4/opening") // 40, 20
	open30  = studyCounts("E5/opening") // 20, 10
)

// studyCounts returns the canonical counts per behaviour and style of one of the study's recipes. A name that does not
// exist is a programming error.
func studyCounts(name string) string {
	r, err := demos.ParseRecipe(name)
	if err != nil {
		panic(err)
	}
	return strings.TrimPrefix(r.String(), r.Task+" ")
}

func suboptimal(r Reading, task, recipe string, behaviours ...string) bench.Design {
	return bench.Design{
		Task: task,
		Arms: []bench.Arm{
			onStyles(recipe, "imbalanced", "natural"),
			onStyles(recipe, "remix", r.Remix),
		},
		Compared: "Remix against imbalanced", Sides: [2]string{"remix", "imbalanced"},
		Comparisons: bench.Versus("remix", []string{"imbalanced"}, behaviours...),
	}
}
