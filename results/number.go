package results

import (
	"fmt"
	"strings"

	"counterpoise/stats"
)

// none stands where there is no number.
const none = "-"

// spell prints a number in a format, or none.
func spell(format string, m stats.Maybe) string {
	if v, ok := m.Get(); ok {
		return fmt.Sprintf(format, v)
	}
	return none
}

// meanSD is "71.0 ± 8.2", the mean alone where there is no spread to give.
func meanSD(s stats.Summary) string {
	if !s.SD.Defined() {
		return spell("%.1f", s.Mean)
	}
	return spell("%.1f", s.Mean) + " ± " + spell("%.1f", s.SD)
}

// interval is "[-30.2, -15.8]".
func interval(ci stats.Interval) string {
	if !ci.Defined() {
		return none
	}
	return fmt.Sprintf("[%s, %s]", spell("%+.1f", ci.Low), spell("%+.1f", ci.High))
}

// probability is a p value in APA style: ".023", "<.001".
func probability(p stats.Maybe) string {
	v, ok := p.Get()
	switch {
	case !ok:
		return none
	case v < 0.001:
		return "<.001"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", v), "0")
}

// stars mark an adjusted p, beside its number and never in place of it.
func stars(p stats.Maybe) string {
	v, ok := p.Get()
	switch {
	case !ok || v >= 0.05:
		return ""
	case v >= 0.01:
		return " *"
	case v >= 0.001:
		return " **"
	}
	return " ***"
}

const starsMean = "Stars: * p < .05, ** p < .01, *** p < .001, each after Holm's correction."

// df is a test's degrees of freedom, where there is a test to have them.
func df(t stats.Test) stats.Maybe {
	if !t.T.Defined() {
		return stats.Maybe{}
	}
	return t.DF
}

// several is a number with its noun.
func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
