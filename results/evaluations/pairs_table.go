package evaluations

import (
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// table has a row for each behaviour and one for all of them together. Columns for programs name the evaluations a and
// b, whatever their files are called. With a margin above 0 it says of each whether the difference is within.
func table(rows []pairs, margin float64) document.Table {
	t := document.Table{
		Name:  "compare",
		Title: "Success in percent; differences are B minus A",
		Columns: []document.Head{
			document.WordColumn("behaviour", "behaviour"), document.NumberColumn("A", "rate_a"),
			document.NumberColumn("B", "rate_b"), document.NumberColumn("difference", "difference"),
			document.NumberColumn(apa.Percent(level)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("A alone", "a_alone"), document.NumberColumn("B alone", "b_alone"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("n", "n"),
		},
	}
	if margin > 0 {
		t.Columns = append(t.Columns,
			document.NumberColumn(apa.Percent(equalityLevel)+" interval", "equality_low", "equality_high"),
			document.WordColumn(fmt.Sprintf("within %g points", margin), "within_margin"))
	}
	percent := func(format string, v float64) document.Cell {
		return document.Entry(fmt.Sprintf(format, 100*v), fmt.Sprint(100*v))
	}
	for _, p := range rows {
		holm := document.Entry("", "") // of all behaviours together there is none
		if p.holm.Defined() {
			holm = apa.StarredPCell(p.holm)
		}
		interval := func(ci stats.Interval) document.Cell {
			low, high := 100*ci.Low.Or(-1), 100*ci.High.Or(1)
			return document.Entry(fmt.Sprintf("%+.1f to %+.1f", low, high), fmt.Sprint(low), fmt.Sprint(high))
		}
		row := []document.Cell{
			document.Word(p.behaviour), percent("%.1f", p.rates.First), percent("%.1f", p.rates.Second),
			percent("%+.1f", p.rates.Estimate),
			interval(p.rates.CI),
			document.Count(p.first), document.Count(p.second), apa.PCell(p.p), holm, document.Count(p.n()),
		}
		if margin > 0 {
			row = append(row, interval(p.near.CI), document.Word(p.equal(margin)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// notes say how the test was made, what it is about, and the chance level.
func notes(a, b record.Evaluation, q Question) []string {
	all := []string{
		"Success by " + frame.OracleText(q.Oracle) + ". Rollouts are paired by their initial state. p is of " +
			"McNemar's exact test, two-sided; p (Holm) is corrected over the behaviours. A alone: rollouts in which " +
			"only A succeeded.",
		"The interval is Newcombe's for paired rates (method 10).",
		"This compares two policies. What a method of training is worth takes several trainings of each (run).",
	}
	if q.Margin > 0 {
		all = append(all, fmt.Sprintf("Within %g points: yes where the whole %s interval of the difference is, no "+
			"where none of it is.", q.Margin, apa.Percent(equalityLevel)))
	}
	if a.Renderer != b.Renderer {
		all = append(all, fmt.Sprintf("A observed pictures of renderer %s, B of %s.", a.Renderer, b.Renderer))
	}
	for _, e := range []record.Evaluation{a, b} {
		for _, c := range e.Chance {
			if q.Oracle == scenes.Earned {
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
