package frame

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Omnibus is a one-way repeated-measures ANOVA, paired by trial, of the success of three arms or more in a behaviour:
// whether they differ at all. The study reports it before its pairwise tests. The trial takes the place of a
// subject: its arms share demonstrations, initial weights and initial states.
type Omnibus struct {
	Behaviour string   // or bench.AllBehaviours
	Arms      []string // in the design's order
	ANOVA     stats.ANOVA
}

// omnibus tests the behaviours whose comparisons involve at least three arms; and the sum over all behaviours, where
// that is so for each of them with the same arms.
//
// Two arms need no ANOVA, because F of two arms is the square of their paired t. The sum over behaviours stands
// first.
func (d Design) omnibus() (tests []Omnibus) {
	behaviours := d.Behaviours()
	for _, b := range behaviours {
		if arms := d.ComparedArms(b); len(arms) >= 3 {
			tests = append(tests, Omnibus{Behaviour: b, Arms: arms})
		}
	}
	other := func(o Omnibus) bool { return !slices.Equal(o.Arms, tests[0].Arms) }
	if len(tests) > 1 && len(tests) == len(behaviours) && !slices.ContainsFunc(tests, other) {
		tests = append([]Omnibus{{Behaviour: bench.AllBehaviours, Arms: tests[0].Arms}}, tests...)
	}
	for i, o := range tests {
		tests[i].ANOVA, _ = d.ANOVA(o.Behaviour, o.Arms) // F stays undefined for fewer than two complete trials
	}
	return tests
}

// ANOVA tests whether the success of some arms in a behaviour, or in bench.AllBehaviours, differs. It is an error where
// fewer than two trials have a record of every arm. The numbers are counts of successes; F, p and eta squared
// do not depend on the unit. A trial that lacks the record of one arm is left out whole.
func (d Design) ANOVA(behaviour string, arms []string) (stats.ANOVA, error) {
	rows := make([][]float64, d.Plan.Size.Trials) // trial, then arm
	for _, name := range arms {
		for t, n := range d.Successes(d.Arm(name), behaviour) {
			rows[t] = append(rows[t], n)
		}
	}
	return stats.RepeatedMeasures(rows, arms)
}

// Interaction tests whether the differences between some arms depend on the behaviour: method x behaviour of a two-way
// repeated-measures ANOVA over trials. A mean over behaviours hides an arm that helps one and harms another; the
// interaction shows it. It is an error where fewer than two trials have a record of every arm.
func (d Design) Interaction(arms []string) (stats.ANOVA, error) {
	behaviours := d.Behaviours()
	data := make([][][]float64, d.Plan.Size.Trials) // trial, arm, behaviour
	for t := range data {
		data[t] = make([][]float64, len(arms))
	}
	for i, name := range arms {
		for _, b := range behaviours {
			for t, n := range d.Successes(d.Arm(name), b) {
				data[t][i] = append(data[t][i], n)
			}
		}
	}
	a, err := stats.TwoWayRepeatedMeasures(data)
	return a.AB, err
}
