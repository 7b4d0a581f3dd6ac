package results

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/theory"
	"counterpoise/stats"
)

// Verdict is what records come to for a claim.
type Verdict string

// The verdicts.
const (
	Replicated   Verdict = "replicated"
	Contradicted Verdict = "contradicted"
	Inconclusive Verdict = "inconclusive"
	NotTestable  Verdict = "not testable"
)

// Verdicts are all verdicts, in the order of the tables.
var Verdicts = []Verdict{Replicated, Contradicted, Inconclusive, NotTestable}

// The rules. They were fixed before any record of the study (results/study) was made, and know a part's relation alone:
//
//	relation        replicated                                contradicted
//	a < b, a > b    p < .05 and the difference so directed    p < .05 and directed the other way
//	a = b           the 90 % interval within ±10 points       the 90 % interval beyond ±10 points
//	a <> b <> c     F has p < .05                             every pair is equal (as a = b is)
//	a = b = c       every pair is equal                       F has p < .05 and a pair lies beyond ±10 points
//	weights         the 90 % interval of a group's weight     that interval outside it
//	                inside its region, see table1.go
//	exact           computed without a deviation              computed with one
//
// Two trials or more are needed, else a part is not testable; whatever is neither is inconclusive. Tests of differences are paired
// by trial and two-sided at 5 %, as the study's own, without correction: the question is whether its procedure gives its answer
// again. The corrected p stands beside. A 90 % interval within the margin is two one-sided tests at 5 % (stats.Equivalent); that
// a difference is not significant counts for nothing. A claim of several parts needs all of them:
//
//	contradicted where any part is; else not testable where any part is; else replicated where all are; else inconclusive
const significant = 0.05

// all is the verdict on a claim from those on its parts.
func all(parts []Verdict) Verdict {
	for _, v := range []Verdict{Contradicted, NotTestable, Inconclusive} {
		if slices.Contains(parts, v) {
			return v
		}
	}
	return Replicated
}

// directed is the rule of a < b (sign -1) and a > b (sign 1).
func directed(t stats.Test, sign float64) Verdict {
	switch p, ok := t.P.Get(); {
	case !ok || p >= significant:
		return Inconclusive
	case sign*t.T.Or(0) > 0:
		return Replicated
	}
	return Contradicted
}

// equals is the rule of a = b.
func equals(e stats.Equivalence) Verdict {
	switch {
	case within(e):
		return Replicated
	case beyond(e):
		return Contradicted
	}
	return Inconclusive
}

// within says whether the difference is shown to lie inside the margins, and beyond whether it is shown to lie outside.
func within(e stats.Equivalence) bool {
	return e.CI.Defined() && e.CI.Low.Or(0) > e.Low && e.CI.High.Or(0) < e.High
}
func beyond(e stats.Equivalence) bool {
	return e.CI.Defined() && (e.CI.Low.Or(0) > e.High || e.CI.High.Or(0) < e.Low)
}

// differ is the rule of a <> b <> c.
func differ(a stats.ANOVA, pairs []stats.Equivalence) Verdict {
	switch {
	case a.P.Or(1) < significant:
		return Replicated
	case each(pairs, within):
		return Contradicted
	}
	return Inconclusive
}

// allEqual is the rule of a = b = c.
func allEqual(a stats.ANOVA, pairs []stats.Equivalence) Verdict {
	switch {
	case each(pairs, within):
		return Replicated
	case a.P.Or(1) < significant && slices.ContainsFunc(pairs, beyond):
		return Contradicted
	}
	return Inconclusive
}

func each(pairs []stats.Equivalence, holds func(stats.Equivalence) bool) bool {
	return !slices.ContainsFunc(pairs, func(e stats.Equivalence) bool { return !holds(e) })
}

// inside is the rule of weights: an interval, and the region that it is to lie in.
func inside(ci stats.Interval, low, high float64) Verdict {
	l, h := ci.Low.Or(0), ci.High.Or(0)
	switch {
	case !ci.Defined():
		return NotTestable
	case low <= l && h <= high:
		return Replicated
	case h < low || l > high:
		return Contradicted
	}
	return Inconclusive
}

// exactness is the deviation up to which what is computed differs by rounding alone.
const exactness = 1e-12

// exactly is the rule of what is computed.
func exactly(l theory.Proposition) Verdict {
	if l.Deviation < exactness {
		return Replicated
	}
	return Contradicted
}

// equality asks whether a difference of success rates, in percentage points, lies within the margin.
func equality(t stats.Test) stats.Equivalence {
	e, err := stats.Equivalent(t, -bench.Margin, bench.Margin, significant)
	if err != nil {
		panic("results: " + err.Error()) // the margins are constants
	}
	return e
}
