package apa

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// None is written where a number is undefined. It stands for "cannot be computed" and differs from 0.
const None = "-"

// mostDigits is the magnitude from which on a number with decimals is written with an exponent: of a longer one, such
// as an F of nearly equal numbers beside 10^15, the digits say nothing.
const mostDigits = 1e9

// Format writes a number in a format of package fmt, or None. A number that is rounded to zero has no sign. Rounding is
// that of package fmt: to the nearest, ties to even of the binary value.
func Format(format string, m stats.Maybe) string {
	v, ok := m.Get()
	if !ok {
		return None
	}
	if strings.HasSuffix(format, "f") && math.Abs(v) >= mostDigits {
		format = strings.TrimSuffix(format, "f") + "e"
	}
	s := fmt.Sprintf(format, v)
	// "-0.0" and "+0.0" would say on which side of zero the number lies, which its rounding does not show.
	if strings.Trim(s, "+-0.") == "" {
		s = strings.TrimLeft(s, "+-")
	}
	return s
}

// MeanSD is "71.0 ± 8.2": mean and standard deviation; the mean alone where the standard deviation is
// undefined. One decimal suits percent.
func MeanSD(s stats.Summary) string {
	if !s.SD.Defined() {
		return Format("%.1f", s.Mean)
	}
	return Format("%.1f", s.Mean) + " ± " + Format("%.1f", s.SD)
}

// T is "t(9) = -5.46, p < .001, d_z = -1.73". It says "t undefined" for a test without spread. The effect size
// is d_z of pairs or d of two samples.
func T(t stats.Test) string {
	if !t.T.Defined() {
		return "t undefined"
	}
	return fmt.Sprintf("t(%s) = %s, %s, %s = %s",
		Freedom(t.DF), Format("%.2f", t.T), P("p", t.P), EffectName(t), Format("%.2f", t.D))
}

// F is "F(3, 27) = 11.05, p < .001, ηp² = .55". Partial eta squared is the share of the variance of effect and
// error that the effect has.
func F(a stats.ANOVA) string {
	if !a.F.Defined() {
		return "F undefined"
	}
	return fmt.Sprintf("F(%s, %s) = %s, %s, ηp² = %s",
		Freedom(a.DF1), Freedom(a.DF2), Format("%.2f", a.F), P("p", a.P), Fraction(a.PartialEta2))
}

// CorrectedF is F without the effect size, both degrees of freedom multiplied by an epsilon of at most 1: the
// correction of Greenhouse and Geisser or of Huynh and Feldt for departures from sphericity. p is the corrected p
// value. The degrees of freedom are no longer whole; they have two decimals. An undefined epsilon counts as 1.
func CorrectedF(a stats.ANOVA, epsilon, p stats.Maybe) string {
	e := min(1, epsilon.Or(1))
	scaled := func(m stats.Maybe) stats.Maybe { return stats.Some(e * m.Or(0)) }
	return fmt.Sprintf("F(%s, %s) = %s, %s",
		Freedom(scaled(a.DF1)), Freedom(scaled(a.DF2)), Format("%.2f", a.F), P("p", p))
}

// P is "p = .013" or "p < .001", with another name for p where it is corrected: "p (Holm) = .039". p is never
// written as 0: below .001 only the bound is given (APA 6.36).
func P(name string, p stats.Maybe) string {
	v, ok := p.Get()
	switch {
	case !ok:
		return name + " undefined"
	case v < 0.001:
		return name + " < .001"
	}
	return name + " = " + Probability(p)
}

// Probability is a p value without its name: ".023", "<.001". Three decimals, without the zero before the
// point.
func Probability(p stats.Maybe) string {
	if v, ok := p.Get(); ok && v < 0.001 {
		return "<.001"
	}
	return Fraction3(p)
}

// Stars mark an adjusted p value: one below .05, two below .01, three below .001, after a space. They stand beside the
// number and never replace it. The limits are the usual three of the literature. p must be corrected, since the
// stars are explained so.
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

