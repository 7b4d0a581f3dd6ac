package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
)

// section says what a comparison found.
func (b basis) section() document.Section {
	ms := b.moves()
	return document.Section{
		Title:  fmt.Sprintf("%s against %s", b.names[1], b.names[0]),
		Intro:  fmt.Sprintf("%s: %v. %s: %v.", b.names[0], b.settings[0], b.names[1], b.settings[1]),
		Lines:  b.lines(ms),
		Tables: []document.Table{b.table(ms)},
		Notes:  b.notes(ms),
	}
}

// lines say what moved by more than noise, or that nothing did.
func (b basis) lines(ms []move) (out []string) {
	moved := 0
	for _, m := range ms {
		if m.holm.Or(1) < alpha {
			moved++
			out = append(out, fmt.Sprintf("%v, %s: %s points; %s, %s%s, %s, %s", m.way, m.behaviour, apa.Format("%+.1f", m.test.MeanDifference),
				apa.T(m.test), apa.P("p (Holm)", m.holm), apa.Stars(m.holm), apa.CI("%+.1f", m.test.CI), apa.Observations(m.test.N)))
		}
	}
	if len(ms) == 0 {
		return []string{"The two have no arm in common."}
	}
	m := b.whole()
	return append([]string{
		fmt.Sprintf("All arms and behaviours together: %s points (%s, then %s); %s, %s, %s", apa.Format("%+.1f", m.test.MeanDifference),
			apa.MeanSD(m.success[0]), apa.MeanSD(m.success[1]), apa.T(m.test), apa.CI("%+.1f", m.test.CI), apa.Observations(m.test.N)),
		fmt.Sprintf("%d of %s moved by more than noise (p < .05 after the correction of Holm).", moved, wording.Plural(len(ms), "success rate")),
	}, out...)
}

func (b basis) table(ms []move) document.Table {
	effect := "d"
	if b.paired() {
		effect = "d_z"
	}
	t := document.Table{
		Name: "compare", Title: fmt.Sprintf("Success in percent, mean ± SD; differences are %s minus %s", b.names[1], b.names[0]),
		Columns: []document.Column{
			document.WordColumn("task", "task"), document.WordColumn("demonstrations", "recipe"), document.WordColumn("method", "method"), document.WordColumn("groups", "groups"), document.WordColumn("setting", "setting"), document.WordColumn("behaviour", "behaviour"),
			document.NumberColumn(b.names[0], "mean_a", "sd_a"), document.NumberColumn(b.names[1], "mean_b", "sd_b"), document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn(apa.Percent(level)+" interval", "ci_low", "ci_high"), document.NumberColumn("t", "t"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn(effect, effect), document.NumberColumn("n", "n"), document.NumberColumn("other outcome", "flips", "rollouts"),
		},
	}
	for _, m := range ms {
		flips := document.Entry(apa.None, "", "")
		if m.rollouts > 0 {
			flips = document.Entry(fmt.Sprintf("%d of %d", m.flips, m.rollouts), fmt.Sprint(m.flips), fmt.Sprint(m.rollouts))
		}
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(m.way.task), document.Entry(amounts(m.way.recipe), m.way.recipe), document.Word(m.way.method), document.Word(m.way.groups), document.Word(m.way.setting), document.Word(m.behaviour),
			apa.MeanSDCell(m.success[0]), apa.MeanSDCell(m.success[1]), apa.NumberCell("%+.1f", m.test.MeanDifference), apa.IntervalCell("%+.1f", m.test.CI),
			apa.NumberCell("%.2f", m.test.T), document.Entry(apa.Freedom(apa.DF(m.test)), apa.Exact(apa.DF(m.test))), apa.PCell(m.test.P), document.Entry(apa.Probability(m.holm)+apa.Stars(m.holm), apa.Exact(m.holm)),
			apa.NumberCell("%.2f", m.test.D), document.Count(m.test.N.Total()), flips,
		})
	}
	return t
}

// notes say how the test was made, what the runs do not share, and what else differs.
func (b basis) notes(ms []move) []string {
	notes := []string{"Seeds differ, so trials are independent samples: Welch's t-test, two-sided."}
	if b.paired() {
		notes = []string{"The seed is the same, so trials are paired: t-test, two-sided. Other outcome: rollouts from the same state of which one run's succeeded and the other's failed."}
	}
	notes = append(notes, apa.StarsNote("Holm"))
	for _, m := range ms {
		if m.note != "" && !slices.ContainsFunc(notes, func(n string) bool { return strings.HasSuffix(n, m.note) }) {
			notes = append(notes, fmt.Sprintf("%v, %s: %s", m.way, m.behaviour, m.note))
		}
	}
	for i := range 2 {
		var alone []string
		for _, w := range b.ways(i) {
			if !slices.Contains(b.ways(1-i), w) {
				alone = append(alone, w.String())
			}
		}
		if len(alone) > 0 {
			notes = append(notes, fmt.Sprintf("Only in %s: %s.", b.names[i], strings.Join(alone, "; ")))
		}
	}
	return append(notes, b.origins()...)
}

// origins say what made the two runs, and how many of their datasets are the same.
func (b basis) origins() (notes []string) {
	hashes := [2]map[string]bool{{}, {}}
	for i, rs := range b.records {
		var made []string
		for _, r := range rs {
			made = append(made, fmt.Sprintf("%s, trained by %s", program(r.Provenance), r.Training.Backend))
			hashes[i][r.Data.Hash] = true
		}
		notes = append(notes, fmt.Sprintf("%s: %s; made by %s.", b.names[i], wording.Plural(len(rs), "network"), wording.Distinct(made)))
	}
	same := 0
	for h := range hashes[0] {
		if hashes[1][h] {
			same++
		}
	}
	return append(notes, fmt.Sprintf("Datasets: %d and %d different ones, %d in both.", len(hashes[0]), len(hashes[1]), same))
}
