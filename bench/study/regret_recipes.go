package study

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// The list of recipes on which the regret of the advice is measured (experiment regrets). The number of recipes and the
// seed were committed on 2026-11-22, before a demonstration of any of them was made: no recipe was looked at, and none
// was used to choose a threshold of the advice.
const (
	regretRecipes  = 64
	regretListSeed = 640
)

// Ranges that recipes are drawn from. Demonstrations of a behaviour are drawn uniformly in the logarithm, so that the
// largest behaviour has up to seven times as many as the smallest; the study's imbalances are 3 and 2. At most half of
// the demonstrations of a behaviour are suboptimal, the share of them that was measured (StyleAxes).
const (
	regretLeast  = 6   // demonstrations of a behaviour, suboptimal ones included
	regretMost   = 40  // the same
	regretRarest = 0.1 // least share of suboptimal demonstrations of a behaviour that has some
	regretRifest = 0.5 // greatest share of all suboptimal styles together
)

// RegretRecipe is one recipe of the list.
type RegretRecipe struct {
	Task   string   // with its knobs, canonical
	Styles []string // suboptimal ones, sorted; empty for optimal demonstrations alone
	demos.Recipe
}

// RegretRecipes returns the list. Each recipe is drawn with a key of its number alone:
//
//	task     picking or opening, short of variety or of precision: four tasks, equally likely
//	numbers  demonstrations of each behaviour, log-uniform from 6 to 40
//	styles   none, one or two suboptimal styles of seven, with probability 1/4, 1/2, 1/4
//	where    each style in all behaviours or in one, equally likely
//	share    of a behaviour's demonstrations, from 0.1 to 0.5, or to 0.25 with two styles; uniform, rounded down, at
//	         least one demonstration
func RegretRecipes() []RegretRecipe {
	all := make([]RegretRecipe, regretRecipes)
	for i := range all {
		all[i] = drawRecipe(seed.Of("counterpoise", "regret recipe", regretListSeed, i).Rand())
	}
	return all
}

// drawRecipe draws a recipe. The order of the draws is part of the list.
func drawRecipe(r *rand.Rand) RegretRecipe {
	tasks := []string{"picking", bench.PickNarrow, "opening", bench.OpenSteep}
	out := RegretRecipe{Task: tasks[r.IntN(len(tasks))]}
	task, err := scenes.ParseTask(out.Task)
	if err != nil {
		panic(err) // the tasks are constants
	}
	behaviours := task.Behaviours()
	left := map[string]int{} // demonstrations of a behaviour that are still optimal
	for _, b := range behaviours {
		low, high := math.Log(regretLeast), math.Log(regretMost+1)
		left[b] = int(math.Exp(low + (high-low)*r.Float64()))
	}
	total := map[string]int{}
	for b, n := range left {
		total[b] = n
	}
	styles := slices.Clone(TwoByTwoStyles)
	r.Shuffle(len(styles), func(i, j int) { styles[i], styles[j] = styles[j], styles[i] })
	n := []int{0, 1, 1, 2}[r.IntN(4)]
	var counts []demos.Count
	for _, style := range styles[:n] {
		where := behaviours
		if r.IntN(2) == 1 {
			where = []string{behaviours[r.IntN(len(behaviours))]}
		}
		share := regretRarest + (regretRifest/float64(n)-regretRarest)*r.Float64()
		for _, b := range where {
			k := max(1, int(share*float64(total[b])))
			counts, left[b] = append(counts, demos.Count{Behaviour: b, Style: style, N: k}), left[b]-k
		}
		out.Styles = append(out.Styles, style)
	}
	for _, b := range behaviours {
		counts = append(counts, demos.Count{Behaviour: b, N: left[b]}) // optimal ones
	}
	slices.Sort(out.Styles)
	out.Recipe = canonicalRecipe(out.Task, counts)
	return out
}

// canonicalRecipe returns the recipe with these counts; those without a style are of optimal demonstrations.
func canonicalRecipe(task string, counts []demos.Count) demos.Recipe {
	var parts []string
	for _, c := range counts {
		name := c.Behaviour
		if c.Style != "" {
			name += ":" + c.Style
		}
		parts = append(parts, fmt.Sprintf("%s=%d", name, c.N))
	}
	r, err := demos.ParseRecipe(task + " " + strings.Join(parts, ","))
	if err != nil {
		panic(fmt.Sprintf("bench: regret recipe: %v", err)) // drawn from constants alone
	}
	return r
}

// Without returns the recipe without the demonstrations of some styles.
func (r RegretRecipe) Without(styles []string) demos.Recipe {
	out := demos.Recipe{Task: r.Task}
	for _, c := range r.Counts {
		if !slices.Contains(styles, c.Style) {
			out.Counts = append(out.Counts, c)
		}
	}
	return out
}

// cellRecipe returns the counts of a recipe as a cell names them.
func cellRecipe(r demos.Recipe) string { return strings.TrimPrefix(r.String(), r.Task+" ") }

// subsets returns all subsets of the styles, the empty one first, by size and then by name.
func subsets(styles []string) [][]string {
	var all [][]string
	for mask := range 1 << len(styles) {
		var s []string
		for i, name := range styles {
			if mask>>i&1 == 1 {
				s = append(s, name)
			}
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
	return all
}
