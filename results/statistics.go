package results

import (
	"fmt"
	"slices"

	"counterpoise/stats"
)

// OfANOVA is a one-way repeated-measures ANOVA as a section.
func OfANOVA(a stats.ANOVA) Section {
	s := Section{
		Title: fmt.Sprintf("Repeated-measures ANOVA: %s, %s", several(a.K, "condition"), several(a.N, "complete subject")),
		Lines: []string{apaF(a) + ", ηG² = " + fraction(a.GeneralizedEta2)},
		Tables: []Table{{
			Name: "anova", Title: "Conditions, within subjects",
			Columns: []Column{
				numbers("F", "F"), numbers("df", "df1", "df2"), numbers("p", "p"), numbers("ηp²", "partial_eta2"), numbers("ηG²", "generalized_eta2"),
				numbers("Mauchly's W", "mauchly_W"), numbers("p (W)", "mauchly_p"), numbers("ε GG", "epsilon_gg"), numbers("ε HF", "epsilon_hf"),
				numbers("ε least", "epsilon_lower_bound"), numbers("p (GG)", "p_gg"), numbers("p (HF)", "p_hf"), numbers("n", "n"), numbers("k", "k"),
			},
			Rows: [][]Cell{{
				number("%.3f", a.F), {freedom(a.DF1) + ", " + freedom(a.DF2), []string{full(a.DF1), full(a.DF2)}}, chance(a.P),
				share(a.PartialEta2), share(a.GeneralizedEta2), share(a.Mauchly.W), chance(a.Mauchly.P), number("%.3f", a.Epsilon.GG), number("%.3f", a.Epsilon.HF),
				number("%.3f", a.Epsilon.LowerBound), chance(a.PGG), chance(a.PHF), count(a.N), count(a.K),
			}},
		}},
		Notes: append(assumed(a.Assumptions), warned(a.Warnings)...),
	}
	if a.F.Defined() && a.K > 2 {
		s.Lines = append(s.Lines, "Greenhouse and Geisser's ε = "+fraction(a.Epsilon.GG)+": "+apaFCorrected(a, a.Epsilon.GG, a.PGG))
	}
	if a.Epsilon.HF.Defined() && a.K > 2 {
		s.Lines = append(s.Lines, "Huynh and Feldt's ε = "+fraction(a.Epsilon.HF)+": "+apaFCorrected(a, a.Epsilon.HF, a.PHF))
	}
	return s
}

// share is a cell with a number that can't exceed 1.
func share(m stats.Maybe) Cell { return Cell{fraction3(m), []string{full(m)}} }

// OfFriedman is a Friedman test as a section.
func OfFriedman(f stats.FriedmanTest) Section {
	return Section{
		Title: fmt.Sprintf("Friedman's test: %s, %s", several(f.K, "condition"), several(f.N, "complete subject")),
		Lines: []string{fmt.Sprintf("χ²(%s, n = %d) = %s, %s, Kendall's W = %s", freedom(f.DF), f.N, spell("%.2f", f.Chi2), apaP("p", f.P), fraction(f.KendallW))},
		Tables: []Table{{
			Name: "friedman", Title: "Ranks of the conditions within each subject",
			Columns: []Column{numbers("χ²", "chi2"), numbers("df", "df"), numbers("p", "p"), numbers("Kendall's W", "kendall_w"), numbers("n", "n"), numbers("k", "k")},
			Rows:    [][]Cell{{number("%.3f", f.Chi2), number("%.0f", f.DF), chance(f.P), share(f.KendallW), count(f.N), count(f.K)}},
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
func OfPairwise(c stats.Comparisons, correction string) Section {
	by := corrections[max(0, slices.Index(Corrections(), correction))]
	s := Section{Title: fmt.Sprintf("Pairwise paired t-tests: a family of %d", len(c.Pairs))}
	t := Table{
		Name: "pairwise", Title: "a minus b",
		Columns: []Column{
			words("a", "a"), words("b", "b"), numbers("difference", "mean_difference"), numbers("interval", "ci_low", "ci_high"),
			numbers("t", "t"), numbers("df", "df"), numbers("p", "p"), numbers("p (Holm)", "p_holm"), numbers("p (Bonferroni)", "p_bonferroni"),
			numbers("p (BH)", "p_bh"), numbers("d_z", "d_z"), numbers("n", "n"),
		},
	}
	for _, p := range c.Pairs {
		if p.CI.Level > 0 {
			t.Columns[3].Title = percentOf(p.CI.Level) + " interval"
		}
		row := []Cell{
			word(p.A), word(p.B), number("%.4g", p.MeanDifference), ends("%.4g", p.CI),
			number("%.3f", p.T), number("%.0f", p.DF), chance(p.P), chance(p.PHolm), chance(p.PBonferroni), chance(p.PBH), number("%.3f", p.DZ), count(p.N),
		}
		row[7+slices.Index(Corrections(), by.name)].Text += stars(by.p(p))
		t.Rows = append(t.Rows, row)
		test := stats.Test{T: p.T, DF: p.DF, P: p.P, D: p.DZ, N: stats.Counts{p.N}}
		s.Lines = append(s.Lines, fmt.Sprintf("%s against %s: %s, %s%s", p.A, p.B, apaT(test), apaP("p ("+by.title+")", by.p(p)), stars(by.p(p))))
		for _, w := range p.Warnings {
			s.Notes = append(s.Notes, fmt.Sprintf("Warning: %s against %s: %s", p.A, p.B, w))
		}
	}
	s.Tables = []Table{t}
	s.Notes = append(s.Notes, starsMean(by.title), "Intervals are each of its own, not adjusted.")
	return s
}

// OfPower is a planned experiment as a section; found is what it was planned from, if from anything.
func OfPower(p stats.Power, found ...string) Section {
	return Section{
		Title: titled(p.Test),
		Lines: append(found, fmt.Sprintf("n = %d gives power %s at α = %g, two-sided", p.N, fraction3(p.Power), p.Alpha)),
		Tables: []Table{{
			Name: "power", Title: "Power: the chance to find this effect, if it is the true one",
			Columns: []Column{words("test", "test"), numbers("α", "alpha"), numbers("power", "power"), numbers("n", "n")},
			Rows:    [][]Cell{{word(p.Test), word(fmt.Sprintf("%g", p.Alpha)), share(p.Power), count(p.N)}},
		}},
	}
}

// Estimate is a bootstrapped statistic of one condition.
type Estimate struct {
	Condition string `json:"condition"`
	stats.Bootstrapped
}

// OfBootstrap are bootstrapped estimates as a section.
func OfBootstrap(statistic string, estimates []Estimate) Section {
	s := Section{Title: titled(statistic) + " with bootstrap intervals"}
	t := Table{
		Name: "bootstrap", Title: titled(statistic) + " of each condition",
		Columns: []Column{words("condition", "condition"), numbers(statistic, "estimate"), numbers("SE", "se"), numbers("interval", "ci_low", "ci_high"), numbers("n", "n"), numbers("resamples", "resamples")},
	}
	for _, e := range estimates {
		if e.CI.Level > 0 {
			t.Columns[3].Title = percentOf(e.CI.Level) + " interval"
		}
		t.Rows = append(t.Rows, []Cell{word(e.Condition), number(plain, e.Estimate), number(plain, e.SE), ends(plain, e.CI), count(e.N.Total()), count(e.Resamples)})
		for _, w := range e.Warnings {
			s.Notes = append(s.Notes, "Warning: "+e.Condition+": "+w)
		}
	}
	s.Tables = []Table{t}
	return s
}
