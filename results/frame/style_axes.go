package frame

import (
	"math"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Estimate is a mean over trials with its interval of confidence Level. The interval is undefined where the trials are
// too few or all equal.
type Estimate struct {
	Mean stats.Maybe
	CI   stats.Interval
	N    int // trials
}

// StyleCost is what a style costs: the success of the policy that learned from optimal demonstrations alone minus that
// of the one that learned from the style's too, in percentage points, paired by trial.
func StyleCost(m bench.StyleMeasurement) Estimate { return paired(m.Alone, m.Mixed) }

// StyleDifficulty is how many times as large the loss on the style's demonstrations is as that on optimal ones, both
// never seen by the policy: above 1 the style is harder to fit. Mean and interval are those of the ratio's logarithm,
//
//	exp(mean_t log(L_style,t / L_optimal,t)),
//
// so that a style twice as hard and one half as hard are equally far from 1.
func StyleDifficulty(m bench.StyleMeasurement) Estimate {
	return ratio(m.StyleHeldOut, m.OptimalHeldOut)
}

// StyleEnergy is how much more a style moves than optimal demonstrations: E|a|² of its demonstrations minus that of
// theirs, paired by trial.
func StyleEnergy(m bench.StyleMeasurement) Estimate { return paired(m.StyleEnergy, m.OptimalEnergy) }

// paired estimates the mean of a - b by a paired t interval.
func paired(a, b []float64) Estimate {
	t, err := stats.PairedT(a, b, Level)
	if err != nil {
		return Estimate{N: len(a)}
	}
	return Estimate{t.MeanDifference, t.CI, len(a)}
}

// ratio estimates the geometric mean of a / b. Losses are positive; others give an undefined estimate.
func ratio(a, b []float64) Estimate {
	logs := func(v []float64) []float64 {
		out := make([]float64, len(v))
		for i, x := range v {
			out[i] = math.Log(x)
		}
		return out
	}
	e := paired(logs(a), logs(b))
	return Estimate{exponential(e.Mean), stats.Interval{
		Low: exponential(e.CI.Low), High: exponential(e.CI.High), Level: e.CI.Level,
	}, e.N}
}

// exponential returns e to the power of a number, if there is one.
func exponential(x stats.Maybe) stats.Maybe {
	if v, ok := x.Get(); ok {
		return stats.Some(math.Exp(v))
	}
	return x
}
