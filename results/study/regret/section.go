package regret

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/decide"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Goals of the advice, set before it was measured: percentage points.
const (
	RegretGoal = 3.0  // mean regret against the best arm at most
	GainGoal   = -1.0 // lower 95 % bound of the mean gain over plain cloning above
)

func init() {
	analysis.All.Add("regret", analysis.Analysis{
		Place: 14, About: "what the advice is worth on recipes drawn at random",
		Sections: analysis.Section(Section), Instead: study.RegretExperiment,
	})
}

// Section is the worth of the advice as a section of a document; false for plans without recipes that have all their
// records.
func Section(f frame.Frame) (document.Section, bool) {
	a, err := Committed()
	if err != nil {
		panic(err) // the advice is embedded, and a test reads it
	}
	return section(f, a)
}

func section(f frame.Frame, a Advices) (document.Section, bool) {
	all, without := Of(f, a)
	if len(all)+without == 0 {
		return document.Section{}, false
	}
	s := document.Section{
		Title: "Regret of the advice",
		Intro: "What the advice of counterpoise advise is worth on recipes drawn at random",
		Lines: []string{sample(f.Plan, len(all))},
		Notes: []string{
			"regret: success of the best arm of the recipe minus that of the advised one; the best is chosen on half " +
				"of the trials and scored on the other half, both ways, so that a regret may be negative. gain: " +
				"success of the advised arm minus that of plain cloning. Percentage points, mean over behaviours; " +
				"intervals over recipes.",
			"worst tenth: mean of the greatest tenth of the regrets, each moved towards the mean by the share of the " +
				"spread that is noise of its trials.",
			"Arms of a recipe: plain cloning, plain cloning without each choice of its suboptimal styles, and " +
				"behaviours weighed equally. The advice never names the last, and no method that follows losses: see " +
				"results/advice/doc.go.",
			"The list of recipes, its seed and the thresholds of the rule were committed before any of them was run; " +
				"results/advice/rule.go names the condition that was added while the first ones ran, unseen. Cells " +
				"run recipe after recipe in the order of the list, which is random.",
		},
	}
	if without > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s with all records have no advice on their demonstrations; it is made "+
			"by: %s", wording.Plural(without, "recipe"), Command))
	}
	summaries := []Summary{Summarise(all, DataAlone), Summarise(all, UsersWord)}
	for _, k := range summaries {
		s.Lines = append(s.Lines, k.sentence())
	}
	s.Notes = append(s.Notes, chanceNote(f))
	s.Tables = []document.Table{summaryTable(summaries), recipeTable(all)}
	return s, true
}

// chanceNote is the success of untrained policies in the tasks of the recipes, to read the percentages beside.
func chanceNote(f frame.Frame) string {
	var parts []string
	for _, d := range f.Designs {
		if d.Experiment.Name != study.RegretExperiment {
			continue
		}
		for _, c := range d.Chances() {
			for _, b := range c.Behaviours {
				if b.Success.N > 0 {
					parts = append(parts, fmt.Sprintf("%s %s %s", c.Level.Task, b.Behaviour, b))
				}
			}
		}
	}
	if len(parts) == 0 {
		return "Chance: not recorded. It is measured by: counterpoise run " + study.Regret.Name
	}
	return fmt.Sprintf("Chance, success of untrained policies of the same architecture in percent, in brackets the "+
		"upper %s bound: %s.", apa.Percent(frame.Level), strings.Join(parts, ", "))
}

// Command writes advice.json for all recipes of the list; -recipes 10 for the first ten.
const Command = "go test -run '^$' -bench Advice -benchtime 1x -timeout 0 ./results/study/regret -write"

// sample says how much of the list is there.
func sample(plan bench.Plan, n int) string {
	total := len(study.RegretRecipes())
	text := fmt.Sprintf("%d of %d recipes have all their records: %s of %s of each behaviour, policy %s.", n, total,
		wording.Plural(plan.Size.Trials, "trial"), wording.Plural(plan.Size.Rollouts, "rollout"), plan.Size.Policy)
	if n < total {
		text += " They are the first of a list in random order; the others take: counterpoise run " + study.Regret.Name
	}
	return text
}

