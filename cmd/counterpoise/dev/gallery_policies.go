package dev

import (
	"fmt"
	"strings"

	"counterpoise/scenes/demos"
)

// shownPolicies are the policies of the gallery: imbalance as the study has it, upsampling, and half of the
// demonstrations bad, in both tasks. All are trained from the state, with the calibrated number of steps but for the
// last one.
var shownPolicies = append(append(
	shownOf("picking", "left=21,middle=21,right=21", "left=20,middle=20,right=20", "results/quick", [][2]string{
		{"left", "left=9,middle=27,right=27"}, {"middle", "left=27,middle=9,right=27"},
		{"right", "left=27,middle=27,right=9"},
	}),
	shownOf("opening", "slider=15,drawer=15", "slider=20,drawer=20", "", [][2]string{
		{"slider", "slider=10,drawer=20"}, {"drawer", "slider=20,drawer=10"},
	})...),
	hardlyTrained,
)

// hardlyTrained shows what a policy does before it has learned. A test trains it again.
var hardlyTrained = shownPolicy{
	name: "opening-hardly-trained", task: "opening",
	about: "two demonstrations of each behaviour, and 10 gradient steps in place of 250: before it has learned",
	train: []string{fmt.Sprintf("train opening slider=2,drawer=2 --steps 10 --seed %d --device go --out %s",
		gallerySeed, galleryFolder+"opening-hardly-trained")},
}

// shownOf returns the policies of a task. equal and half are recipes: of good demonstrations alone, and of the good
// half where the other half is bad. rare are the behaviours that are rare, with their recipes. halfResults is the
// folder with results of half bad ones.
func shownOf(task, equal, half, halfResults string, rare [][2]string) []shownPolicy {
	const rareResults = "results/networks"
	all := []shownPolicy{trained(task+"-balanced", "as many demonstrations of each behaviour, all good", task, equal,
		demos.ByBehaviour, "natural", rareResults)}
	for _, r := range rare {
		all = append(all, trained(task+"-"+r[0]+"-rare", "plain cloning of few demonstrations of "+r[0]+": "+r[1], task,
			r[1], demos.ByBehaviour, "natural", rareResults))
	}
	all = append(all, trained(task+"-"+rare[0][0]+"-rare-upsampled", "the same demonstrations of "+rare[0][0]+
		", drawn as often as the others: "+rare[0][1], task, rare[0][1], demos.ByBehaviour, "upsample", ""))
	var bad []string
	for part := range strings.SplitSeq(half, ",") {
		behaviour, n, _ := strings.Cut(part, "=")
		bad = append(bad, behaviour+":erratic="+n)
	}
	recipe := half + "," + strings.Join(bad, ",")
	name := task + "-half-bad"
	all = append(all,
		trained(name, "plain cloning where half of the demonstrations is bad (erratic)", task, recipe, demos.ByStyle,
			"natural", halfResults),
		trained(name+"-left-out", "the same demonstrations without the bad ones", task, recipe, demos.ByStyle, "drop",
			halfResults))
	var known []string
	for i := range strings.Count(half, "=") { // the first four of each behaviour's 20
		known = append(known, fmt.Sprintf("%d-%d", 20*i, 20*i+3))
	}
	data, weights := galleryFolder+task+"-half-bad-demos", galleryFolder+task+"-half-bad-weights"
	return append(all, shownPolicy{
		name: name + "-named", task: task,
		about: "the same demonstrations, of which four of each behaviour are named as good; the others weigh as much " +
			"as they are like these",
		train: []string{
			fmt.Sprintf("demos generate %s %s --seed %d --out %s", task, recipe, gallerySeed, data),
			fmt.Sprintf("weigh %s --known %s --rule rank --out %s", data, strings.Join(known, ","), weights),
			fmt.Sprintf("train %s --weights %s/weights.csv --seed %d --device go --out %s", data, weights, gallerySeed,
				galleryFolder+name+"-named"),
		},
	})
}

// trained is a policy that one command trains from a recipe.
func trained(name, about, task, recipe string, by demos.Grouping, method, results string) shownPolicy {
	return shownPolicy{
		name: name, about: about, task: task, results: results, recipe: recipe, groups: string(by), method: method,
		train: []string{fmt.Sprintf("train %s %s --by %s --method %s --seed %d --device go --out %s", task, recipe, by,
			method, gallerySeed, galleryFolder+name)},
	}
}
