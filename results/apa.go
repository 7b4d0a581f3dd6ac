package results

import (
	"fmt"
	"strings"

	"counterpoise/stats"
)

// Findings as the Publication Manual of the American Psychological Association has them (7th ed., 6.36 and 6.44): the
// statistic with its degrees of freedom, p to three decimals and never 0, no zero before the point of what can't exceed 1.

// apaT is "t(9) = -5.46, p < .001, d_z = -1.73".
func apaT(t stats.Test) string {
	if !t.T.Defined() {
		return "t undefined"
	}
	return fmt.Sprintf("t(%s) = %s, %s, %s = %s", freedom(t.DF), spell("%.2f", t.T), apaP("p", t.P), effectName(t), spell("%.2f", t.D))
}

// apaF is "F(3, 27) = 11.05, p < .001, ηp² = .55".
func apaF(a stats.ANOVA) string {
	if !a.F.Defined() {
		return "F undefined"
	}
	return fmt.Sprintf("F(%s, %s) = %s, %s, ηp² = %s", freedom(a.DF1), freedom(a.DF2), spell("%.2f", a.F), apaP("p", a.P), fraction(a.PartialEta2))
}

// apaFCorrected is the same with both degrees of freedom times an epsilon.
func apaFCorrected(a stats.ANOVA, epsilon, p stats.Maybe) string {
	e := min(1, epsilon.Or(1))
	df := func(m stats.Maybe) stats.Maybe { return stats.Some(e * m.Or(0)) }
	return fmt.Sprintf("F(%s, %s) = %s, %s", freedom(df(a.DF1)), freedom(df(a.DF2)), spell("%.2f", a.F), apaP("p", p))
}

// apaP is "p = .013" or "p < .001".
func apaP(name string, p stats.Maybe) string {
	v, ok := p.Get()
	switch {
	case !ok:
		return name + " undefined"
	case v < 0.001:
		return name + " < .001"
	}
	return name + " = " + probability(p)
}

// apaCI is "95 % CI [-0.12, -0.05]".
func apaCI(format string, ci stats.Interval) string {
	if !ci.Defined() {
		return "no interval"
	}
	return percentOf(ci.Level) + " CI " + bracketed(format, ci)
}

// percentOf is a level in percent: "95 %", "99.9 %".
func percentOf(level float64) string { return fmt.Sprintf("%.4g %%", 100*level) }

// freedom is a number of degrees of freedom: whole, or to two decimals.
func freedom(df stats.Maybe) string {
	return strings.TrimSuffix(spell("%.2f", df), ".00")
}

// fraction is a number that can't exceed 1: ".55", "-.07", "1.00".
func fraction(m stats.Maybe) string {
	s := spell("%.2f", m)
	if strings.HasPrefix(s, "-0") {
		return "-" + s[2:]
	}
	return strings.TrimPrefix(s, "0")
}

// bracketed is an interval in a format for its ends.
func bracketed(format string, ci stats.Interval) string {
	if !ci.Defined() {
		return none
	}
	return fmt.Sprintf("[%s, %s]", spell(format, ci.Low), spell(format, ci.High))
}

// effectName is what the d of a test is called.
func effectName(t stats.Test) string {
	if len(t.N) == 1 {
		return "d_z"
	}
	return "d"
}

// pairs says how many observations a test rests on.
func observations(n stats.Counts) string {
	if len(n) == 1 {
		return "n = " + several(n[0], "pair")
	}
	parts := make([]string, len(n))
	for i, m := range n {
		parts[i] = fmt.Sprint(m)
	}
	return "n = " + strings.Join(parts, " and ")
}
