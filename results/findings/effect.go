package findings

import (
	"math"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Effect is what a method does to success beside plain cloning of the same demonstrations, in percentage points, and
// whether it is shown to be equal to it.
type Effect struct {
	Method   string
	Test     stats.Test        // paired by trial
	Holm     stats.Maybe       // p adjusted over the effects that are told together; undefined for those that are no test
	Equality stats.Equivalence // whether it lies within bench.VerdictMargin
}

// EffectOf tests differences, one a trial, against 0. NaN does not count; the test is undefined with fewer than two.
func EffectOf(method string, differences []float64) Effect {
	t, _ := stats.PairedT(differences, make([]float64, len(differences)), Level)
	return Effect{Method: method, Test: t, Equality: EqualityWithin(t, bench.VerdictMargin, Alpha)}
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

// EffectVerdict is what an effect shows.
type EffectVerdict string

// The verdicts. An effect that is significant helps or harms, whether or not it is shown to lie within
// bench.VerdictMargin.
const (
	Helps EffectVerdict = "helps"
	Harms EffectVerdict = "harms"
	Equal EffectVerdict = "equal"
	Open  EffectVerdict = "open"
)

// Verdict returns what the effect shows: Equal if it is shown to lie within bench.VerdictMargin, Open if neither a
// difference nor equality is shown. The p of Helps and Harms is corrected for the number of tests, that of Equal is not.
func (e Effect) Verdict() EffectVerdict {
	switch d := e.Test.MeanDifference.Or(0); {
	case e.Holm.Or(1) < Alpha && d > 0:
		return Helps
	case e.Holm.Or(1) < Alpha && d < 0:
		return Harms
	case Within(e.Equality):
		return Equal
	}
	return Open
}

// Differences is the success in a behaviour under an arm minus that under another one, trial by trial, in percentage
// points; NaN where a record is missing. For AllBehaviours it is the mean over the behaviours.
func (d Design) Differences(arm, against bench.Arm, behaviour string) []float64 {
	a, b := d.Successes(arm, behaviour), d.Successes(against, behaviour)
	n := 1.0
	if behaviour == AllBehaviours {
		n = float64(len(d.Behaviours()))
	}
	for t := range a {
		a[t] = d.Percent(a[t]-b[t]) / n
	}
	return a
}
