package fixedtheta

import (
	"fmt"
	"math"

	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Verdict is what the run says of a prediction.
type Verdict string

// The verdicts.
const (
	Confirmed Verdict = "confirmed"
	Refuted   Verdict = "refuted"
	Open      Verdict = "open"
)

// Judged is a prediction beside what was found.
type Judged struct {
	Task, Style, Of string
	Predicted       string
	Found           frame.Estimate
	Points          bool        // Found is in percentage points; else it is a weight
	Holm            stats.Maybe // of primary predictions alone, corrected over the four
	Verdict         Verdict
}

// Judge returns the predictions of the freeze that the styles can answer, primary ones first.
func Judge(all []Style) (judged []Judged) {
	for _, s := range all {
		if sign := primary[s.Task][s.Name]; sign != 0 {
			e, _ := s.Effect("fixed")
			judged = append(judged, Judged{s.Task, s.Name, "fixed - plain, primary", ofSign(sign), estimate(e.Test),
				true, e.Holm, bySign(e, sign)})
		}
	}
	for _, s := range all {
		near := region{s.Predicted - Tolerance, s.Predicted + Tolerance}
		judged = append(judged, Judged{s.Task, s.Name, "weight under fixed",
			fmt.Sprintf("%.2f ± %.2f", s.Predicted, Tolerance), s.Fixed, false, stats.Maybe{}, near.holds(s.Fixed)})
		if s.Name == "hasty" {
			judged = append(judged,
				Judged{s.Task, s.Name, "weight under fixed, C42", "at least .8", s.Fixed, false, stats.Maybe{},
					reached.holds(s.Fixed)},
				Judged{s.Task, s.Name, "weight under zero, C42", ".4 to .6", s.Zero, false, stats.Maybe{},
					even.holds(s.Zero)})
		}
		if sign := secondary[s.Task][s.Name]; sign != 0 {
			e, _ := s.Effect("fixed")
			n, side := estimate(e.Test), region{0, math.Inf(1)}
			if sign < 0 {
				side = region{math.Inf(-1), 0}
			}
			judged = append(judged, Judged{s.Task, s.Name, "fixed - plain", ofSign(sign), n, true, stats.Maybe{},
				side.holds(n)})
		}
	}
	return judged
}

// ofSign names the side of 0 on which a prediction places an effect.
func ofSign(sign float64) string {
	if sign > 0 {
		return "above 0"
	}
	return "below 0"
}

// holds judges a number by its interval: confirmed where it lies wholly in the region, refuted where it lies wholly
// outside.
func (r region) holds(e frame.Estimate) Verdict {
	rule := stats.Rule{Touching: true}
	return stats.SizeWords[Verdict]{Within: Confirmed, Beyond: Refuted, Open: Open}.Of(rule.Size(e.CI, r.low, r.high))
}

// bySign judges a primary effect: confirmed where it is significant with the sign that was predicted, refuted where it
// is significant with the other one.
func bySign(e analysis.Effect, sign float64) Verdict {
	words := stats.Words[Verdict]{Above: Confirmed, Below: Refuted, Equal: Open, Open: Open}
	if sign < 0 {
		words.Above, words.Below = Refuted, Confirmed
	}
	return words.Of(stats.Verdict{Sign: stats.Rule{Alpha: frame.Alpha}.Sign(e.Test.MeanDifference, e.Holm)})
}
