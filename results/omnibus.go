package results

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/results/apa"
	"counterpoise/stats"
)

// Omnibus asks of three or more arms at once whether their success in a behaviour differs at all: a one-way
// repeated-measures ANOVA, paired by trial, as the study reports before its pairwise tests.
type Omnibus struct {
	Behaviour string   // or everyBehaviour
	Arms      []string // in the design's order
	ANOVA     stats.ANOVA
}

// everyBehaviour is the ANOVA of the mean success over all behaviours.
const everyBehaviour = "all behaviours"

// omnibus are the ANOVAs of the behaviours whose comparisons involve at least three arms; and of the mean over all
// behaviours, where that is so for each of them with the same arms.
func (r reading) omnibus() (os []Omnibus) {
	behaviours := r.behaviours()
	for _, b := range behaviours {
		if arms := r.compared(b); len(arms) >= 3 {
			os = append(os, Omnibus{Behaviour: b, Arms: arms})
		}
	}
	same := func(o Omnibus) bool { return slices.Equal(o.Arms, os[0].Arms) }
	if len(os) > 1 && len(os) == len(behaviours) && !slices.ContainsFunc(os, func(o Omnibus) bool { return !same(o) }) {
		os = append([]Omnibus{{Behaviour: everyBehaviour, Arms: os[0].Arms}}, os...)
	}
	for i := range os {
		os[i].ANOVA, _ = stats.RepeatedMeasures(r.trials(os[i])) // fewer than two complete trials: F stays undefined
	}
	return os
}

// compared are the arms that the comparisons of a behaviour involve, in the design's order.
func (r reading) compared(behaviour string) (arms []string) {
	for _, a := range r.design.Arms {
		for _, c := range r.design.Comparisons {
			if c.Behaviour == behaviour && (c.Arm == a.Name || c.Against == a.Name) {
				arms = append(arms, a.Name)
				break
			}
		}
	}
	return arms
}

// trials are the successes that an ANOVA compares: a row for each trial, a column for each arm.
func (r reading) trials(o Omnibus) [][]float64 {
	rows := make([][]float64, r.plan.Size.Trials)
	for t := range rows {
		for _, name := range o.Arms {
			n := math.NaN()
			if rec, ok := r.of(r.arm(name), t); ok {
				n = successesOf(rec, o.Behaviour)
			}
			rows[t] = append(rows[t], n)
		}
	}
	return rows
}

func omnibusLines(os []Omnibus) (out []string) {
	for _, o := range os {
		line := fmt.Sprintf("%s, %d arms: %s", o.Behaviour, len(o.Arms), apa.F(o.ANOVA))
		if o.ANOVA.PGG.Defined() {
			line += fmt.Sprintf("; Greenhouse and Geisser's ε = %s, %s", apa.Fraction(o.ANOVA.Epsilon.GG), apa.P("p", o.ANOVA.PGG))
		}
		out = append(out, line)
	}
	return out
}
