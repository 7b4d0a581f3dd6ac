package apa

import (
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// OfANOVA is a one-way repeated-measures ANOVA as a section.
func ANOVA(a stats.ANOVA) document.Section {
	s := document.Section{
		Title: fmt.Sprintf("Repeated-measures ANOVA: %s, %s", wording.Plural(a.K, "condition"), wording.Plural(a.N, "complete subject")),
		Lines: []string{F(a) + ", ηG² = " + Fraction(a.GeneralizedEta2)},
		Tables: []document.Table{{
			Name: "anova", Title: "Conditions, within subjects",
			Columns: []document.Column{
				document.NumberColumn("F", "F"), document.NumberColumn("df", "df1", "df2"), document.NumberColumn("p", "p"), document.NumberColumn("ηp²", "partial_eta2"), document.NumberColumn("ηG²", "generalized_eta2"),
				document.NumberColumn("Mauchly's W", "mauchly_W"), document.NumberColumn("p (W)", "mauchly_p"), document.NumberColumn("ε GG", "epsilon_gg"), document.NumberColumn("ε HF", "epsilon_hf"),
				document.NumberColumn("ε least", "epsilon_lower_bound"), document.NumberColumn("p (GG)", "p_gg"), document.NumberColumn("p (HF)", "p_hf"), document.NumberColumn("n", "n"), document.NumberColumn("k", "k"),
			},
			Rows: [][]document.Cell{{
				NumberCell("%.3f", a.F), document.Entry(Freedom(a.DF1)+", "+Freedom(a.DF2), Exact(a.DF1), Exact(a.DF2)), PCell(a.P),
				FractionCell(a.PartialEta2), FractionCell(a.GeneralizedEta2), FractionCell(a.Mauchly.W), PCell(a.Mauchly.P), NumberCell("%.3f", a.Epsilon.GG), NumberCell("%.3f", a.Epsilon.HF),
				NumberCell("%.3f", a.Epsilon.LowerBound), PCell(a.PGG), PCell(a.PHF), document.Count(a.N), document.Count(a.K),
			}},
		}},
		Notes: append(assumed(a.Assumptions), warned(a.Warnings)...),
	}
	if a.F.Defined() && a.K > 2 {
		s.Lines = append(s.Lines, "Greenhouse and Geisser's ε = "+Fraction(a.Epsilon.GG)+": "+CorrectedF(a, a.Epsilon.GG, a.PGG))
	}
	if a.Epsilon.HF.Defined() && a.K > 2 {
		s.Lines = append(s.Lines, "Huynh and Feldt's ε = "+Fraction(a.Epsilon.HF)+": "+CorrectedF(a, a.Epsilon.HF, a.PHF))
	}
	return s
}

// OfFriedman is a Friedman test as a section.
func Friedman(f stats.FriedmanTest) document.Section {
	return document.Section{
		Title: fmt.Sprintf("Friedman's test: %s, %s", wording.Plural(f.K, "condition"), wording.Plural(f.N, "complete subject")),
		Lines: []string{fmt.Sprintf("χ²(%s, n = %d) = %s, %s, Kendall's W = %s", Freedom(f.DF), f.N, Format("%.2f", f.Chi2), P("p", f.P), Fraction(f.KendallW))},
		Tables: []document.Table{{
			Name: "friedman", Title: "Ranks of the conditions within each subject",
			Columns: []document.Column{document.NumberColumn("χ²", "chi2"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"), document.NumberColumn("Kendall's W", "kendall_w"), document.NumberColumn("n", "n"), document.NumberColumn("k", "k")},
			Rows:    [][]document.Cell{{NumberCell("%.3f", f.Chi2), NumberCell("%.0f", f.DF), PCell(f.P), FractionCell(f.KendallW), document.Count(f.N), document.Count(f.K)}},
		}},
		Notes: warned(f.Warnings),
	}
}

// corrections are the adjusted p values of a pair, by the name of the correction.
var corrections = []struct {
	name, title string
	p           func(stats.Pair) stats.Maybe
}{
	{"holm", "Holm", func(p stats.Pair) stats.Maybe { return p.PHolm }},
	{"bonferroni", "Bonferroni", func(p stats.Pair) stats.Maybe { return p.PBonferroni }},
	{"bh", "Benjamini-Hochberg", func(p stats.Pair) stats.Maybe { return p.PBH }},
}

// Corrections are the names of the corrections that OfPairwise knows.
func Corrections() (names []string) {
	for _, c := range corrections {
		names = append(names, c.name)
	}
	return names
}

// OfPairwise is a family of paired tests as a section; the sentences and the stars go by one correction, the table has
// them all.
func Pairwise(c stats.Comparisons, correction string) document.Section {
	by := corrections[max(0, slices.Index(Corrections(), correction))]
	s := document.Section{Title: fmt.Sprintf("Pairwise paired t-tests: a family of %d", len(c.Pairs))}
	t := document.Table{
		Name: "pairwise", Title: "a minus b",
		Columns: []document.Column{
			document.WordColumn("a", "a"), document.WordColumn("b", "b"), document.NumberColumn("difference", "mean_difference"), document.NumberColumn("interval", "ci_low", "ci_high"),
			document.NumberColumn("t", "t"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("p (Bonferroni)", "p_bonferroni"),
			document.NumberColumn("p (BH)", "p_bh"), document.NumberColumn("d_z", "d_z"), document.NumberColumn("n", "n"),
		},
	}
	for _, p := range c.Pairs {
		if p.CI.Level > 0 {
			t.Columns[3].Title = Percent(p.CI.Level) + " interval"
		}
		row := []document.Cell{
			document.Word(p.A), document.Word(p.B), NumberCell("%.4g", p.MeanDifference), IntervalCell("%.4g", p.CI),
			NumberCell("%.3f", p.T), NumberCell("%.0f", p.DF), PCell(p.P), PCell(p.PHolm), PCell(p.PBonferroni), PCell(p.PBH), NumberCell("%.3f", p.DZ), document.Count(p.N),
		}
		row[7+slices.Index(Corrections(), by.name)].Text += Stars(by.p(p))
		t.Rows = append(t.Rows, row)
		test := stats.Test{T: p.T, DF: p.DF, P: p.P, D: p.DZ, N: stats.Counts{p.N}}
		s.Lines = append(s.Lines, fmt.Sprintf("%s against %s: %s, %s%s", p.A, p.B, T(test), P("p ("+by.title+")", by.p(p)), Stars(by.p(p))))
		for _, w := range p.Warnings {
			s.Notes = append(s.Notes, fmt.Sprintf("Warning: %s against %s: %s", p.A, p.B, w))
		}
	}
	s.Tables = []document.Table{t}
	s.Notes = append(s.Notes, StarsNote(by.title), "Intervals are each of its own, not adjusted.")
	return s
}

// OfPower is a planned experiment as a section; found is what it was planned from, if from anything.
func Power(p stats.Power, found ...string) document.Section {
	return document.Section{
		Title: wording.Capitalize(p.Test),
		Lines: append(found, fmt.Sprintf("n = %d gives power %s at α = %g, two-sided", p.N, Fraction3(p.Power), p.Alpha)),
		Tables: []document.Table{{
			Name: "power", Title: "Power: the chance to find this effect, if it is the true one",
			Columns: []document.Column{document.WordColumn("test", "test"), document.NumberColumn("α", "alpha"), document.NumberColumn("power", "power"), document.NumberColumn("n", "n")},
			Rows:    [][]document.Cell{{document.Word(p.Test), document.Word(fmt.Sprintf("%g", p.Alpha)), FractionCell(p.Power), document.Count(p.N)}},
		}},
	}
}

// Estimate is a bootstrapped statistic of one condition.
type Estimate struct {
	Condition string `json:"condition"`
	stats.Bootstrapped
}

// OfBootstrap are bootstrapped estimates as a section.
func Bootstrap(statistic string, estimates []Estimate) document.Section {
	s := document.Section{Title: wording.Capitalize(statistic) + " with bootstrap intervals"}
	t := document.Table{
		Name: "bootstrap", Title: wording.Capitalize(statistic) + " of each condition",
		Columns: []document.Column{document.WordColumn("condition", "condition"), document.NumberColumn(statistic, "estimate"), document.NumberColumn("SE", "se"), document.NumberColumn("interval", "ci_low", "ci_high"), document.NumberColumn("n", "n"), document.NumberColumn("resamples", "resamples")},
	}
	for _, e := range estimates {
		if e.CI.Level > 0 {
			t.Columns[3].Title = Percent(e.CI.Level) + " interval"
		}
		t.Rows = append(t.Rows, []document.Cell{document.Word(e.Condition), NumberCell(plain, e.Estimate), NumberCell(plain, e.SE), IntervalCell(plain, e.CI), document.Count(e.N.Total()), document.Count(e.Resamples)})
		for _, w := range e.Warnings {
			s.Notes = append(s.Notes, "Warning: "+e.Condition+": "+w)
		}
	}
	s.Tables = []document.Table{t}
	return s
}
