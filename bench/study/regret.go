package study

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// regrets trains, on each recipe of RegretRecipes, every policy that the advice can advise, whatever it advises: plain
// cloning, and plain cloning with every choice of suboptimal styles left out. Behaviours weighed equally stand beside
// them as a rival that it never advises. What the advice costs against the best of them is computed from the records
// afterwards (package results/study/regret), with an advice that sees the demonstrations of the trial and no rollout.
//
// Cells run recipe after recipe in the order of the list, which is random: the recipes that have all their records at
// any time are a fair sample of the list.
//
// The seed is of no other experiment. Leaving styles out changes the recipe, and the demonstrations that remain are the
// same as before, because all recipes of a trial draw from one pool.
var _ = registerLater(RegretExperiment, func() bench.Experiment {
	return bench.Experiment{
		Name:     RegretExperiment,
		Question: "What does the advice cost against the best choice, and what does it gain over plain cloning?",
		Source:   "64 recipes drawn at random, see RegretRecipes",
		Designs:  regretDesigns(),
	}
})

// Regret is small per recipe, because recipes vary more than trials: 4 trials of 20 rollouts.
var Regret = profile(bench.Profile{
	Name:        "regret",
	About:       "what the advice of the command advise is worth, on recipes drawn at random",
	Experiments: []string{RegretExperiment},
	Size:        record.Size{Trials: 4, Rollouts: 20, Seed: 6400, Policy: bench.StatePolicy},
})

// RegretExperiment is the name of the experiment on the regret of the advice.
const RegretExperiment = "regrets"

// RegretBalanced is the suffix of the arm in which behaviours are weighed equally.
const RegretBalanced = ", balanced"

// RegretArm is the name of the arm of recipe i of the list in which some styles are left out: "07 without early+noisy".
func RegretArm(i int, without ...string) string {
	if len(without) == 0 {
		return fmt.Sprintf("%02d", i)
	}
	return fmt.Sprintf("%02d without %s", i, strings.Join(without, "+"))
}

// regretDesigns returns a design for each task, with the arms of all its recipes.
func regretDesigns() []bench.Design {
	var all []bench.Design
	at := map[string]int{}
	for i, r := range RegretRecipes() {
		if _, ok := at[r.Task]; !ok {
			at[r.Task] = len(all)
			all = append(all, bench.Design{Task: r.Task})
		}
		d := &all[at[r.Task]]
		arm := func(name, method string, without []string) {
			d.Arms = append(d.Arms, bench.Arm{
				Name: name, Recipe: cellRecipe(r.Without(without)), Groups: demos.ByBehaviour, Method: method, Block: i,
			})
		}
		for _, without := range subsets(r.Styles) {
			arm(RegretArm(i, without...), "natural", without)
		}
		arm(RegretArm(i)+RegretBalanced, "equal", nil)
	}
	return all
}
