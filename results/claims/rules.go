package claims

import (
	"slices"

	"counterpoise/bench/theory"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// Verdict is what records show about a claim. The text stands in tables, in JSON and in committed results.
type Verdict string

// The verdicts.
const (
	Replicated   Verdict = "replicated"   // the study's statement holds on these records
	Contradicted Verdict = "contradicted" // the records show the opposite, not merely nothing
	Inconclusive Verdict = "inconclusive" // too little evidence for either
	NotTestable  Verdict = "not testable" // too few records, or nothing to compute
)

// Verdicts are all verdicts, in the order of the tables.
var Verdicts = []Verdict{Replicated, Contradicted, Inconclusive, NotTestable}

// significance is the level of all tests of differences. The rules that turn tests into verdicts were fixed before any
// record of the study (results/study) was made. They depend on a part's relation alone:
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
// A part needs two trials or more, or it is not testable; a part that is neither replicated nor contradicted is
// inconclusive. Tests of differences are paired by trial and two-sided at 5 %, as the study's own, without
// correction: the question is whether the study's procedure gives its answer again. The corrected p stands beside it.
// A 90 % interval within the margin is two one-sided tests at 5 % (stats.Equivalent); a difference that is not
// significant is no evidence of equality. A claim of several parts needs all of them:
//
//	contradicted where any part is; else not testable where any part is;
//	else replicated where all are; else inconclusive
const significance = 0.05

// all is the verdict on a claim from those on its parts. The loop tries the verdicts in the order of
// precedence; "replicated" is what is left when no part has another. A claim without parts would be replicated,
// but Read rejects those.
func all(parts []Verdict) Verdict {
	for _, v := range []Verdict{Contradicted, NotTestable, Inconclusive} {
		if slices.Contains(parts, v) {
			return v
		}
	}
	return Replicated
}

// directed is the rule of a < b (sign -1) and a > b (sign 1). An undefined p, of trials that all differ by the
// same amount, decides nothing. T has the sign of first minus second, so the product is positive where the
// difference has the claimed sign.
func directed(t stats.Test, sign float64) Verdict {
	switch p, ok := t.P.Get(); {
	case !ok || p >= significance:
		return Inconclusive
	case sign*t.T.Or(0) > 0:
		return Replicated
	}
	return Contradicted
}

// equals is the rule of a = b. The interval, not p, decides: it tells "shown to be unequal" from "not shown to
// be equal".
func equals(e stats.Equivalence) Verdict {
	switch {
	case findings.Within(e):
		return Replicated
	case findings.Beyond(e):
		return Contradicted
	}
	return Inconclusive
}

// differ is the rule of a <> b <> c. Only equality of every pair contradicts it; one pair that is not shown to
// be equal leaves it open.
func differ(a stats.ANOVA, pairs []stats.Equivalence) Verdict {
	switch {
	case a.P.Or(1) < significance:
		return Replicated
	case allWithin(pairs):
		return Contradicted
	}
	return Inconclusive
}

// allEqual is the rule of a = b = c. A contradiction needs both the F and one pair beyond the margin: with many
// trials a negligible difference gives a significant F, and with many pairs one interval may lie outside by
// chance.
func allEqual(a stats.ANOVA, pairs []stats.Equivalence) Verdict {
	switch {
	case allWithin(pairs):
		return Replicated
	case a.P.Or(1) < significance && slices.ContainsFunc(pairs, findings.Beyond):
		return Contradicted
	}
	return Inconclusive
}

// allWithin reports whether every pair is shown to be equal. An undefined equivalence, of trials that all
// differ by the same amount, counts as not shown.
func allWithin(pairs []stats.Equivalence) bool {
	return !slices.ContainsFunc(pairs, func(e stats.Equivalence) bool { return !findings.Within(e) })
}

// inside is the rule of weights: the interval of a weight, and the region that it has to lie in. The ends may
// touch the ends of the region. An interval that overlaps an end of the region is inconclusive.
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

// exactness is the deviation up to which two computed numbers of order 1 differ by rounding alone: thousands of units
// in the last place of a float64 (2.2e-16). Propositions that fail do so by far more (bench/theory prints the
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
