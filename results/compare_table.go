package results

import (
	"fmt"
	"slices"
	"strings"
)

// section says what a comparison found.
func (b basis) section() Section {
	ms := b.moves()
	return Section{
		Title:  fmt.Sprintf("%s against %s", b.names[1], b.names[0]),
		Intro:  fmt.Sprintf("%s: %v. %s: %v.", b.names[0], b.settings[0], b.names[1], b.settings[1]),
		Lines:  b.lines(ms),
		Tables: []Table{b.table(ms)},
		Notes:  b.notes(ms),
	}
}

// lines say what moved by more than noise, or that nothing did.
func (b basis) lines(ms []move) (out []string) {
	moved := 0
	for _, m := range ms {
		if m.holm.Or(1) < alpha {
			moved++
			out = append(out, fmt.Sprintf("%v, %s: %s points; %s, %s%s, %s, %s", m.way, m.behaviour, spell("%+.1f", m.test.MeanDifference),
				apaT(m.test), apaP("p (Holm)", m.holm), stars(m.holm), apaCI("%+.1f", m.test.CI), observations(m.test.N)))
		}
	}
	if len(ms) == 0 {
		return []string{"The two have no arm in common."}
	}
	m := b.whole()
	return append([]string{
		fmt.Sprintf("All arms and behaviours together: %s points (%s, then %s); %s, %s, %s", spell("%+.1f", m.test.MeanDifference),
			meanSD(m.success[0]), meanSD(m.success[1]), apaT(m.test), apaCI("%+.1f", m.test.CI), observations(m.test.N)),
		fmt.Sprintf("%d of %s moved by more than noise (p < .05 after the correction of Holm).", moved, several(len(ms), "success rate")),
	}, out...)
}

func (b basis) table(ms []move) Table {
	effect := "d"
	if b.paired() {
		effect = "d_z"
	}
	t := Table{
		Name: "compare", Title: fmt.Sprintf("Success in percent, mean ± SD; differences are %s minus %s", b.names[1], b.names[0]),
		Columns: []Column{
			words("task", "task"), words("demonstrations", "recipe"), words("method", "method"), words("groups", "groups"), words("setting", "setting"), words("behaviour", "behaviour"),
			numbers(b.names[0], "mean_a", "sd_a"), numbers(b.names[1], "mean_b", "sd_b"), numbers("difference", "mean_difference"),
			numbers(percentOf(level)+" interval", "ci_low", "ci_high"), numbers("t", "t"), numbers("df", "df"), numbers("p", "p"), numbers("p (Holm)", "p_holm"),
			numbers(effect, effect), numbers("n", "n"), numbers("other outcome", "flips", "rollouts"),
		},
	}
	for _, m := range ms {
		flips := Cell{none, []string{"", ""}}
		if m.rollouts > 0 {
			flips = Cell{fmt.Sprintf("%d of %d", m.flips, m.rollouts), []string{fmt.Sprint(m.flips), fmt.Sprint(m.rollouts)}}
		}
		t.Rows = append(t.Rows, []Cell{
			word(m.way.task), {amounts(m.way.recipe), []string{m.way.recipe}}, word(m.way.method), word(m.way.groups), word(m.way.setting), word(m.behaviour),
			spread(m.success[0]), spread(m.success[1]), number("%+.1f", m.test.MeanDifference), ends("%+.1f", m.test.CI),
			number("%.2f", m.test.T), {freedom(df(m.test)), []string{full(df(m.test))}}, chance(m.test.P), {probability(m.holm) + stars(m.holm), []string{full(m.holm)}},
			number("%.2f", m.test.D), count(m.test.N.Total()), flips,
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
	notes = append(notes, starsMean("Holm"))
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
			made = append(made, fmt.Sprintf("%s, trained by %s", program(r.Origin), r.Training.Backend))
			hashes[i][r.Data.Hash] = true
		}
		notes = append(notes, fmt.Sprintf("%s: %s; made by %s.", b.names[i], several(len(rs), "network"), distinct(made)))
	}
	same := 0
	for h := range hashes[0] {
		if hashes[1][h] {
			same++
		}
	}
	return append(notes, fmt.Sprintf("Datasets: %d and %d different ones, %d in both.", len(hashes[0]), len(hashes[1]), same))
}
