package results

import (
	"fmt"

	"counterpoise/stats"
)

// plain is the format of numbers in the units of somebody's data: six digits, whatever their size.
const plain = "%.6g"

// OfTest is a t-test of a against b as a document's section.
func OfTest(t stats.Test, a, b string) Section {
	return Section{
		Title: fmt.Sprintf("%s-test: %s against %s", titled(t.Name), a, b),
		Lines: []string{fmt.Sprintf("%s; mean difference %s, %s, %s", apaT(t), spell(plain, t.MeanDifference), apaCI(plain, t.CI), observations(t.N))},
		Tables: []Table{{
			Name: "ttest", Title: fmt.Sprintf("%s minus %s", a, b),
			Columns: []Column{
				numbers("t", "t"), numbers("df", "df"), numbers("p", "p"), numbers("mean difference", "mean_difference"),
				numbers(percentOf(t.CI.Level)+" interval", "ci_low", "ci_high"), numbers(effectName(t), "d"), numbers("n", nFields(t.N)...),
			},
			Rows: [][]Cell{{
				number("%.3f", t.T), {freedom(t.DF), []string{full(t.DF)}}, chance(t.P), number(plain, t.MeanDifference),
				ends(plain, t.CI), number("%.3f", t.D), tallies(t.N),
			}},
		}},
		Notes: append(assumed(t.Assumptions), warned(t.Warnings)...),
	}
}

// OfEquivalence is an equivalence test as a section.
func OfEquivalence(e stats.Equivalence, a, b string) Section {
	verdict := "not shown to be equivalent"
	if e.CI.Low.Or(e.Low-1) > e.Low && e.CI.High.Or(e.High+1) < e.High {
		verdict = "equivalent"
	}
	return Section{
		Title: fmt.Sprintf("Equivalence of %s and %s", a, b),
		Lines: []string{fmt.Sprintf("%s within [%g, %g]: t(%s) = %s and %s, %s; mean difference %s, %s, %s", verdict, e.Low, e.High, freedom(e.DF),
			spell("%.2f", e.TLow), spell("%.2f", e.THigh), apaP("p", e.P), spell(plain, e.MeanDifference), apaCI(plain, e.CI), observations(e.N))},
		Tables: []Table{{
			Name: "equivalence", Title: fmt.Sprintf("Two one-sided tests of %s minus %s", a, b),
			Columns: []Column{
				numbers("t, low", "t_low"), numbers("p, low", "p_low"), numbers("t, high", "t_high"), numbers("p, high", "p_high"), numbers("p", "p"),
				numbers("df", "df"), numbers("mean difference", "mean_difference"), numbers(percentOf(e.CI.Level)+" interval", "ci_low", "ci_high"), numbers("n", nFields(e.N)...),
			},
			Rows: [][]Cell{{
				number("%.3f", e.TLow), chance(e.PLow), number("%.3f", e.THigh), chance(e.PHigh), chance(e.P),
				{freedom(e.DF), []string{full(e.DF)}}, number(plain, e.MeanDifference), ends(plain, e.CI), tallies(e.N),
			}},
		}},
		Notes: warned(e.Warnings),
	}
}

// OfSignedRank is a Wilcoxon test as a section.
func OfSignedRank(w stats.SignedRank, a, b string) Section {
	return Section{
		Title: fmt.Sprintf("Wilcoxon's signed-rank test: %s against %s", a, b),
		Lines: []string{fmt.Sprintf("V = %s, %s, rank-biserial r = %s; median difference %s, %s, n = %s that differ",
			spell("%g", w.V), apaP("p", w.P), fraction(w.RankBiserial), spell(plain, w.MedianDiff), apaCI(plain, w.CI), several(w.N, "pair"))},
		Tables: []Table{{
			Name: "wilcoxon", Title: fmt.Sprintf("%s minus %s", a, b),
			Columns: []Column{
				numbers("V", "v"), numbers("p", "p"), numbers("p, exact", "p_exact"), numbers("z", "z"), numbers("p, normal", "p_normal"),
				numbers("p, corrected", "p_normal_corrected"), numbers("r", "rank_biserial"), numbers("median difference", "median_difference"),
				numbers(percentOf(w.CI.Level)+" interval", "ci_low", "ci_high"), numbers("n", "n"), numbers("zeros", "zeros"),
			},
			Rows: [][]Cell{{
				number("%g", w.V), chance(w.P), chance(w.PExact), number("%.3f", w.Z), chance(w.PNormal), chance(w.PNormalCC),
				{fraction(w.RankBiserial), []string{full(w.RankBiserial)}}, number(plain, w.MedianDiff), ends(plain, w.CI), count(w.N), count(w.Zeros),
			}},
		}},
		Notes: warned(w.Warnings),
	}
}

// titled begins a text with a capital letter.
func titled(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// chance is a cell with a p value.
func chance(p stats.Maybe) Cell { return Cell{probability(p), []string{full(p)}} }

// ends is a cell with an interval.
func ends(format string, ci stats.Interval) Cell {
	return Cell{bracketed(format, ci), []string{full(ci.Low), full(ci.High)}}
}

// nFields are the names of a test's numbers of observations: one of pairs, or one for each sample.
func nFields(n stats.Counts) []string {
	if len(n) == 1 {
		return []string{"n"}
	}
	return []string{"n_a", "n_b"}
}

// tallies is a cell with numbers of observations.
func tallies(n stats.Counts) Cell {
	var c Cell
	for i, m := range n {
		if i > 0 {
			c.Text += ", "
		}
		c.Text += fmt.Sprint(m)
		c.Values = append(c.Values, fmt.Sprint(m))
	}
	return c
}

// warned are warnings as notes.
func warned(w stats.Warnings) (notes []string) {
	for _, s := range w {
		notes = append(notes, "Warning: "+s)
	}
	return notes
}

// assumed are the assumptions that could be checked, as notes.
func assumed(as []stats.Assumption) (notes []string) {
	for _, a := range as {
		n := "Assumption checked: " + a.Name
		if a.Note != "" {
			n += ": " + a.Note
		}
		if a.P.Defined() {
			n += ", " + apaP("p", a.P)
		}
		notes = append(notes, n)
	}
	return notes
}
