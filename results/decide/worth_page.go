package decide

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// The goals, set before anything was run, in percentage points.
const (
	goalRegret = 2.0       // labelled: mean regret at most
	goalGain   = 3.0       // labelled, a third bad or more: lower bound of the gain above
	goalOpen   = .25       // labelled: share of datasets of which the data cannot tell, at most
	goalLoss   = -1.0      // unlabelled: mean gain over plain cloning at least
	goalWorst  = -8.0      // every recipe: not shown to gain less
	third      = 1. / 3    // share of bad ones from which they are many
	points     = "%+.1f"   // form of a difference
	percent    = "%.0f %%" // form of a share
)

// Page is what the advice is worth, of how many recipes and draws.
func Page(all []Worth, recipes, draws, rollouts int) document.Section {
	labelled := func(w Worth) bool { return w.Told.Labelled() }
	unlabelled := func(w Worth) bool { return !w.Told.Labelled() }
	many := func(w Worth) bool { return w.Told.Labelled() && w.Bad >= third }
	among := func(of string, has func(Worth) bool) Summary {
		return Summarise(of, slices.DeleteFunc(slices.Clone(all), func(w Worth) bool { return !has(w) }))
	}
	told, without := among("labels or replay", labelled), among("trajectories alone", unlabelled)
	third := among("  of those: a third bad or more", many)
	rows := []Summary{told, third}
	for _, t := range Regret.told {
		if of := "  of those: " + string(t); t.Labelled() {
			rows = append(rows, among(of, func(w Worth) bool { return w.Told == t }))
		}
	}
	rows = append(rows, without,
		among("  of those: something is left out", func(w Worth) bool { return unlabelled(w) && w.Changes > 0 }),
		among("  of those: a third bad or more",
			func(w Worth) bool { return unlabelled(w) && w.Bad >= 1./3 }),
		among("all: nothing wrong", func(w Worth) bool { return w.Bad == 0 }),
		among("all: styles that no threshold had seen", func(w Worth) bool { return w.Bad > 0 && Unseen(w.Number) }))
	rows = slices.DeleteFunc(rows, func(s Summary) bool { return s.Recipes == 0 })
	s := document.Section{
		Title: "What the advice is worth",
		Intro: "Datasets drawn at random, advised on as counterpoise advise does, and judged by policies that are " +
			"trained on what the advice keeps",
		Lines: []string{
			fmt.Sprintf("%d of %s have all their records: %s each, %s of each behaviour, policy state.", len(all),
				wording.Plural(recipes, "recipe"), wording.Plural(draws, "dataset"),
				wording.Plural(rollouts, "rollout")),
			fmt.Sprintf("Labels or a replay: regret %s (goal: at most %g); where a third is bad or more it gains %s "+
				"(goal: above %g by the lower end); of %s of the datasets the data cannot tell (goal: at most %s).",
				estimate(told.Regret), goalRegret, estimate(third.Gain), goalGain,
				fmt.Sprintf(percent, 100*told.Open), fmt.Sprintf(percent, 100*goalOpen)),
			fmt.Sprintf("Trajectories alone: gain over plain cloning %s (goal: at least %g); leaving out the bad "+
				"ones, which nothing there says, would gain %s.", estimate(without.Gain), goalLoss,
				estimate(without.Gap)),
			worst(all),
		},
		Tables: []document.Table{summaryTable(rows), worthTable(all)},
		Notes: []string{
			"regret: success of the best of plain cloning, leaving out the bad ones, naming a tenth of the good ones " +
				"and drawing behaviours equally often, minus that of what the advice keeps. The best is chosen on " +
				"half of the datasets and scored on the other half, both ways, so that a regret may be negative.",
			"gain: what the advice keeps minus plain cloning. gap: leaving out the bad ones minus plain cloning, " +
				"where there are some. Percentage points, mean over behaviours; 95 % intervals over recipes.",
			"cannot tell: datasets of which the advice keeps all and says that the data cannot tell; they count as " +
				"plain cloning. agree: datasets that got the decision of most of their recipe.",
			"Bad ones are those in any style but optimal, some of which cost nothing. Of another robot: nothing is " +
				"replayed, and no style was measured. The advice reads no states of objects, so that these are no " +
				"tier of their own.",
		},
	}
	return s
}

