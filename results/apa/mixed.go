package apa

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
	"counterpoise/stats/mixed"
)

// Mixed is a logistic mixed model as a section: a sentence for each test of an effect and each contrast, then tables of
// contrasts, cells, effects and random effects. Contrasts are differences of log odds; their p and intervals are
// adjusted within their family.
func Mixed(f mixed.Fit) document.Section {
	s := document.Section{
		Title: fmt.Sprintf("Logistic mixed model: %s of %s",
			wording.Plural(f.Rollouts, "rollout"), wording.Plural(f.Trials, "trial")),
		Tables: []document.Table{mixedContrasts(f), mixedCells(f), mixedEffects(f), mixedRandom(f)},
	}
	for _, e := range f.Effects {
		text := "undefined"
		if e.Chi2.Defined() {
			text = fmt.Sprintf("χ²(%d) = %s, %s", e.DF, Format("%.2f", e.Chi2), P("p", e.P))
		}
		s.Lines = append(s.Lines, fmt.Sprintf("Effect of %s: %s", e.Name, text))
	}
	for _, c := range f.Contrasts {
		if !c.LogOdds.Defined() {
			continue
		}
		s.Lines = append(s.Lines, fmt.Sprintf("%s against %s, %s: odds ratio %s, log odds %s, %s, %s, %s", c.A, c.B,
			where(c), Format("%.3g", c.OddsRatio), Format("%.2f", c.LogOdds), CI("%.2f", c.CI),
			"z = "+Format("%.2f", c.Z), P("p (single-step)", c.PAdjusted)))
	}
	s.Notes = append(warningNotes(f.Warnings),
		"Intervals and p of contrasts are simultaneous: single-step, within the "+
			"averages over the groups and within the groups.",
		"Tests are Wald's by the Laplace approximation; with ten trials "+
			"or fewer their p are too small.")
	if f.Prior > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("Each logit has a normal prior of mean 0 and SD %g.", f.Prior))
	}
	return s
}

// where says which groups a contrast is about.
func where(c mixed.Contrast) string {
	if c.Group == "" {
		return "average of the groups"
	}
	return c.Group
}

// mixedContrasts has a row for each contrast, undefined ones included.
func mixedContrasts(f mixed.Fit) document.Table {
	t := document.Table{Name: "contrasts", Title: "a minus b, log odds",
		Columns: []document.Head{
			document.WordColumn("a", "a"), document.WordColumn("b", "b"), document.WordColumn("group", "group"),
			document.NumberColumn("log odds", "log_odds_ratio"),
			document.NumberColumn(Percent(f.Level)+" interval", ends...), document.NumberColumn("SE", "se"),
			document.NumberColumn("z", "z"), document.NumberColumn("p", "p"),
			document.NumberColumn("p (single-step)", "p_single_step"), document.NumberColumn("odds ratio",
				"odds_ratio"),
		}}
	for _, c := range f.Contrasts {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(c.A), document.Word(c.B), document.Entry(where(c), c.Group), NumberCell("%.3f", c.LogOdds),
			IntervalCell("%.3f", c.CI), NumberCell("%.3f", c.SE), NumberCell("%.2f", c.Z), PCell(c.P),
			StarredPCell(c.PAdjusted), NumberCell("%.3g", c.OddsRatio),
		})
	}
	return t
}

// mixedCells has a row for each method and group.
func mixedCells(f mixed.Fit) document.Table {
	t := document.Table{Name: "cells", Title: "Success of each method in each group",
		Columns: []document.Head{
			document.WordColumn("method", "method"), document.WordColumn("group", "group"),
			document.NumberColumn("successes", "successes"), document.NumberColumn("rollouts", "rollouts"),
			document.NumberColumn("logit", "logit"), document.NumberColumn("SE", "se"),
			document.NumberColumn(Percent(f.Level)+" interval", ends...), document.WordColumn("separated", "separated"),
		}}
	for _, c := range f.Cells {
		separated := document.Entry("", "false")
		if c.Separated {
			separated = document.Entry("yes", "true")
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(c.Method), document.Word(c.Group), document.Count(c.Successes), document.Count(c.Rollouts),
			NumberCell("%.3f", c.Logit), NumberCell("%.3f", c.SE), IntervalCell("%.3f", c.CI), separated,
		})
	}
	return t
}

// mixedEffects has a row for each test.
func mixedEffects(f mixed.Fit) document.Table {
	t := document.Table{Name: "effects", Title: "Tests of effects", Columns: []document.Head{
		document.WordColumn("effect", "name"), document.NumberColumn("χ²", "chi2"), document.NumberColumn("df", "df"),
		document.NumberColumn("p", "p"),
	}}
	for _, e := range f.Effects {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(e.Name), NumberCell("%.3f", e.Chi2), document.Count(e.DF), PCell(e.P)})
	}
	return t
}

// mixedRandom has a row for each random effect.
func mixedRandom(f mixed.Fit) document.Table {
	t := document.Table{Name: "random", Title: "Random effects, logits", Columns: []document.Head{
		document.WordColumn("term", "term"), document.NumberColumn("levels", "levels"), document.NumberColumn("SD",
			"sd"),
	}}
	for _, r := range f.Random {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(r.Term), document.Count(r.Levels), NumberCell("%.3f", stats.Some(r.SD))})
	}
	return t
}
