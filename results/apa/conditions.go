package apa

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// ANOVA is a one-way repeated-measures ANOVA as a section: F with partial and generalized eta squared, Mauchly's test
// of sphericity, and, with three conditions or more, F corrected for departures from sphericity.
//
// Generalized eta squared counts the differences between subjects as variance, so it can be compared with
// designs that have other subjects in each condition (Olejnik & Algina 2003); partial eta squared cannot.
func ANOVA(a stats.ANOVA) document.Section {
	s := document.Section{
		Title: fmt.Sprintf("Repeated-measures ANOVA: %s, %s",
			wording.Plural(a.K, "condition"), wording.Plural(a.N, "complete subject")),
		Lines: []string{F(a) + ", ηG² = " + Fraction(a.GeneralizedEta2)},
		Tables: []document.Table{oneRow("anova", "Conditions, within subjects", []entry{
			{"F", NumberCell("%.3f", a.F), field("F")},
			{"df", FreedomCell(a.DF1, a.DF2), []string{"df1", "df2"}},
			{"p", PCell(a.P), field("p")},
			{"ηp²", FractionCell(a.PartialEta2), field("partial_eta2")},
			{"ηG²", FractionCell(a.GeneralizedEta2), field("generalized_eta2")},
			{"Mauchly's W", FractionCell(a.Mauchly.W), field("mauchly_W")},
			{"p (W)", PCell(a.Mauchly.P), field("mauchly_p")},
			{"ε GG", NumberCell("%.3f", a.Epsilon.GG), field("epsilon_gg")},
			{"ε HF", NumberCell("%.3f", a.Epsilon.HF), field("epsilon_hf")},
			{"ε least", NumberCell("%.3f", a.Epsilon.LowerBound), field("epsilon_lower_bound")},
			{"p (GG)", PCell(a.PGG), field("p_gg")},
			{"p (HF)", PCell(a.PHF), field("p_hf")},
			{"n", document.Count(a.N), field("n")},
			{"k", document.Count(a.K), field("k")},
		})},
		Notes: append(assumptionNotes(a.Assumptions), warningNotes(a.Warnings)...),
	}
	// With two conditions there is one difference, so sphericity holds and nothing is corrected.
	if a.F.Defined() && a.K > 2 {
		s.Lines = append(s.Lines, "Greenhouse and Geisser's ε = "+Fraction(a.Epsilon.GG)+": "+
			CorrectedF(a, a.Epsilon.GG, a.PGG))
	}
	if a.Epsilon.HF.Defined() && a.K > 2 {
		s.Lines = append(s.Lines, "Huynh and Feldt's ε = "+Fraction(a.Epsilon.HF)+": "+
			CorrectedF(a, a.Epsilon.HF, a.PHF))
	}
	return s
}

// Friedman is Friedman's rank test as a section, with Kendall's W, the agreement of the subjects' rankings in
// [0, 1]. It tests ranks within subjects and needs no normal differences; undefined numbers stand as None.
func Friedman(f stats.FriedmanTest) document.Section {
	return document.Section{
		Title: fmt.Sprintf("Friedman's test: %s, %s",
			wording.Plural(f.K, "condition"), wording.Plural(f.N, "complete subject")),
		Lines: []string{fmt.Sprintf("χ²(%s, n = %d) = %s, %s, Kendall's W = %s",
			Freedom(f.DF), f.N, Format("%.2f", f.Chi2), P("p", f.P), Fraction(f.KendallW))},
		Tables: []document.Table{oneRow("friedman", "Ranks of the conditions within each subject", []entry{
			{"χ²", NumberCell("%.3f", f.Chi2), field("chi2")},
			{"df", NumberCell("%.0f", f.DF), field("df")},
			{"p", PCell(f.P), field("p")},
			{"Kendall's W", FractionCell(f.KendallW), field("kendall_w")},
			{"n", document.Count(f.N), field("n")},
			{"k", document.Count(f.K), field("k")},
		})},
		Notes: warningNotes(f.Warnings),
	}
}

// Power is a planned experiment as a section. found is what it was planned from, one sentence each; it may be
// empty. Power is a probability in [0, 1], and n counts pairs or subjects.
func Power(p stats.Power, found ...string) document.Section {
	plan := fmt.Sprintf("n = %d gives power %s at α = %g, two-sided", p.N, Fraction3(p.Power), p.Alpha)
	t := oneRow("power", "Power: the chance to find this effect, if it is the true one", []entry{
		{"test", document.Word(p.Test), field("test")},
		{"α", document.Word(fmt.Sprintf("%g", p.Alpha)), field("alpha")},
		{"power", FractionCell(p.Power), field("power")},
		{"n", document.Count(p.N), field("n")},
	})
	// The first column is the test's name.
	t.Columns[0].Words = true
	return document.Section{
		Title: wording.Capitalize(p.Test), Lines: append(found, plan), Tables: []document.Table{t},
	}
}

// Estimate is a bootstrapped statistic of one condition. Its JSON is what counterpoise stats bootstrap prints.
type Estimate struct {
	Condition string `json:"condition"`
	stats.Bootstrapped
}

// Bootstrap is bootstrapped estimates of a statistic as a section, a row for each condition. The conditions share the
// level of confidence, which is part of the heading of the interval. Conditions keep their order. A warning
// names its condition.
func Bootstrap(statistic string, estimates []Estimate) document.Section {
	s := document.Section{Title: wording.Capitalize(statistic) + " with bootstrap intervals"}
	t := document.Table{
		Name: "bootstrap", Title: wording.Capitalize(statistic) + " of each condition",
		Columns: []document.Head{
			document.WordColumn("condition", "condition"), document.NumberColumn(statistic, "estimate"),
			document.NumberColumn("SE", "se"), document.NumberColumn("interval", ends...),
			document.NumberColumn("n", "n"), document.NumberColumn("resamples", "resamples"),
		},
	}
	for _, e := range estimates {
		if e.CI.Level > 0 {
			t.Columns[3].Title = Percent(e.CI.Level) + " interval"
		}
		// Estimates are in the units of the data.
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(e.Condition), NumberCell(plain, e.Estimate), NumberCell(plain, e.SE),
			IntervalCell(plain, e.CI),
			document.Count(e.N.Total()), document.Count(e.Resamples),
		})
		for _, w := range e.Warnings {
			s.Notes = append(s.Notes, "Warning: "+e.Condition+": "+w)
		}
	}
	s.Tables = []document.Table{t}
	return s
}
