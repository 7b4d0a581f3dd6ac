package study

import (
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/scenes/demos"
)

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
var _ = register(bench.Experiment{
	Name:     KnownGood,
	Question: "What is it worth to a method to be told that a few demonstrations are good?",
	Source:   "Liu et al. 2022, auxiliary learning; what two-by-two leaves open",
	Designs: []bench.Design{
		knownGood("picking", TwoByTwoStyles, KnownGoodMethods, "left", "middle", "right"),
		knownGood("opening", TwoByTwoStyles, KnownGoodMethods, "slider", "drawer"),
	},
})

// KnownGood is the name of the experiment on demonstrations that are known to be good.
const KnownGood = "known-good"

// known-good-pictures tests what known-good found where demonstrations are costly, from pictures and on a seed of its
// own, that of the third freeze (results/freeze.md): told a tenth of the optimal demonstrations, Auto-Lambda gains
// success against plain cloning; told nothing, it gains none. Its styles are those that cost at least 15 points from
// the state, by the whole interval of StyleAxes.
var _ = register(bench.Experiment{
	Name:     KnownGoodPictures,
	Question: "Does being told that a few demonstrations are good help from pictures, where bad ones are costly?",
	Source:   "known-good, repeated by the third freeze",
	Designs: []bench.Design{
		knownGood("picking", []string{"biased", "erratic", "miss"}, KnownGoodPicturesMethods,
			"left", "middle", "right"),
		knownGood("opening", []string{"biased", "erratic", "miss", "retry"}, KnownGoodPicturesMethods,
			"slider", "drawer"),
	},
})

// KnownGoodPictures is the name of the experiment that repeats known-good from pictures.
const KnownGoodPictures = "known-good-pictures"

// KnownGoodPicturesMethods are the names of the arms that known-good-pictures compares with plain cloning.
var KnownGoodPicturesMethods = []string{"left out", "told a tenth", "told nothing"}

// KnownGoodMethods are the names of the arms that known-good compares with plain cloning, for each style of
// TwoByTwoStyles; arms are named as TwoByTwoArm does.
var KnownGoodMethods = []string{"left out", "the fifth alone", "told a fifth", "told a tenth", "told nothing"}

// knownGood is the design of a task: each of the styles under plain cloning and under the methods.
func knownGood(task string, styles, methods []string, behaviours ...string) bench.Design {
	d := bench.Design{
		Task: task, Compared: "The worst behaviour, each method against plain cloning",
		Sides: [2]string{"the method", "plain cloning"},
	}
	few := strings.Join(behaviours, "=4,") + "=4"
	for _, style := range styles {
		recipe := thirdOf(style, behaviours)
		for _, a := range []bench.Arm{
			{Name: "natural", Recipe: recipe, Method: "natural"},
			{Name: "left out", Recipe: recipe, Method: "fixed:1,0"},
			{Name: "the fifth alone", Recipe: few, Method: "natural"},
			{Name: "told a fifth", Recipe: recipe, Method: "autolambda:Primary=optimal"},
			{Name: "told a tenth", Recipe: recipe, Method: "autolambda:HeldOut=0.1,Primary=optimal"},
			{Name: "told nothing", Recipe: recipe, Method: "autolambda"},
		} {
			if a.Name != "natural" && !slices.Contains(methods, a.Name) {
				continue
			}
			a.Name, a.Groups = TwoByTwoArm(style, a.Name), demos.ByStyle
			d.Arms = append(d.Arms, a)
		}
		for _, m := range methods {
			d.Comparisons = append(d.Comparisons,
				compare(bench.Worst, TwoByTwoArm(style, m), TwoByTwoArm(style, "natural")))
		}
	}
	return d
}
