package claims

import (
	"slices"

	"counterpoise/bench/study/theory"
	"counterpoise/stats"
)

// Verdict is what records show about a claim. The text stands in tables, in JSON and in committed results.
type Verdict string

// The verdicts, in the order of the tables. Those with "points" are about the margin of 5 points (bench.VerdictMargin);
// the same verdict under a margin of 10 points stands beside each.
const (
	Replicated        Verdict = "replicated"
	ReplicatedSmall   Verdict = "replicated in sign, smaller than 5 points"
	Contradicted      Verdict = "contradicted"
	ContradictedSmall Verdict = "contradicted, by less than 5 points"
	Equal             Verdict = "not reproduced: equal within 5 points"
	Inconclusive      Verdict = "inconclusive"
	NotTestable       Verdict = "not testable"
)

// Verdicts are all verdicts, in the order of the tables.
var Verdicts = []Verdict{
	Replicated, ReplicatedSmall, Contradicted, ContradictedSmall, Equal, Inconclusive, NotTestable,
}

// The rules, second edition. They are fixed by the commit that results/freeze.md names, before the confirmatory run.
// Differences are paired by trial, in percentage points; Δ is the margin of 5 points. "Significant" is a two-sided
// t-test, for F with the correction of Greenhouse and Geisser; "within" is two one-sided tests that the difference lies
// within ±Δ, which is the same as an interval within ±Δ. Both have the level of the look (looks.go), 5 % over all
// looks.
//
//	relation       significant as claimed    significant otherwise     not significant
//	a < b, a > b   replicated                contradicted              -
//	  and within   ReplicatedSmall           ContradictedSmall         Equal
//	a = b          contradicted              (either sign)             -
//	  and within   ContradictedSmall                                   replicated
//
// and inconclusive in the places of -. So significance decides the sign and the interval decides the size: a difference
// that is significant and within the margin is "replicated in sign, smaller than 5 points", and a claim "a > b" can
// fail by equality as "a = b" can by a difference. A difference that is not significant is no evidence of equality.
//
// A claim for which the study prints no statistic (kind "direction") is about the sign of a mean alone. It is
// replicated where our mean has that sign, the interval excludes the opposite beyond Δ (one-sided) and does not lie
// within ±Δ; the rest is as above, equality first. "Has the highest mean" is one such part against each other arm.
// These verdicts are weak: without any effect the sign alone agrees half of the time, which the expected number of
// false verdicts counts.
//
// An omnibus claim is judged by F over the methods and by the pattern that the study prints (pattern in claims.csv),
// each relation of the pattern corrected by Holm within the claim:
//
//	a <> b <> c    F significant: contradicted where a relation of the pattern is significantly reversed; else
//	               ReplicatedSmall where all pairs are within; else replicated where a relation is significant as
//	               printed; else inconclusive (F alone).
//	               F not significant: inconclusive where method x behaviour is significant, because a mean over
//	               behaviours hides methods that help one and harm another; else Equal where all pairs are within.
//	a = b = c      F significant: contradicted, or ContradictedSmall where all pairs are within. F not significant:
//	               replicated where all pairs are within and method x behaviour is not significant.
//
//	weights        replicated where the weight is shown to lie inside its region (two one-sided tests), contradicted
//	               where it is shown to lie outside; see table1.go
//	exact          computed without a deviation; see bench/study/theory
//
// A part needs two trials or more, or it is not testable. A claim of several parts needs all of them (combine.go).

// evidence is the p values that the rules use. An undefined p shows nothing.
type evidence struct {
	p      stats.Maybe // of a difference: two-sided, or of F
	sign   float64     // of the mean difference, first minus second; 0 for more than two arms
	within stats.Maybe // of the tests that every difference lies within the margin: the largest
	// above is of the one-sided test that the difference exceeds -margin, below that it is less than +margin.
	above, below stats.Maybe
	interaction  stats.Maybe // of method x behaviour
}

// shown reports whether a p value reaches a level. One that equals the level counts, as in a test that rejects at
// p <= α.
func shown(p stats.Maybe, level float64) bool {
	return stats.Rule{Alpha: level, Touching: true}.Shows(p)
}

// directed is the rule of a < b (sign -1) and a > b (sign 1).
func (l Look) directed(e evidence, sign float64) Verdict {
	within := shown(e.within, l.OneSided)
	switch significant := shown(e.p, l.Difference); {
	case significant && e.sign*sign > 0 && within:
		return ReplicatedSmall
	case significant && e.sign*sign > 0:
		return Replicated
	case significant:
		return contradicted(within)
	case within:
		return Equal
	}
	return Inconclusive
}

// signed is the rule of a < b and a > b in a claim without a printed statistic.
func (l Look) signed(e evidence, sign float64) Verdict {
	v := l.directed(e, sign)
	opposite := e.above // that the difference exceeds -Δ excludes the opposite of a > b
	if sign < 0 {
		opposite = e.below
	}
	if v == Inconclusive && e.sign*sign > 0 && shown(opposite, l.OneSided) {
		return Replicated
	}
	return v
}

// equals is the rule of a = b and of a = b = c.
func (l Look) equals(e evidence) Verdict {
	within := shown(e.within, l.OneSided)
	switch {
	case shown(e.p, l.Difference):
		return contradicted(within)
	case within && !shown(e.interaction, l.Difference):
		return Replicated
	}
	return Inconclusive
}

// differ is the rule of a <> b <> c. pattern has the verdicts on the printed relations, after Holm; a claim without a
// pattern is judged by F alone.
func (l Look) differ(e evidence, pattern []Verdict) Verdict {
	within := shown(e.within, l.OneSided)
	as := func(want ...Verdict) bool {
		return slices.ContainsFunc(pattern, func(v Verdict) bool { return slices.Contains(want, v) })
	}
	switch {
	case shown(e.p, l.Difference) && as(Contradicted, ContradictedSmall):
		return Contradicted
	case shown(e.p, l.Difference) && within:
		return ReplicatedSmall
	case shown(e.p, l.Difference) && (len(pattern) == 0 || as(Replicated, ReplicatedSmall)):
		return Replicated
	case !shown(e.p, l.Difference) && within && !shown(e.interaction, l.Difference):
		return Equal
	}
	return Inconclusive
}

// contradicted is the verdict on a difference that contradicts a claim, by its size.
func contradicted(within bool) Verdict {
	if within {
		return ContradictedSmall
	}
	return Contradicted
}

// holds reports whether a verdict is that the claim holds, and opposes that its contrary does.
func (v Verdict) holds() bool   { return v == Replicated || v == ReplicatedSmall }
func (v Verdict) opposes() bool { return v == Contradicted || v == ContradictedSmall }

// decided reports whether a verdict ends the looks at a claim.
func (v Verdict) decided() bool { return v != Inconclusive && v != NotTestable }

// exactness is the deviation up to which two computed numbers of order 1 differ by rounding alone: thousands of units
// in the last place of a float64 (2.2e-16). Propositions that fail do so by far more (bench/study/theory prints the
// deviation).
const exactness = 1e-12

// exactly is the rule of the claims that are computed. There is no third verdict: a computation has no sampling
// error.
func exactly(p theory.Proposition) Verdict {
	if p.Deviation < exactness {
		return Replicated
	}
	return Contradicted
}
