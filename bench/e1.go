package bench

// E1: what imbalance costs plain behaviour cloning.
//
// Parekh, Nemlekar, Losey, "Towards Balanced Behavior Cloning from Imbalanced Datasets" (arXiv:2508.06319), section
// "Experiments with Imbalanced Data": 63 demonstrations in all, 21 of each behaviour or 9 of one and 27 of the others.
// Only the starved behaviour is compared. Claims: left t = -2.601, middle t = -2.344, right t = -2.893, over 10 trials.
var _ = register(Experiment{
	Name:     "E1",
	Question: "Does a behaviour succeed less often when it has fewer demonstrations than the others?",
	Source:   "arXiv:2508.06319, Experiments with Imbalanced Data",
	Designs: []Design{{
		Task: "picking",
		Arms: []Arm{
			cloned("balanced", "left=21,middle=21,right=21"),
			cloned("left starved", "left=9,middle=27,right=27"),
			cloned("middle starved", "left=27,middle=9,right=27"),
			cloned("right starved", "left=27,middle=27,right=9"),
		},
		Compared: "The starved behaviour, starved against balanced", Sides: [2]string{"starved", "balanced"},
		Comparisons: []Comparison{
			{Behaviour: "left", Arm: "left starved", Against: "balanced"},
			{Behaviour: "middle", Arm: "middle starved", Against: "balanced"},
			{Behaviour: "right", Arm: "right starved", Against: "balanced"},
		},
	}},
})

// cloned is plain behaviour cloning from the state: every frame counts the same.
func cloned(name, recipe string) Arm {
	return Arm{Name: name, Recipe: recipe, Method: "natural", Policy: "state"}
}
