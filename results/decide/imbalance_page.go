package decide

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// ImbalancePage says which claims on imbalance hold elsewhere, and what every distribution costs and brings.
func ImbalancePage(m Imbalance) document.Section {
	s := document.Section{
		Title: "Meta-World: does imbalance cost where the physics, the tasks and the experts are not ours?",
		Intro: "One policy is cloned from 90 demonstrations of ten tasks, in which some tasks have few",
		Lines: []string{wording.Plural(m.Trials, "trial") + "."},
		Notes: []string{
			"Points are percentage points of success against 9 demonstrations of each task, mean over the tasks that " +
				"have fewer, paired over trials; intervals of 95 %. Drawn evenly: frames weigh so that each task is " +
				"drawn equally often.",
			"Again: sh bench/imbalance.sh DIR SEED PYTHON, then counterpoise dev elsewhere FOLDER --imbalance DIR",
		},
	}
	all := m.Judge()
	if all == nil {
		s.Lines = append(s.Lines, fmt.Sprintf("Claims are judged at %d trials, so not yet, and nothing else is shown.",
			ImbalanceTrials))
		return s
	}
	m.Trials = ImbalanceTrials
	s.Lines = append(s.Lines, fmt.Sprintf("Judged at %d trials, at level %.3g after Holm's correction over %d claims.",
		ImbalanceTrials, 1-frame.Level, len(all)))
	s.Tables = []document.Table{
		document.TableOf("imbalance-claims", "Claims", all,
			document.Words("claim", "claim", func(c JudgedImbalance) string { return c.Says }),
			document.Words("ours", "ours", func(c JudgedImbalance) string { return c.Ours }),
			document.Words("elsewhere", "elsewhere", func(c JudgedImbalance) string {
				return inPoints(c.Points(m))
			}),
			apa.Ps("p (Holm)", "p", func(c JudgedImbalance) stats.Maybe { return c.Holm }),
			document.Words("holds?", "holds", func(c JudgedImbalance) string { return c.Is })),
		m.distributions()}
	return s
}

// inPoints are the mean of numbers and its interval.
func inPoints(values []float64) string {
	test, _ := stats.PairedT(values, make([]float64, len(values)), frame.Level)
	return apa.Format(points, test.MeanDifference) + " " + apa.Interval(points, test.CI)
}

// distributions has a row for each distribution, as it is and drawn evenly.
func (m Imbalance) distributions() document.Table {
	type row struct {
		prefix, words string
		evenly        bool
	}
	var rows []row
	for _, d := range Imbalances {
		rows = append(rows, row{d.Prefix, d.Words, false}, row{d.Prefix, d.Words + ", drawn evenly", true})
	}
	column := func(head, name string, with tasksWith) document.Column[row] {
		return document.Words(head, name, func(r row) string { return inPoints(m.gains(r.prefix, r.evenly, with)) })
	}
	return document.TableOf("imbalance", "Points against balanced demonstrations", rows,
		document.Words("demonstrations", "demonstrations", func(r row) string { return r.words }),
		column("tasks with fewer", "fewer", fewer), column("tasks with more", "more", more),
		column("all tasks", "all", anyNumber))
}
