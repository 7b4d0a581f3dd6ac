package answer

import (
	"math"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// imbalanceTable has a row for each behaviour of E1: balanced, starved, chance, the difference with its interval.
func imbalanceTable(all []frame.Findings) document.Table {
	type row struct {
		of frame.Findings
		frame.Comparison
	}
	var rows []row
	for _, f := range all {
		for _, c := range f.Pairwise {
			rows = append(rows, row{f, c})
		}
	}
	return document.TableOf("imbalance", "What imbalance costs: success in percent, the difference in points", rows,
		document.Words("task", "task", func(r row) string { return r.of.Task }),
		document.Words("behaviour", "behaviour", func(r row) string { return r.Behaviour }),
		document.Texts("chance", "chance", func(r row) string { return chanceText(r.of, r.Behaviour) }),
		document.Texts("starved", "starved", func(r row) string { return apa.MeanSD(r.Success) }),
		document.Texts("balanced", "balanced", func(r row) string { return apa.MeanSD(r.Baseline) }),
		apa.Number("%+.1f", "difference", "difference", func(r row) stats.Maybe { return r.Test.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "low", "high", func(r row) stats.Interval { return r.Test.CI }),
		apa.StarredPs("p (Holm)", "p_holm", func(r row) stats.Maybe { return r.Holm }),
		document.Counts("n", "n", func(r row) int { return r.Test.N.Total() }),
	)
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

// Imbalance is the first figure, from the findings of E1: it has a panel for each behaviour of E1 with the bars chance,
// starved and balanced; false without records.
func Imbalance(all []frame.Findings) (figures.Figure, bool) {
	b := figures.Bars{
		Name: "imbalance", Subject: "success in percent", YLabel: "success (%)",
		Caption: "What imbalance costs plain behaviour cloning (E1): success by chance, with few demonstrations of " +
			"the behaviour (starved), and with balanced demonstrations. Bars are means over trials, whiskers one " +
			"standard deviation, brackets the p of the paired t-test after the correction of Holm; chance is that " +
			"of untrained policies, with its upper 95 % bound in words.",
	}
	trials := 0
	for _, f := range all {
		for _, c := range f.Pairwise {
			if !c.Success.Mean.Defined() || !c.Baseline.Mean.Defined() {
				continue
			}
			p := figures.BarPanel{Title: f.Task + " " + c.Behaviour}
			if len(f.Chance) > 0 {
				if own, ok := f.Chance[0].Of(c.Behaviour); ok {
					p.Bars = append(p.Bars, figures.Bar{Name: "chance", Mean: 100 * own.Success.Estimate,
						SD: math.NaN(), Text: chanceText(f, c.Behaviour)})
				}
			}
			n := len(p.Bars)
			trials = max(trials, c.Success.N)
			p.Bars = append(p.Bars,
				figures.Bar{Name: "starved", Mean: c.Success.Mean.Or(0), SD: c.Success.SD.Or(math.NaN()),
					Text: apa.MeanSD(c.Success)},
				figures.Bar{Name: "balanced", Mean: c.Baseline.Mean.Or(0), SD: c.Baseline.SD.Or(math.NaN()),
					Text: apa.MeanSD(c.Baseline)})
			label := "no test"
			if c.Holm.Defined() {
				label = apa.P("p", c.Holm) + apa.Stars(c.Holm)
			}
			p.Brackets = []figures.Bracket{{From: n, To: n + 1, Label: label}}
			b.Panels = append(b.Panels, p)
		}
	}
	if len(b.Panels) == 0 {
		return figures.Figure{}, false
	}
	figure := b.Figure()
	figure.Title = "What imbalance costs plain cloning"
	figure.Note = wording.Sample([]int{trials}, all[0].Plan.Size.Rollouts, "one standard deviation over trials")
	return figure, true
}
