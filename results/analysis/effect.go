package analysis

import (
	"math"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Effect is what a method does to success beside plain cloning of the same demonstrations, in percentage points, and
// whether it is shown to be equal to it.
type Effect struct {
	Method   string
	Test     stats.Test        // paired by trial
	Holm     stats.Maybe       // p adjusted over effects that are told together; undefined before CorrectEffects
	Equality stats.Equivalence // whether it lies within bench.VerdictMargin, at the level Alpha
	Alpha    float64           // level of the verdict
}

// EffectOf tests differences, one a trial, against 0, for a verdict at the level alpha, usually frame.Alpha. NaN
// does not count; the test is undefined with fewer than two.
func EffectOf(method string, differences []float64, alpha float64) Effect {
	t, _ := stats.PairedT(differences, make([]float64, len(differences)), frame.Level)
	return EffectTested(method, t, alpha)
}

// EffectTested is the effect of a test that is made already, of differences in percentage points, for a verdict at the
// level alpha.
func EffectTested(method string, t stats.Test, alpha float64) Effect {
	equality := frame.EqualityWithin(t, bench.VerdictMargin, alpha)
	return Effect{Method: method, Test: t, Equality: equality, Alpha: alpha}
}

// CorrectEffects adjusts the p values of effects by Holm, as one family.
func CorrectEffects(all []*Effect) {
	p := make([]float64, len(all))
	for i, e := range all {
		p[i] = e.Test.P.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		all[i].Holm = stats.Some(adjusted)
	}
}

// Verdict is what an effect shows.
type Verdict string

// The verdicts. An effect that is significant helps or harms, whether or not it is shown to lie within
// bench.VerdictMargin.
const (
	Helps Verdict = "helps"
	Harms Verdict = "harms"
	Equal Verdict = "equal"
	Open  Verdict = "open"
)

// words are the verdicts by what a test shows.
var words = stats.Words[Verdict]{Above: Helps, Below: Harms, Equal: Equal, Open: Open}

// Verdict returns what the effect shows: Equal if it is shown to lie within bench.VerdictMargin, Open if neither a
// difference nor equality is shown. The p of Helps and Harms is corrected for the number of tests, that of Equal is
// not.
func (e Effect) Verdict() Verdict {
	return words.Of(stats.Rule{Alpha: e.Alpha}.Judge(e.Test.MeanDifference, e.Holm, e.Equality))
}