// sentence says whether an advice reaches its goals.
func (s Summary) sentence() string {
	regret, gain := "open", "open"
	if low, ok := s.Gain.CI.Low.Get(); ok {
		gain = "missed or open"
		if low > GainGoal {
			gain = "reached"
		}
	}
	switch {
	case s.Regret.CI.High.Defined() && s.Regret.CI.High.Or(0) <= RegretGoal:
		regret = "reached"
	case s.Regret.CI.Low.Or(0) > RegretGoal:
		regret = "missed"
	}
	return fmt.Sprintf("Advice %s: regret %s points, %s (at most %g: %s); gain %s, %s (lower bound above %g: %s); it "+
		"changes anything in %d of %s.", s.Knowledge, apa.Format("%+.1f", s.Regret.MeanDifference),
		apa.CI("%+.1f", s.Regret.CI), RegretGoal, regret, apa.Format("%+.1f", s.Gain.MeanDifference),
		apa.CI("%+.1f", s.Gain.CI), GainGoal, gain, s.Changing, wording.Plural(s.Recipes, "recipe"))
}

// summaryTable has a row for each knowledge.
func summaryTable(all []Summary) document.Table {
	type row = Summary
	return document.TableOf("regret", "What the advice is worth", all,
		document.Words("advice", "advice", func(r row) string { return r.Knowledge.String() }),
		apa.Number("%+.1f", "regret", "regret", func(r row) stats.Maybe { return r.Regret.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "regret_low", "regret_high",
			func(r row) stats.Interval { return r.Regret.CI }),
		apa.Number("%+.1f", "worst tenth", "worst_tenth", func(r row) stats.Maybe { return r.Worst }),
		apa.Number("%+.1f", "gain", "gain", func(r row) stats.Maybe { return r.Gain.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "gain_low", "gain_high",
			func(r row) stats.Interval { return r.Gain.CI }),
		document.Counts("changes", "changes", func(r row) int { return r.Changing }),
		document.Counts("recipes", "recipes", func(r row) int { return r.Recipes }),
	)
}

// recipeTable has a row for each recipe.
func recipeTable(all []Recipe) document.Table {
	type row = Recipe
	percent := func(title, field string, arm func(row) string) document.Column[row] {
		return apa.Number("%.1f", title, field, func(r row) stats.Maybe {
			v := r.Success[arm(r)]
			m, _ := decide.MeanDifference(v, make([]float64, len(v)))
			return stats.Some(m)
		})
	}
	points := func(title, field string, of func(row) float64) document.Column[row] {
		return apa.Number("%+.1f", title, field, func(r row) stats.Maybe { return stats.Some(of(r)) })
	}
	plain := func(r row) string { return study.RegretArm(r.Number) }
	return document.TableOf("recipes", "Recipes", all,
		document.Counts("no.", "number", func(r row) int { return r.Number }),
		document.Words("task", "task", func(r row) string { return r.Task }),
		document.Words("demonstrations", "recipe",
			func(r row) string { return strings.TrimPrefix(r.String(), r.Task+" ") }),
		percent("plain cloning", "natural", plain),
		percent("balanced", "balanced", func(r row) string { return plain(r) + study.RegretBalanced }),
		percent("optimal alone", "optimal_alone", func(r row) string { return study.RegretArm(r.Number, r.Styles...) }),
		document.Words("advice from the data", "left_out", func(r row) string {
			return strings.Join(distinct(r.Worth[DataAlone].Arms, plain(r)), "; ")
		}),
		points("regret", "regret", func(r row) float64 { return r.Worth[DataAlone].Regret }),
		points("gain", "gain", func(r row) float64 { return r.Worth[DataAlone].Gain }),
		points("regret, with word", "regret_word", func(r row) float64 { return r.Worth[UsersWord].Regret }),
		points("gain, with word", "gain_word", func(r row) float64 { return r.Worth[UsersWord].Gain }),
	)
}

// distinct are the choices that were advised in the trials, each once, without the number of the recipe.
func distinct(arms []string, plain string) (out []string) {
	seen := map[string]bool{}
	for _, arm := range arms {
		name := "plain cloning"
		if arm != plain {
			name = strings.TrimPrefix(arm, plain+" ")
		}
		if !seen[name] {
			seen[name], out = true, append(out, name)
		}
	}
	return out
}