// estimate is a mean with its interval.
func estimate(t stats.Test) string {
	return apa.Format(points, t.MeanDifference) + " points, " + apa.CI(points, t.CI)
}

// worst says whether a recipe is shown to lose by the advice.
func worst(all []Worth) string {
	below, safe := 0, 0
	for _, w := range all {
		if w.GainTest.CI.High.Or(0) < goalWorst {
			below++
		}
		if w.GainTest.CI.Low.Or(0) > goalWorst || w.Changes == 0 {
			safe++
		}
	}
	lose := "no recipe is"
	if below > 0 {
		lose = wording.Plural(below, "recipe") + " are"
	}
	return fmt.Sprintf("By simultaneous bounds %s shown to lose more than %g points by the advice (goal: none), and "+
		"%d of %d shown not to.", lose, -goalWorst, safe, len(all))
}

// summaryTable has a row for each group of recipes.
func summaryTable(rows []Summary) document.Table {
	type row = Summary
	test := func(title string, of func(row) stats.Test) []document.Column[row] {
		return []document.Column[row]{
			apa.Number(points, title, title, func(r row) stats.Maybe { return of(r).MeanDifference }),
			apa.Intervals(points, "95 % interval", title+"_low", title+"_high",
				func(r row) stats.Interval { return of(r).CI })}
	}
	share := func(title, field string, of func(row) float64) document.Column[row] {
		return apa.Number("%.0f", title, field, func(r row) stats.Maybe { return stats.Some(100 * of(r)) })
	}
	columns := slices.Concat([]document.Column[row]{
		document.Words("what the dataset says", "told", func(r row) string { return r.Of }),
		document.Counts("recipes", "recipes", func(r row) int { return r.Recipes })},
		test("regret", func(r row) stats.Test { return r.Regret }),
		test("gain", func(r row) stats.Test { return r.Gain }),
		test("gap", func(r row) stats.Test { return r.Gap }),
		[]document.Column[row]{
			share("cannot tell, %", "cannot_tell", func(r row) float64 { return r.Open }),
			share("agree, %", "agree", func(r row) float64 { return r.Agree })})
	return document.TableOf("worth", "What the advice is worth", rows, columns...)
}

// worthTable has a row for each recipe.
func worthTable(all []Worth) document.Table {
	type row = Worth
	success := func(title, arm string) document.Column[row] {
		return apa.Number("%.1f", title, arm, func(r row) stats.Maybe {
			v := r.Success[arm]
			if v == nil {
				return stats.Maybe{}
			}
			m, _ := MeanDifference(v, make([]float64, len(v)))
			return stats.Some(m)
		})
	}
	difference := func(title string, of func(row) float64) document.Column[row] {
		return apa.Number(points, title, title, func(r row) stats.Maybe { return stats.Some(of(r)) })
	}
	return document.TableOf("recipes", "Recipes", all,
		document.Counts("no.", "number", func(r row) int { return r.Number }),
		document.Words("it says", "told", func(r row) string { return string(r.Told) }),
		document.Words("demonstrations", "recipe", func(r row) string {
			return strings.ReplaceAll(r.Recipe.String(), ",", ", ")
		}),
		success("plain cloning", ArmPlain), success("without bad ones", ArmDropped), success("named good", ArmNamed),
		success("upsampled", ArmUpsample), success("advised", ArmAdvised),
		difference("regret", func(r row) float64 { return r.Regret }),
		difference("gain", func(r row) float64 { return r.Gain }),
		document.Counts("changes", "changes", func(r row) int { return r.Changes }),
		document.Counts("cannot tell", "cannot_tell", func(r row) int { return r.Open }))
}
