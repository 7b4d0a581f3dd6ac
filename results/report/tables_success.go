package report

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// successTable has a row for each arm: the success in every behaviour, whether it is compared or not, and in the worst;
// and below them a row for each chance level, the success of untrained policies. Where the records say so, each
// behaviour has the shares of rollouts that showed the wrong behaviour and neither: with the success they are 100 %.
// They stand in columns for programs alone where no rollout showed a wrong behaviour, as in a task that has none.
//
// It shows every arm, in the design's order. Frames are the mean number of control steps (1/30 s) per group
// that a policy was trained on.
func successTable(f frame.Findings) document.Table {
	over := fmt.Sprintf("mean ± SD over %s of %d rollouts per behaviour", f.TrialsText(), f.Plan.Size.Rollouts)
	if len(f.Arms) == 0 {
		over = fmt.Sprintf("untrained policies, %d rollouts per behaviour and initialisation", bench.ChanceRollouts)
	}
	t := document.Table{
		Name: "success", Title: fmt.Sprintf("Success in percent by %s, %s", frame.OracleText(f.Oracle), over),
		Columns: []document.Head{
			document.WordColumn("data", "arm"), document.NumberColumn("demonstrations", "recipe"),
			document.NumberColumn("frames", "frames"),
		},
	}
	behaviours := f.Behaviours()
	endings, shown := f.HasEndings()
	wrong, neither := "", "" // columns without titles are for programs alone
	if shown {
		wrong, neither = "wrong", "neither"
	}
	for _, b := range behaviours {
		t.Columns = append(t.Columns, document.NumberColumn(b, b+"_mean", b+"_sd", b+"_bound"))
		if endings {
			t.Columns = append(t.Columns, document.NumberColumn(wrong, b+"_wrong"),
				document.NumberColumn(neither, b+"_neither"))
		}
	}
	t.Columns = append(t.Columns, document.NumberColumn(bench.Worst, bench.Worst+"_mean", bench.Worst+"_sd"))
	for _, a := range f.Arms {
		row := []document.Cell{
			document.Word(a.Name), document.Entry(frame.AmountsText(a.Recipe), a.Recipe),
			document.Word(slashed(f.FramesOf(a))),
		}
		for _, b := range behaviours {
			success := apa.MeanSDCell(f.Success(a, b))
			success.Values = append(success.Values, "") // an arm has no upper bound
			row = append(row, success)
			if endings {
				row = append(row, endingCells(f.Endings(a, b))...)
			}
		}
		t.Rows = append(t.Rows, append(row, apa.MeanSDCell(f.Success(a, bench.Worst))))
	}
	for _, c := range f.Chance {
		t.Rows = append(t.Rows, chanceRow(c, behaviours, endings))
	}
	return t
}

// endingCells are the shares of the wrong behaviour and of neither.
func endingCells(e frame.Endings) []document.Cell {
	if !e.Known {
		none := document.Entry(apa.None, "")
		return []document.Cell{none, none}
	}
	// One decimal for people, and every digit for programs.
	n := e.Counts.Right + e.Counts.Wrong + e.Counts.Neither
	return []document.Cell{document.Entry(wording.Percent(e.Counts.Wrong, n), fmt.Sprint(e.Wrong)),
		document.Entry(wording.Percent(e.Counts.Neither, n), fmt.Sprint(e.Neither))}
}

// slashed is numbers with slashes between them: "900/310/880". The order is that of the groups.
func slashed(n []int) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(n), "[]")), "/")
}

// otherOracleTable is the table of success by the oracle that the design's tables do not stand under, for an appendix;
// false where the records lack its verdicts.
func otherOracleTable(f frame.Findings) (document.Table, bool) {
	other := scenes.CALVIN
	if f.Oracle == scenes.CALVIN {
		other = scenes.Earned
	}
	d, ok := f.Under(other)
	if !ok || f.Missing() == len(f.Arms)*f.Plan.Size.Trials {
		return document.Table{}, false
	}
	t := successTable(frame.Findings{Design: d, Chance: d.Chances()})
	t.Name = "success-" + string(other)
	return t, true
}

// intervalTable has the intervals of the means of successTable. They are not adjusted for their number: each covers
// its own mean with probability frame.Level.
//
// Whether two arms differ is decided by the paired test of their difference, not by whether their intervals
// overlap.
func intervalTable(f frame.Findings) document.Table {
	columns := []document.Column[bench.Arm]{
		document.Words("data", "arm", func(a bench.Arm) string { return a.Name }),
	}
	for _, b := range append(f.Behaviours(), bench.Worst) {
		columns = append(columns, apa.Intervals("%.1f", b, b+"_low", b+"_high",
			func(a bench.Arm) stats.Interval { return f.Interval(a, b) }))
	}
	return document.TableOf("intervals", fmt.Sprintf("%s intervals of these means (t, over trials, within 0 and 100; "+
		"success by %s)", apa.Percent(frame.Level), frame.OracleText(f.Oracle)), f.Arms, columns...)
}

// trialTable has a row for each trial and a column for each arm: how many rollouts of a behaviour succeeded. It is
// what the tests are computed from, in the layout that counterpoise stats reads. Rows are trials from 0. An
// empty field is a missing record, which counterpoise stats leaves out pair by pair.
func trialTable(f frame.Findings, behaviour string) document.Table {
	t := document.Table{Columns: []document.Head{document.WordColumn("trial", "trial")}}
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
