package evaluations

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/scenes"
)

// table has a row for each behaviour and one for all of them together. Columns for programs name the evaluations a and
// b, whatever their files are called.
func table(rows []pairs) document.Table {
	t := document.Table{
		Name:  "compare",
		Title: "Success in percent; differences are B minus A",
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"), document.NumberColumn("A", "rate_a"),
			document.NumberColumn("B", "rate_b"), document.NumberColumn("difference", "difference"),
			document.NumberColumn(apa.Percent(level)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("A alone", "a_alone"), document.NumberColumn("B alone", "b_alone"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("n", "n"),
		},
	}
	percent := func(format string, v float64) document.Cell {
		return document.Entry(fmt.Sprintf(format, 100*v), fmt.Sprint(100*v))
	}
	for _, p := range rows {
		holm := document.Entry("", "")
		if p.holm.Defined() {
			holm = apa.StarredPCell(p.holm)
		}
		low, high := p.rates.CI.Low.Or(-1), p.rates.CI.High.Or(1)
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(p.behaviour), percent("%.1f", p.rates.First), percent("%.1f", p.rates.Second),
			percent("%+.1f", p.rates.Estimate),
			document.Entry(fmt.Sprintf("%+.1f to %+.1f", 100*low, 100*high), fmt.Sprint(100*low), fmt.Sprint(100*high)),
			document.Count(p.first), document.Count(p.second), apa.PCell(p.p), holm, document.Count(p.n()),
		})
	}
	return t
}

// notes say how the test was made, what it is about, and the chance level.
func notes(a, b bench.Evaluation, oracle scenes.Oracle) []string {
	all := []string{
		"Success by " + findings.OracleText(oracle) + ". Rollouts are paired by their initial state. p is of " +
			"McNemar's exact test, two-sided; p (Holm) is corrected over the behaviours. A alone: rollouts in which " +
			"only A succeeded.",
		"The interval is Newcombe's for paired rates (method 10).",
		"This compares two policies. What a method of training is worth takes several trainings of each (run).",
	}
	if a.Renderer != b.Renderer {
		all = append(all, fmt.Sprintf("A observed pictures of renderer %s, B of %s.", a.Renderer, b.Renderer))
	}
	for _, e := range []bench.Evaluation{a, b} {
		for _, c := range e.Chance {
			if oracle == scenes.Earned {
				all = append(all, fmt.Sprintf("Chance of %s: %.1f %%, at most %.1f %% (untrained policies %s).",
					c.Behaviour, 100*c.Estimate, 100*c.Upper, c.Policy))
			}
		}
		if len(e.Chance) > 0 {
			break // both are of one task
		}
	}
	return append(all, apa.StarsNote("Holm"))
}
