package apa

import (
	"fmt"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// Findings as the Publication Manual of the American Psychological Association has them (7th ed., 6.36 and 6.44): the
// statistic with its degrees of freedom, p to three decimals and never 0, no zero before the point of what can't exceed 1.

// apaT is "t(9) = -5.46, p < .001, d_z = -1.73".
func T(t stats.Test) string {
	if !t.T.Defined() {
		return "t undefined"
	}
	return fmt.Sprintf("t(%s) = %s, %s, %s = %s", Freedom(t.DF), Format("%.2f", t.T), P("p", t.P), EffectName(t), Format("%.2f", t.D))
}

// apaF is "F(3, 27) = 11.05, p < .001, ηp² = .55".
func F(a stats.ANOVA) string {
	if !a.F.Defined() {
		return "F undefined"
	}
	return fmt.Sprintf("F(%s, %s) = %s, %s, ηp² = %s", Freedom(a.DF1), Freedom(a.DF2), Format("%.2f", a.F), P("p", a.P), Fraction(a.PartialEta2))
}

// apaFCorrected is the same with both degrees of freedom times an epsilon.
func CorrectedF(a stats.ANOVA, epsilon, p stats.Maybe) string {
	e := min(1, epsilon.Or(1))
	scaled := func(m stats.Maybe) stats.Maybe { return stats.Some(e * m.Or(0)) }
	return fmt.Sprintf("F(%s, %s) = %s, %s", Freedom(scaled(a.DF1)), Freedom(scaled(a.DF2)), Format("%.2f", a.F), P("p", p))
}

// apaP is "p = .013" or "p < .001".
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

// apaCI is "95 % CI [-0.12, -0.05]".
func CI(format string, ci stats.Interval) string {
	if !ci.Defined() {
		return "no interval"
	}
	return Percent(ci.Level) + " CI " + Interval(format, ci)
}

// percentOf is a level in percent: "95 %", "99.9 %".
func Percent(level float64) string { return fmt.Sprintf("%.4g %%", 100*level) }

// freedom is a number of degrees of freedom: whole, or to two decimals.
func Freedom(df stats.Maybe) string {
	return strings.TrimSuffix(Format("%.2f", df), ".00")
}

// fraction is a number that can't exceed 1: ".55", "-.07", "1.00".
func Fraction(m stats.Maybe) string {
	s := Format("%.2f", m)
	if strings.HasPrefix(s, "-0") {
		return "-" + s[2:]
	}
	return strings.TrimPrefix(s, "0")
}

// bracketed is an interval in a format for its ends.
func Interval(format string, ci stats.Interval) string {
	if !ci.Defined() {
		return None
	}
	return fmt.Sprintf("[%s, %s]", Format(format, ci.Low), Format(format, ci.High))
}

// effectName is what the d of a test is called.
func EffectName(t stats.Test) string {
	if len(t.N) == 1 {
		return "d_z"
	}
	return "d"
}

// pairs says how many observations a test rests on.
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
