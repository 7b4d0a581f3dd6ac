package bench

import "counterpoise/scenes/demos"

// known-good asks what it is worth to know that a few demonstrations are good. The methods of two-by-two see losses
// alone, and losses do not say which demonstrations are bad: a bad one may be easy to fit, and a good one hard. Here
// Auto-Lambda is told: it weighs both styles so that the loss is low on held-out optimal demonstrations, a fifth or a
// tenth of them (4 or 2 of 20 of each behaviour, in the mean: whole demonstrations of a style are drawn). Told nothing,
// it looks at the held-out demonstrations of both styles.
//
// Styles and datasets are those of two-by-two. "left out" knows of all demonstrations which are optimal; "the fifth
// alone" trains on as many optimal demonstrations as are told and on nothing else: what the knowledge is worth without
// the rest.
//
// Exploratory: methods, datasets and comparisons were written down before its first record existed, no rule was frozen.
var _ = register(Experiment{
	Name:     KnownGood,
	Question: "What is it worth to a method to be told that a few demonstrations are good?",
	Source:   "Liu et al. 2022, auxiliary learning; what two-by-two leaves open",
	Designs: []Design{
		knownGood("picking", "left=4,middle=4,right=4", "left", "middle", "right"),
		knownGood("opening", "slider=4,drawer=4", "slider", "drawer"),
	},
})

// KnownGood is the name of the experiment on demonstrations that are known to be good.
const KnownGood = "known-good"

// KnownGoodMethods are the names of the arms that known-good compares with plain cloning, for each style of
// TwoByTwoStyles; arms are named as TwoByTwoArm does.
var KnownGoodMethods = []string{"left out", "the fifth alone", "told a fifth", "told a tenth", "told nothing"}

func knownGood(task, few string, behaviours ...string) Design {
	d := Design{
		Task: task, Compared: "The worst behaviour, each method against plain cloning",
		Sides: [2]string{"the method", "plain cloning"},
	}
	for _, style := range TwoByTwoStyles {
		recipe := thirdOf(style, behaviours)
		for _, a := range []Arm{
			{Name: "natural", Recipe: recipe, Method: "natural"},
			{Name: "left out", Recipe: recipe, Method: "fixed:1,0"},
			{Name: "the fifth alone", Recipe: few, Method: "natural"},
			{Name: "told a fifth", Recipe: recipe, Method: "autolambda:Primary=optimal"},
			{Name: "told a tenth", Recipe: recipe, Method: "autolambda:HeldOut=0.1,Primary=optimal"},
			{Name: "told nothing", Recipe: recipe, Method: "autolambda"},
		} {
			a.Name, a.Groups = TwoByTwoArm(style, a.Name), demos.ByStyle
			d.Arms = append(d.Arms, a)
		}
		for _, m := range KnownGoodMethods {
			d.Comparisons = append(d.Comparisons,
				Comparison{Worst, TwoByTwoArm(style, m), TwoByTwoArm(style, "natural")})
		}
	}
	return d
}
