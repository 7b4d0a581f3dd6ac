package answer

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
)

// sure returns sentences on the evidence behind the answer: the size of the run, whether its rules were frozen before
// it, what was decided and looked at before and added after, the looks at which claims were decided, how many verdicts
// are expected to be false, and what made the records. text is that of results/freeze.md, versions are those of the
// demonstrations, and made names the programs.
func sure(e claims.Evaluation, text string, versions []string, made string) []string {
	s := e.Size
	lines := []string{
		fmt.Sprintf("%s of %d rollouts of each behaviour, policy %s, %s, seed %d, demonstrations of version %s; "+
			"success is by %s.",
			trialsText(e), s.Rollouts, s.Policy, frame.StepsText(s), s.Seed,
			wording.Distinct(versions), frame.OracleText(e.Oracle)),
		frozenText(s.Seed, text),
	}
	choices, looked := bullets(text, "Frozen choices"), bullets(text, "Looked at before freezing")
	if len(choices) > 0 {
		lines = append(lines, fmt.Sprintf("%d choices are listed as frozen in results/freeze.md.", len(choices)))
	}
	if len(looked) > 0 {
		lines = append(lines, "Looked at before freezing: "+strings.Join(looked, "; ")+".")
	}
	if added := bullets(text, "Added after the run was seen"); len(added) > 0 {
		lines = append(lines, fmt.Sprintf("What was added or made again after the run was seen, difficulties, "+
			"readings and records, is listed in results/freeze.md too, in %d items.", len(added)))
	}
	if e.OracleWarning != "" {
		lines = append(lines, e.OracleWarning)
	}
	lines = append(lines, e.Counts())
	if text := dependent(e); text != "" {
		lines = append(lines, text)
	}
	lines = append(lines, e.Notes()...)
	if text := methodsText(e); text != "" {
		lines = append(lines, text)
	}
	if made != "" {
		lines = append(lines, "Made: "+made+".")
	}
	return lines
}

// madeBy says which programs made the records of the claims' experiments.
func madeBy(e claims.Evaluation, records frame.Records) string {
	var designs []frame.Design
	for _, x := range claims.Experiments() {
		designs = append(designs, frame.Under(bench.Plan{
			Name: x.Name, Experiments: []bench.Experiment{x}, Size: e.Size, Oracle: e.Oracle,
		}, records).Designs...)
	}
	return frame.MadeBy(designs)
}

// trialsText says how many trials an evaluation has; up to how many, where some claims were decided at an earlier look.
func trialsText(e claims.Evaluation) string {
	text := wording.Plural(e.Size.Trials, "trial")
	for _, r := range e.Claims {
		if n := r.Look.Trials; n > 0 && n < e.Size.Trials {
			return "Up to " + text
		}
	}
	return text
}

// frozenText says which freeze a seed belongs to, or that it belongs to none.
func frozenText(seed uint64, text string) string {
	freezes, err := study.ParseFreezes(text)
	if err != nil {
		return "The freezes can't be read: " + err.Error() + "."
	}
	if row, ok := study.FreezeOf(freezes, seed); ok {
		f := freezes[row-1]
		return fmt.Sprintf("Confirmatory: rules, readings and calibration were frozen by commit %s (%s, "+
			"freeze %d of %d: %s), and the seed follows from it.", f.Commit[:12], f.Date, row, len(freezes), f.Why)
	}
	return "Exploratory: no freeze has this seed, so rules and settings may have been chosen with an eye on these " +
		"results."
}

// bullets returns the items of the list under a second-level heading of a Markdown text as plain text: a line break
// within an item is a space, and backquotes are left out, because the pages are not all Markdown.
func bullets(text, heading string) (items []string) {
	_, below, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		return nil
	}
	below, _, _ = strings.Cut(strings.ReplaceAll(below, "`", ""), "\n## ")
	for line := range strings.SplitSeq(below, "\n") {
		switch item, is := strings.CutPrefix(line, "- "); {
		case is:
			items = append(items, item)
		case strings.HasPrefix(line, "  ") && len(items) > 0:
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
	}
	return items
}

// imbalanceTable has a row for each behaviour of E1: balanced, starved, chance, the difference with its interval.
func imbalanceTable(all []frame.Findings) document.Table {
	t := document.Table{
		Name: "imbalance", Title: "What imbalance costs: success in percent, the difference in points",
		Columns: []document.Column{
			document.WordColumn("task", "task"), document.WordColumn("behaviour", "behaviour"),
			document.NumberColumn("chance", "chance"), document.NumberColumn("starved", "starved"),
			document.NumberColumn("balanced", "balanced"), document.NumberColumn("difference", "difference"),
			document.NumberColumn("95 % interval", "low", "high"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("n", "n"),
		},
	}
	for _, f := range all {
		for _, c := range f.Pairwise {
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(f.Task), document.Word(c.Behaviour), document.Word(chanceText(f, c.Behaviour)),
				document.Word(apa.MeanSD(c.Success)), document.Word(apa.MeanSD(c.Baseline)),
				apa.NumberCell("%+.1f", c.Test.MeanDifference), apa.IntervalCell("%+.1f", c.Test.CI),
				apa.StarredPCell(c.Holm), document.Count(c.Test.N.Total()),
			})
		}
	}
	return t
}

// chanceText is the chance level of a behaviour with its upper 95 % bound: "0.1 (≤ 0.9)".
func chanceText(f frame.Findings, behaviour string) string {
	if len(f.Chance) > 0 {
		if c, ok := f.Chance[0].Of(behaviour); ok {
			return c.String()
		}
	}
	return "not recorded"
}
