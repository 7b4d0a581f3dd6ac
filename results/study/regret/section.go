package regret

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
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
	t := document.Table{Name: "regret", Title: "What the advice is worth", Columns: []document.Column{
		document.WordColumn("advice", "advice"), document.NumberColumn("regret", "regret"),
		document.NumberColumn("95 % interval", "regret_low", "regret_high"),
		document.NumberColumn("worst tenth", "worst_tenth"), document.NumberColumn("gain", "gain"),
		document.NumberColumn("95 % interval", "gain_low", "gain_high"),
		document.NumberColumn("changes", "changes"), document.NumberColumn("recipes", "recipes"),
	}}
	for _, s := range all {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(s.Knowledge.String()), apa.NumberCell("%+.1f", s.Regret.MeanDifference),
			apa.IntervalCell("%+.1f", s.Regret.CI), apa.NumberCell("%+.1f", s.Worst),
			apa.NumberCell("%+.1f", s.Gain.MeanDifference), apa.IntervalCell("%+.1f", s.Gain.CI),
			document.Count(s.Changing), document.Count(s.Recipes),
		})
	}
	return t
}

// recipeTable has a row for each recipe.
func recipeTable(all []Recipe) document.Table {
	t := document.Table{Name: "recipes", Title: "Recipes", Columns: []document.Column{
		document.NumberColumn("no.", "number"), document.WordColumn("task", "task"),
		document.WordColumn("demonstrations", "recipe"), document.NumberColumn("plain cloning", "natural"),
		document.NumberColumn("balanced", "balanced"), document.NumberColumn("optimal alone", "optimal_alone"),
		document.WordColumn("advice from the data", "left_out"), document.NumberColumn("regret", "regret"),
		document.NumberColumn("gain", "gain"), document.NumberColumn("regret, with word", "regret_word"),
		document.NumberColumn("gain, with word", "gain_word"),
	}}
	points := func(v float64) document.Cell { return apa.NumberCell("%+.1f", stats.Some(v)) }
	for _, r := range all {
		plain := study.RegretArm(r.Number)
		percent := func(arm string) document.Cell {
			m, _ := meanDifference(r.Success[arm], make([]float64, len(r.Success[arm])))
			return apa.NumberCell("%.1f", stats.Some(m))
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Count(r.Number), document.Word(r.Task),
			document.Word(strings.TrimPrefix(r.String(), r.Task+" ")),
			percent(plain), percent(plain + study.RegretBalanced), percent(study.RegretArm(r.Number, r.Styles...)),
			document.Word(strings.Join(distinct(r.Worth[DataAlone].Arms, plain), "; ")),
			points(r.Worth[DataAlone].Regret), points(r.Worth[DataAlone].Gain),
			points(r.Worth[UsersWord].Regret), points(r.Worth[UsersWord].Gain),
		})
	}
	return t
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
