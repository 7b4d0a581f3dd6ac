package apa

import (
	"fmt"
	"strings"

	"counterpoise/stats"
)

// none stands where there is no number.
const None = "-"

// spell prints a number in a format, or none.
func Format(format string, m stats.Maybe) string {
	v, ok := m.Get()
	if !ok {
		return None
	}
	s := fmt.Sprintf(format, v)
	if strings.Trim(s, "-0.") == "" { // rounded to zero: no sign
		s = fmt.Sprintf(format, 0.0)
	}
	return s
}

// meanSD is "71.0 ± 8.2", the mean alone where there is no spread to give.
func MeanSD(s stats.Summary) string {
	if !s.SD.Defined() {
		return Format("%.1f", s.Mean)
	}
	return Format("%.1f", s.Mean) + " ± " + Format("%.1f", s.SD)
}

// fraction3 is a number that can't exceed 1, to three decimals: ".553".
func Fraction3(m stats.Maybe) string { return strings.TrimPrefix(Format("%.3f", m), "0") }

// probability is a p value in APA style: ".023", "<.001".
func Probability(p stats.Maybe) string {
	v, ok := p.Get()
	switch {
	case !ok:
		return None
	case v < 0.001:
		return "<.001"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", v), "0")
}

// stars mark an adjusted p, beside its number and never in place of it.
func Stars(p stats.Maybe) string {
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

// starsMean explains the stars after a correction.
func StarsNote(correction string) string {
	return "Stars: * p < .05, ** p < .01, *** p < .001, each after the correction of " + correction + "."
}

// df is a test's degrees of freedom, where there is a test to have them.
func DF(t stats.Test) stats.Maybe {
	if !t.T.Defined() {
		return stats.Maybe{}
	}
	return t.DF
}
