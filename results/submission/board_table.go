package submission

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// Section returns the leaderboard as a section: a table, and what its numbers are.
func (b Board) Section() document.Section {
	t := document.Table{
		Name: "leaderboard",
		Title: fmt.Sprintf("Methods against %s on the same demonstrations: success in percent by %s, differences in "+
			"percentage points", Baseline, frame.OracleText(b.Oracle)),
		Columns: []document.Head{
			document.WordColumn("method", "method"), document.WordColumn("groups", "groups"),
			document.WordColumn("policy", "policy"), document.NumberColumn("datasets", "datasets"),
			document.NumberColumn("success", "mean", "sd"), document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn("95 % interval", "ci_low", "ci_high"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("worst", "worst_mean", "worst_sd"),
			document.NumberColumn("difference", "worst_mean_difference"),
			document.NumberColumn("95 % interval", "worst_ci_low", "worst_ci_high"),
			document.NumberColumn("p (Holm)", "worst_p_holm"), document.NumberColumn("n", "n"),
		},
	}
	for _, r := range b.Rows {
		row := []document.Cell{
			document.Entry(name(r.Method), r.Method), document.Word(r.Groups), document.Word(r.Policy),
			document.Count(r.Datasets),
		}
		for _, d := range []Difference{r.Mean, r.Worst} {
			row = append(row, apa.MeanSDCell(d.Success), apa.NumberCell("%+.1f", d.Test.MeanDifference),
				apa.IntervalCell("%+.1f", d.Test.CI), apa.StarredPCell(d.Holm))
		}
		t.Rows = append(t.Rows, append(row, document.Count(r.Mean.Test.N.Total())))
	}
	notes := append([]string{
		fmt.Sprintf("Comparisons: %s, at most two a method; p is corrected by Holm over all of them.",
			wording.Plural(b.Tests, "test")),
		"Each trial is the mean over a method's datasets; trials are paired: t-test, two-sided, intervals over trials.",
		fmt.Sprintf("Success is the mean over the behaviours, worst that of the %s behaviour of each trial. "+
			"Methods have different datasets where the experiments have: compare rows of the same number of them.",
			bench.Worst),
		apa.StarsNote("Holm"),
	}, b.Notes...)
	return document.Section{Title: "Leaderboard", Tables: []document.Table{t}, Notes: notes}
}

// name returns a method as people read it: weights from outside without their digest.
func name(method string) string {
	if given, ok := strings.CutPrefix(method, "weights:"); ok {
		short, _, _ := strings.Cut(given, "@")
		return short + " (from outside)"
	}
	return method
}
