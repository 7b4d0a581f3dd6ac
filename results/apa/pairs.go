package apa

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// plain is the format of numbers in the units of the data: six digits, whatever their size.
const plain = "%.6g"

// TTest is a t-test of condition a against condition b as a section: a sentence, a table with one row, and the
// assumptions and warnings as notes. The test may be Student's, Welch's or of pairs; Welch's has fractional degrees
// of freedom, and a test of two samples has two numbers of observations (n_a, n_b). Differences are a minus b,
// in the units of the data.
func TTest(t stats.Test, a, b string) document.Section {
	return document.Section{
		Title: fmt.Sprintf("%s-test: %s against %s", wording.Capitalize(t.Name), a, b),
		Lines: []string{fmt.Sprintf("%s; mean difference %s, %s, %s",
			T(t), Format(plain, t.MeanDifference), CI(plain, t.CI), Observations(t.N))},
		Tables: []document.Table{oneRow("ttest", fmt.Sprintf("%s minus %s", a, b), []entry{
			{"t", NumberCell("%.3f", t.T), field("t")},
			{"df", FreedomCell(t.DF), field("df")},
			{"p", PCell(t.P), field("p")},
			{"mean difference", NumberCell(plain, t.MeanDifference), field("mean_difference")},
			{intervalTitle(t.CI), IntervalCell(plain, t.CI), ends},
			{EffectName(t), NumberCell("%.3f", t.D), field("d")},
			{"n", CountsCell(t.N), countFields(t.N)},
		})},
		Notes: append(assumptionNotes(t.Assumptions), warningNotes(t.Warnings)...),
	}
}

// Equivalence is a test of the equivalence of conditions a and b, by two one-sided tests, as a section. The sentence
// says "equivalent" where the interval of confidence 1 - 2α lies within the margins, which is the same as p < α of
// both tests. The margins e.Low and e.High have the units of the data. Undefined ends never count as
// equivalent.
func Equivalence(e stats.Equivalence, a, b string) document.Section {
	verdict := "not shown to be equivalent"
	if e.CI.Low.Or(e.Low-1) > e.Low && e.CI.High.Or(e.High+1) < e.High {
		verdict = "equivalent"
	}
	return document.Section{
		Title: fmt.Sprintf("Equivalence of %s and %s", a, b),
		Lines: []string{fmt.Sprintf("%s within [%g, %g]: t(%s) = %s and %s, %s; mean difference %s, %s, %s",
			verdict, e.Low, e.High, Freedom(e.DF), Format("%.2f", e.TLow), Format("%.2f", e.THigh), P("p", e.P),
			Format(plain, e.MeanDifference), CI(plain, e.CI), Observations(e.N))},
		Tables: []document.Table{oneRow("equivalence", fmt.Sprintf("Two one-sided tests of %s minus %s", a, b), []entry{
			{"t, low", NumberCell("%.3f", e.TLow), field("t_low")},
			{"p, low", PCell(e.PLow), field("p_low")},
			{"t, high", NumberCell("%.3f", e.THigh), field("t_high")},
			{"p, high", PCell(e.PHigh), field("p_high")},
			{"p", PCell(e.P), field("p")},
			{"df", FreedomCell(e.DF), field("df")},
			{"mean difference", NumberCell(plain, e.MeanDifference), field("mean_difference")},
			{intervalTitle(e.CI), IntervalCell(plain, e.CI), ends},
			{"n", CountsCell(e.N), countFields(e.N)},
		})},
		Notes: warningNotes(e.Warnings),
	}
}

// SignedRank is Wilcoxon's signed-rank test of condition a against condition b as a section. The table has the exact
// p and the normal approximations with and without continuity correction; the sentence has the one that package stats
// chose. Pairs that do not differ count as zeros, not in n. V is the sum of the ranks of positive differences,
// and the rank-biserial r lies in [-1, 1].
func SignedRank(w stats.SignedRank, a, b string) document.Section {
	return document.Section{
		Title: fmt.Sprintf("Wilcoxon's signed-rank test: %s against %s", a, b),
		Lines: []string{fmt.Sprintf("V = %s, %s, rank-biserial r = %s; pseudo-median of the differences "+
			"(Hodges-Lehmann) %s, %s, n = %s with a difference", Format("%g", w.V), P("p", w.P),
			Fraction(w.RankBiserial), Format(plain, w.PseudoMedian), CI(plain, w.CI), wording.Plural(w.N, "pair"))},
		Tables: []document.Table{oneRow("wilcoxon", fmt.Sprintf("%s minus %s", a, b), []entry{
			{"V", NumberCell("%g", w.V), field("v")},
		}, byRanks(w.P, w.PExact, w.Z, w.PNormal, w.PNormalCC, w.RankBiserial), []entry{
			{"pseudo-median", NumberCell(plain, w.PseudoMedian), field("pseudomedian")},
			{intervalTitle(w.CI), IntervalCell(plain, w.CI), ends},
			{"n", document.Count(w.N), field("n")},
			{"zeros", document.Count(w.Zeros), field("zeros")},
		})},
		Notes: warningNotes(w.Warnings),
	}
}

// RankSum is the test of Wilcoxon, Mann and Whitney of independent groups a and b as a section. The table has the exact
// p and the normal approximations, as SignedRank has. U counts the pairs of an observation of a and one of b in which
// that of a is larger, and the rank-biserial r lies in [-1, 1].
func RankSum(w stats.RankSum, a, b string) document.Section {
	return document.Section{
		Title: fmt.Sprintf("Mann and Whitney's rank-sum test: %s against %s", a, b),
		Lines: []string{fmt.Sprintf("U = %s, %s, rank-biserial r = %s; shift %s, %s, %s", Format("%g", w.U),
			P("p", w.P), Fraction(w.RankBiserial), Format(plain, w.Shift), CI(plain, w.CI), Observations(w.N))},
		Tables: []document.Table{oneRow("mannwhitney", fmt.Sprintf("%s minus %s", a, b), []entry{
			{"U", NumberCell("%g", w.U), field("u")},
		}, byRanks(w.P, w.PExact, w.Z, w.PNormal, w.PNormalCC, w.RankBiserial), []entry{
			{"shift", NumberCell(plain, w.Shift), field("shift")},
			{intervalTitle(w.CI), IntervalCell(plain, w.CI), ends},
			{"n", CountsCell(w.N), countFields(w.N)},
		})},
		Notes: warningNotes(w.Warnings),
	}
}

// byRanks are the columns that SignedRank and RankSum share.
func byRanks(p, exact, z, normal, corrected, biserial stats.Maybe) []entry {
	return []entry{
		{"p", PCell(p), field("p")},
		{"p, exact", PCell(exact), field("p_exact")},
		{"z", NumberCell("%.3f", z), field("z")},
		{"p, normal", PCell(normal), field("p_normal")},
		{"p, corrected", PCell(corrected), field("p_normal_corrected")},
		{"r", document.Entry(Fraction(biserial), Exact(biserial)), field("rank_biserial")},
	}
}

// warningNotes are a test's warnings as notes. The order is that of the test.
func warningNotes(w stats.Warnings) (notes []string) {
	for _, s := range w {
		notes = append(notes, "Warning: "+s)
	}
	return notes
}

// assumptionNotes are the assumptions of a test that were checked, as notes. An assumption that is not checked
// has no note.
func assumptionNotes(as []stats.Assumption) (notes []string) {
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
