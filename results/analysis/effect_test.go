package analysis

import (
	"math"
	"testing"

	"counterpoise/stats"
)

// The rules of a verdict, at their bounds.
func TestVerdict(t *testing.T) {
	verdict := func(mean, holm float64, low, high float64) Verdict {
		return Effect{
			Test: stats.Test{MeanDifference: stats.Some(mean)}, Holm: stats.Some(holm), Alpha: .05,
			Equality: stats.Equivalence{
				Low: -5, High: 5, CI: stats.Interval{Low: stats.Some(low), High: stats.Some(high)},
			},
		}.Verdict()
	}
	for _, c := range []struct {
		got, want Verdict
	}{
		{verdict(3, .04, 1, 4), Helps}, {verdict(-3, .04, -4, -1), Harms}, {verdict(3, .05, 1, 4.9), Equal},
		{verdict(3, .2, -6, 6), Open}, {verdict(3, .2, 1, 5), Open}, {verdict(-3, .2, -5, 4), Open},
		{Effect{}.Verdict(), Open},
	} {
		if c.got != c.want {
			t.Errorf("verdict %q, want %q", c.got, c.want)
		}
	}
}

// The p values of effects are adjusted together: Holm's of .01, .04 and .03 are .03, .06 and .06.
func TestCorrect(t *testing.T) {
	var all []*Effect
	for _, p := range []float64{.01, .04, .03} {
		all = append(all, &Effect{Test: stats.Test{P: stats.Some(p)}})
	}
	CorrectEffects(all)
	for i, want := range []float64{.03, .06, .06} {
		if got := all[i].Holm.Or(-1); math.Abs(got-want) > 1e-12 {
			t.Errorf("effect %d: corrected p %v, want %v", i, got, want)
		}
	}
}
