package report

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/findings"
)

// successTable has a row for each arm: the success in every behaviour, whether it is compared or not, and in the
// worst.
//
// It shows every arm, in the design's order. Frames are the mean number of control steps (1/30 s) per group
// that a policy was trained on.
func successTable(f findings.Findings) document.Table {
	s := f.Plan.Size
	t := document.Table{
		Name: "success",
		Title: fmt.Sprintf("Success in percent, mean ± SD over %s of %d rollouts per behaviour",
			wording.Plural(s.Trials, "trial"), s.Rollouts),
		Columns: []document.Column{
			document.WordColumn("data", "arm"), document.NumberColumn("demonstrations", "recipe"),
			document.NumberColumn("frames", "frames"),
		},
	}
	behaviours := append(f.Behaviours(), bench.Worst)
	for _, b := range behaviours {
		t.Columns = append(t.Columns, document.NumberColumn(b, b+"_mean", b+"_sd"))
	}
	for _, a := range f.Arms {
		row := []document.Cell{
			document.Word(a.Name), document.Entry(findings.AmountsText(a.Recipe), a.Recipe),
			document.Word(slashed(f.FramesOf(a))),
		}
		for _, b := range behaviours {
			row = append(row, apa.MeanSDCell(f.Success(a, b)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// slashed is numbers with slashes between them: "900/310/880". The order is that of the groups.
func slashed(n []int) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(n), "[]")), "/")
}

// intervalTable has the intervals of the means of successTable. They are not adjusted for their number: each covers
// its own mean with probability findings.Level.
//
// Whether two arms differ is decided by the paired test of their difference, not by whether their intervals
// overlap.
func intervalTable(f findings.Findings) document.Table {
	t := document.Table{
		Name:    "intervals",
		Title:   apa.Percent(findings.Level) + " intervals of these means (t, over trials, within 0 and 100)",
		Columns: []document.Column{document.WordColumn("data", "arm")},
	}
	behaviours := append(f.Behaviours(), bench.Worst)
	for _, b := range behaviours {
		t.Columns = append(t.Columns, document.NumberColumn(b, b+"_low", b+"_high"))
	}
	for _, a := range f.Arms {
		row := []document.Cell{document.Word(a.Name)}
		for _, b := range behaviours {
			row = append(row, apa.IntervalCell("%.1f", f.Interval(a, b)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// trialTable has a row for each trial and a column for each arm: how many rollouts of a behaviour succeeded. It is
// what the tests are computed from, in the layout that counterpoise stats reads. Rows are trials from 0. An
// empty field is a missing record, which counterpoise stats leaves out pair by pair.
func trialTable(f findings.Findings, behaviour string) document.Table {
	t := document.Table{Columns: []document.Column{document.WordColumn("trial", "trial")}}
	rows := make([][]document.Cell, f.Plan.Size.Trials)
	for trial := range rows {
		rows[trial] = []document.Cell{document.Count(trial)}
	}
	for _, a := range f.Arms {
		t.Columns = append(t.Columns, document.NumberColumn(a.Name, a.Name))
		for trial, v := range f.Successes(a, behaviour) {
			n := ""
			if v == v { // not NaN: there is a record
				n = fmt.Sprintf("%.0f", v)
			}
			rows[trial] = append(rows[trial], document.Word(n))
		}
	}
	t.Rows = rows
	return t
}