// StarsNote explains the stars after a correction, such as "Holm". It belongs below every table with stars.
func StarsNote(correction string) string {
	return "Stars: * p < .05, ** p < .01, *** p < .001, each after the correction of " + correction + "."
}

// CI is "95 % CI [-0.12, -0.05]", with the format of the ends. It says "no interval" where an end is undefined.
func CI(format string, ci stats.Interval) string {
	if !ci.Defined() {
		return "no interval"
	}
	return Percent(ci.Level) + " CI " + Interval(format, ci)
}

// Interval is "[-0.12, -0.05]", with the format of the ends. The ends are ordered as they are given, low first.
func Interval(format string, ci stats.Interval) string {
	if !ci.Defined() {
		return None
	}
	return fmt.Sprintf("[%s, %s]", Format(format, ci.Low), Format(format, ci.High))
}

// Percent is a level of confidence in [0, 1] in percent: "95 %", "99.9 %". Four digits suffice for every level
// in use.
func Percent(level float64) string { return fmt.Sprintf("%.4g %%", 100*level) }

// Rate is a share in percent with one decimal: "85.0". One that is neither 0 nor 1 has as many decimals as it takes
// not to read as 0 or 100.
func Rate(share float64) string {
	for digits := 1; ; digits++ {
		text := fmt.Sprintf("%.*f", digits, 100*share)
		whole := strings.Trim(text, "-0.") == "" || strings.TrimRight(text, "0") == "100."
		if !whole || share == 0 || share == 1 || digits == 9 {
			return text
		}
	}
}

// Freedom is a number of degrees of freedom: whole, or with two decimals. Welch's test and corrected F tests
// have fractional ones.
func Freedom(df stats.Maybe) string { return strings.TrimSuffix(Format("%.2f", df), ".00") }

// DF is the degrees of freedom of a test; undefined where t is. A test without a result should not show degrees
// of freedom.
func DF(t stats.Test) stats.Maybe {
	if !t.T.Defined() {
		return stats.Maybe{}
	}
	return t.DF
}

// Fraction is a number that cannot exceed 1, with two decimals: ".55", "-.07", "1.00". The zero before the
// point is left out, which says that the number cannot exceed 1 (APA 6.36).
func Fraction(m stats.Maybe) string {
	s := Format("%.2f", m)
	if strings.HasPrefix(s, "-0") {
		return "-" + s[2:]
	}
	return strings.TrimPrefix(s, "0")
}

// Fraction3 is a number from 0 to 1 with three decimals: ".553". Negative numbers keep their zero: use Fraction
// for those.
func Fraction3(m stats.Maybe) string { return strings.TrimPrefix(Format("%.3f", m), "0") }

// Apart is a difference of percentage points from something in words: "16.9 points below balanced". One that is rounded
// to zero is on neither side: "0.0 points apart from balanced".
func Apart(points float64, from string) string {
	text := fmt.Sprintf("%.1f points", math.Abs(points))
	switch {
	case text == "0.0 points":
		return text + " apart from " + from
	case points < 0:
		return text + " below " + from
	}
	return text + " above " + from
}

// EffectName is the name of a test's standardized difference: d_z of pairs (mean over SD of the differences), d of two
// samples. One count means pairs, two mean independent samples.
func EffectName(t stats.Test) string {
	if len(t.N) == 1 {
		return "d_z"
	}
	return "d"
}

// Observations is the number of observations of a test: "n = 10 pairs", "n = 10 and 12". The second form is n
// of the first and of the second sample.
func Observations(n stats.Counts) string {
	if len(n) == 1 {
		return "n = " + wording.Plural(n[0], "pair")
	}
	parts := make([]string, len(n))
	for i, m := range n {
		parts[i] = fmt.Sprint(m)
	}
	return "n = " + strings.Join(parts, " and ")
}

// EqualityNote explains tables of equality tests within a margin in points, each one-sided test at level alpha.
func EqualityNote(margin, alpha float64) string {
	return fmt.Sprintf("Equal: the %s interval of the difference lies within ±%g points (two one-sided tests at %s); "+
		"apart: it lies beyond. Each test stands for itself, without correction.", Percent(1-2*alpha), margin,
		Percent(alpha))
}
