package bench

import "counterpoise/scenes/demos"

// The two experiments of the profile quick: what to do about bad demonstrations, and about a rare behaviour. Both are
// examples whose answers are known from larger runs, as their sources say, chosen so that minutes suffice. Four
// trials find a difference of 30 points with a power of .92 at the first step of Holm's correction over two: on seed 2
// the differences of half-bad have a standard deviation of 6.6 and 9.1 points (counterpoise stats power --dz 3.33
// --alpha .025). For a difference as small as that of rare they are too few.

// halfBad is an example in which the effect is large: half of the demonstrations are erratic, a style that costs much
// success and is hard to fit. Leaving them out needs to know all of them; "a tenth named good" knows that one in ten of
// the good ones is good.
var halfBad = Experiment{
	Name:     "half-bad",
	Question: "Half of the demonstrations are bad: what helps?",
	Source:   "known-good, an example chosen because the effect is large",
	Designs: []Design{{
		Task: "picking",
		Arms: []Arm{
			{Name: "plain cloning", Recipe: halfErratic, Groups: demos.ByStyle, Method: "natural"},
			{Name: "the bad left out", Recipe: halfErratic, Groups: demos.ByStyle, Method: "drop"},
			{Name: "a tenth named good", Recipe: halfErratic, Groups: demos.ByStyle,
				Method: "autolambda:HeldOut=0.1,Primary=optimal"},
		},
		Compared: "The methods against plain cloning",
		Sides:    [2]string{"the method", "plain cloning"},
		Comparisons: []Comparison{
			{AllBehaviours, "the bad left out", "plain cloning"},
			{AllBehaviours, "a tenth named good", "plain cloning"},
		},
	}},
}

const halfErratic = "left=20,middle=20,right=20,left:erratic=20,middle:erratic=20,right:erratic=20"

// rare has a third of the other behaviours' demonstrations of one.
var rare = Experiment{
	Name:     "rare",
	Question: "One behaviour has a third of the others' demonstrations: does drawing it more often help?",
	Source:   "E2-caption, one behaviour of fewer demonstrations",
	Designs: []Design{{
		Task: "picking",
		Arms: []Arm{
			{Name: "plain cloning", Recipe: leftRare, Groups: demos.ByBehaviour, Method: "natural"},
			{Name: "upsampled", Recipe: leftRare, Groups: demos.ByBehaviour, Method: "upsample"},
		},
		Compared:    "The rare behaviour, against plain cloning",
		Sides:       [2]string{"drawn more often", "plain cloning"},
		Comparisons: []Comparison{{"left", "upsampled", "plain cloning"}},
	}},
}

const leftRare = "left=7,middle=21,right=21"

func init() {
	for _, e := range []Experiment{halfBad, rare} {
		Experiments.Add(e.Name, e)
	}
}
