package decide

import (
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// KnownGoal is the share of the gap, in percent, that weights of named demonstrations are to recover.
const KnownGoal = 200. / 3

// KnownPage is what it is worth to name some demonstrations good.
func KnownPage(all []PoolWorth, draws, rollouts int) document.Section {
	among := func(has func(PoolWorth) bool) []PoolWorth {
		return slices.DeleteFunc(slices.Clone(all), func(w PoolWorth) bool { return !has(w) })
	}
	fails := among(func(w PoolWorth) bool { return w.Costly && w.Fails })
	succeeds := among(func(w PoolWorth) bool { return w.Costly && !w.Fails })
	costly := among(func(w PoolWorth) bool { return w.Costly })
	harmless := among(func(w PoolWorth) bool { return w.Style != "" && !w.Costly })
	nothing := among(func(w PoolWorth) bool { return w.Style == "" })
	arms := []string{}
	for _, n := range Namings {
		arms = append(arms, n.String())
	}
	recovered := func(title, field string, among []PoolWorth) []document.Column[string] {
		return []document.Column[string]{
			apa.Number("%.0f", title, field, func(arm string) stats.Maybe { return Recovered(arm, among).Estimate }),
			apa.Intervals("%.0f", "95 % interval", field+"_low", field+"_high",
				func(arm string) stats.Interval { return Recovered(arm, among).CI })}
	}
	gain := func(title, field string, among []PoolWorth) []document.Column[string] {
		return []document.Column[string]{
			apa.Number(points, title, field,
				func(arm string) stats.Maybe { return MeanGain(arm, among).MeanDifference }),
			apa.Intervals(points, "95 % interval", field+"_low", field+"_high",
				func(arm string) stats.Interval { return MeanGain(arm, among).CI })}
	}
	columns := slices.Concat([]document.Column[string]{
		document.Words("named good", "arm", func(arm string) string { return arm })},
		recovered("fail: recovered, %", "fails", fails),
		recovered("succeed, but cost: recovered, %", "succeeds", succeeds),
		recovered("both: recovered, %", "costly", costly), gain("harmless: points", "harmless", harmless),
		gain("nothing wrong: points", "nothing", nothing))
	return document.Section{
		Title: "What it is worth to name some demonstrations good",
		Intro: "A third of the demonstrations of a pool is in one bad style, and nobody says which. Some good ones " +
			"are named, and the others weighed by how like them they are",
		Lines: []string{
			fmt.Sprintf("%d of %s have all their records: %s each, %s of each behaviour, policy state.", len(all),
				wording.Plural(len(Pools()), "pool"), wording.Plural(draws, "dataset"),
				wording.Plural(rollouts, "rollout")),
			fmt.Sprintf("Two of 20 named good: by the gap %s of what leaving the bad ones out gains is recovered, by "+
				"rank %s (goal: %.0f %%).", share("gap 2", costly), share("rank 2", costly), KnownGoal),
		},
		Tables: []document.Table{document.TableOf("named", "What naming is worth", arms, columns...),
			poolTable(all, arms)},
		Notes: []string{
			"gap 4: four of the 20 good ones of each behaviour are named, and weigh --known --rule gap weighs the " +
				"others; rank: its usual rule. One wrong: one of the eight is a bad one.",
			"recovered: the gain over plain cloning, summed over pools and datasets, by that of leaving the bad ones " +
				"out; interval by bootstrap over datasets. A pool is costly where leaving them out gains more than 5 " +
				"points by the whole interval, in this run itself, which makes shares slightly too small, for all " +
				"arms alike. points: gain over plain cloning, mean over pools.",
		},
	}
}

// share is a share of the gap with its interval.
func share(arm string, among []PoolWorth) string {
	b := Recovered(arm, among)
	return apa.Format("%.0f", b.Estimate) + " %, " + apa.CI("%.0f", b.CI)
}

// poolTable has a row for each pool: success, and gains in points.
func poolTable(all []PoolWorth, arms []string) document.Table {
	type row = PoolWorth
	mean := func(v []float64) stats.Maybe {
		if v == nil {
			return stats.Maybe{}
		}
		m, _ := MeanDifference(v, make([]float64, len(v)))
		return stats.Some(m)
	}
	columns := []document.Column[row]{
		document.Words("pool", "pool", func(r row) string { return r.String() }),
		document.Words("", "costly", func(r row) string { return map[bool]string{true: "costly"}[r.Costly] }),
		apa.Number("%.1f", "plain cloning, %", "plain", func(r row) stats.Maybe { return mean(r.Success[ArmPlain]) }),
		apa.Number(points, "left out", "left_out", func(r row) stats.Maybe { return mean(r.Gain(ArmDropped)) })}
	for _, arm := range arms {
		columns = append(columns, apa.Number(points, arm, arm, func(r row) stats.Maybe { return mean(r.Gain(arm)) }))
	}
	return document.TableOf("pools", "Pools", all, columns...)
}
