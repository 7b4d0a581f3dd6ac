package apa

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// plain is the format of numbers in the units of somebody's data: six digits, whatever their size.
const plain = "%.6g"

// OfTest is a t-test of a against b as a document's section.
func TTest(t stats.Test, a, b string) document.Section {
	return document.Section{
		Title: fmt.Sprintf("%s-test: %s against %s", wording.Capitalize(t.Name), a, b),
		Lines: []string{fmt.Sprintf("%s; mean difference %s, %s, %s", T(t), Format(plain, t.MeanDifference), CI(plain, t.CI), Observations(t.N))},
		Tables: []document.Table{{
			Name: "ttest", Title: fmt.Sprintf("%s minus %s", a, b),
			Columns: []document.Column{
				document.NumberColumn("t", "t"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"), document.NumberColumn("mean difference", "mean_difference"),
				document.NumberColumn(Percent(t.CI.Level)+" interval", "ci_low", "ci_high"), document.NumberColumn(EffectName(t), "d"), document.NumberColumn("n", nFields(t.N)...),
			},
			Rows: [][]document.Cell{{
				NumberCell("%.3f", t.T), document.Entry(Freedom(t.DF), Exact(t.DF)), PCell(t.P), NumberCell(plain, t.MeanDifference),
				IntervalCell(plain, t.CI), NumberCell("%.3f", t.D), CountsCell(t.N),
			}},
		}},
		Notes: append(assumed(t.Assumptions), warned(t.Warnings)...),
	}
}

// OfEquivalence is an equivalence test as a section.
func Equivalence(e stats.Equivalence, a, b string) document.Section {
	verdict := "not shown to be equivalent"
	if e.CI.Low.Or(e.Low-1) > e.Low && e.CI.High.Or(e.High+1) < e.High {
		verdict = "equivalent"
	}
	return document.Section{
		Title: fmt.Sprintf("Equivalence of %s and %s", a, b),
		Lines: []string{fmt.Sprintf("%s within [%g, %g]: t(%s) = %s and %s, %s; mean difference %s, %s, %s", verdict, e.Low, e.High, Freedom(e.DF),
			Format("%.2f", e.TLow), Format("%.2f", e.THigh), P("p", e.P), Format(plain, e.MeanDifference), CI(plain, e.CI), Observations(e.N))},
		Tables: []document.Table{{
			Name: "equivalence", Title: fmt.Sprintf("Two one-sided tests of %s minus %s", a, b),
			Columns: []document.Column{
				document.NumberColumn("t, low", "t_low"), document.NumberColumn("p, low", "p_low"), document.NumberColumn("t, high", "t_high"), document.NumberColumn("p, high", "p_high"), document.NumberColumn("p", "p"),
				document.NumberColumn("df", "df"), document.NumberColumn("mean difference", "mean_difference"), document.NumberColumn(Percent(e.CI.Level)+" interval", "ci_low", "ci_high"), document.NumberColumn("n", nFields(e.N)...),
			},
			Rows: [][]document.Cell{{
				NumberCell("%.3f", e.TLow), PCell(e.PLow), NumberCell("%.3f", e.THigh), PCell(e.PHigh), PCell(e.P),
				document.Entry(Freedom(e.DF), Exact(e.DF)), NumberCell(plain, e.MeanDifference), IntervalCell(plain, e.CI), CountsCell(e.N),
			}},
		}},
		Notes: warned(e.Warnings),
	}
}

// OfSignedRank is a Wilcoxon test as a section.
func SignedRank(w stats.SignedRank, a, b string) document.Section {
	return document.Section{
		Title: fmt.Sprintf("Wilcoxon's signed-rank test: %s against %s", a, b),
		Lines: []string{fmt.Sprintf("V = %s, %s, rank-biserial r = %s; median difference %s, %s, n = %s that differ",
			Format("%g", w.V), P("p", w.P), Fraction(w.RankBiserial), Format(plain, w.MedianDiff), CI(plain, w.CI), wording.Plural(w.N, "pair"))},
		Tables: []document.Table{{
			Name: "wilcoxon", Title: fmt.Sprintf("%s minus %s", a, b),
			Columns: []document.Column{
				document.NumberColumn("V", "v"), document.NumberColumn("p", "p"), document.NumberColumn("p, exact", "p_exact"), document.NumberColumn("z", "z"), document.NumberColumn("p, normal", "p_normal"),
				document.NumberColumn("p, corrected", "p_normal_corrected"), document.NumberColumn("r", "rank_biserial"), document.NumberColumn("median difference", "median_difference"),
				document.NumberColumn(Percent(w.CI.Level)+" interval", "ci_low", "ci_high"), document.NumberColumn("n", "n"), document.NumberColumn("zeros", "zeros"),
			},
			Rows: [][]document.Cell{{
				NumberCell("%g", w.V), PCell(w.P), PCell(w.PExact), NumberCell("%.3f", w.Z), PCell(w.PNormal), PCell(w.PNormalCC),
				document.Entry(Fraction(w.RankBiserial), Exact(w.RankBiserial)), NumberCell(plain, w.MedianDiff), IntervalCell(plain, w.CI), document.Count(w.N), document.Count(w.Zeros),
			}},
		}},
		Notes: warned(w.Warnings),
	}
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
			n += ", " + P("p", a.P)
		}
		notes = append(notes, n)
	}
	return notes
}
