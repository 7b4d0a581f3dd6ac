package bench

// E4: the same with groups of optimal and suboptimal demonstrations.
//
// arXiv:2508.06319, section "Experiments with Min-Max Balanced Data", second part: 100 optimal and 50 suboptimal
// demonstrations of picking, 20 and 10 of each behaviour of opening. What the suboptimal ones look like is not said;
// here they are biased, the style that ends wrongly. Claims: Remix falls below imbalanced, left t = 5.978, middle
// 11.026, right 8.164, slider 2.407, drawer not significant.
var _ = register(Experiment{
	Name:     "E4",
	Question: "What does weighing by the excess over a reference policy do with suboptimal demonstrations?",
	Source:   "arXiv:2508.06319, Experiments with Min-Max Balanced Data, suboptimal demonstrations",
	Designs: []Design{
		suboptimal("picking", pick150, "left", "middle", "right"),
		suboptimal("opening", open60, "slider", "drawer"),
	},
})

// The recipes with suboptimal demonstrations, spelt out per behaviour: a third of each dataset.
const (
	pick150 = "left=34,middle=33,right=33,left:biased=17,middle:biased=17,right:biased=16"
	pick90  = "left=20,middle=20,right=20,left:biased=10,middle:biased=10,right:biased=10"
	open60  = "slider=20,drawer=20,slider:biased=10,drawer:biased=10"
	open30  = "slider=10,drawer=10,slider:biased=5,drawer:biased=5"
)

func suboptimal(task, recipe string, behaviours ...string) Design {
	return Design{
		Task: task,
		Arms: []Arm{
			onStyles(recipe, "imbalanced", "natural"),
			onStyles(recipe, "remix", remixPaper),
		},
		Compared: "Remix against imbalanced", Sides: [2]string{"remix", "imbalanced"},
		Comparisons: versus("remix", []string{"imbalanced"}, behaviours...),
	}
}
