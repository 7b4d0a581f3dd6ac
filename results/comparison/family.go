package comparison

import (
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
	"counterpoise/stats/compare"
)

// family returns the section about the pairs of a family: tables of tests, of effects and equality, of the posterior,
// of the next experiment, and of the assumptions.
func family(r compare.Result, f compare.Family) document.Section {
	s := document.Section{Title: "Which methods differ? " + map[string]string{
		"overall": "All groups together", "within groups": "Group by group"}[f.Name]}
	if len(r.Families) == 1 {
		s.Title = "Which methods differ?"
	}
	for i, p := range f.Pairs {
		if i == maxSentences {
			s.Lines = append(s.Lines, fmt.Sprintf("and %d more, in the tables", len(f.Pairs)-i))
			break
		}
		s.Lines = append(s.Lines, sentence(r, p))
	}
	stem := map[string]string{"overall": "", "within groups": "groups-"}[f.Name]
	s.Tables = []document.Table{tests(r, f, stem), effects(r, f, stem)}
	byT := slices.ContainsFunc(f.Pairs, func(p compare.Pair) bool { return p.Posterior.Above.Defined() })
	if byT {
		s.Tables = append(s.Tables, posterior(r, f, stem))
	}
	s.Tables = append(s.Tables, next(r, f, stem))
	if t := checks(f, stem); len(t.Rows) > 0 {
		s.Tables = append(s.Tables, t)
	}
	for _, p := range f.Pairs {
		for _, w := range p.Warnings {
			s.Notes = append(s.Notes, "Warning: "+title(p)+": "+w)
		}
	}
	if exact := f.Pairs[0].Exact.Name; exact != "" {
		s.Notes = append(s.Notes, "Scores are single successes: the sentences go by the "+f.Pairs[0].Decision.Test+
			", whose interval holds what it does not reject; "+exact+"'s exact test stands beside it.")
	}
	untested := slices.ContainsFunc(f.Pairs, func(p compare.Pair) bool {
		return !p.T.P.Defined() || !p.Rank.P.Defined()
	})
	s.Notes = append(s.Notes, familyNote(len(f.Pairs), untested, "this table"), apa.StarsNote("Holm"),
		nextNote(f))
	if byT {
		s.Notes = append(s.Notes, posteriorNote(r))
	}
	return s
}

// familyNote says what the p values of n comparisons are corrected for; of says where these stand, and untested that
// some have no p value.
func familyNote(n int, untested bool, of string) string {
	without := ""
	if untested {
		without = ", but for those without a p value"
	}
	return fmt.Sprintf("Differences are a minus b. p (Holm) is corrected over the %s of %s%s; intervals are each of "+
		"its own.", wording.Plural(n, "comparison"), of, without)
}

// title names a pair.
func title(p compare.Pair) string {
	text := p.A + " against " + p.B
	if p.Group != "" {
		text += " in " + p.Group
	}
	return text
}

// sentence says what a pair shows.
func sentence(r compare.Result, p compare.Pair) string {
	if !p.Difference.Defined() {
		return title(p) + ": undefined"
	}
	verdict, by := "no difference shown", p.Decision
	difference := apa.Format("%+.4g", p.Difference) + ", " + apa.CI("%.4g", p.CI)
	test := fmt.Sprintf("t(%s) = %s, %s", apa.Freedom(p.T.DF), apa.Format("%.2f", p.T.Stat),
		apa.P("p (Holm)", by.PHolm))
	if by.Test != p.T.Name { // of single successes, whose means are not normal
		test = apa.P("p ("+by.Test+", Holm)", by.PHolm)
	}
	if by.Of != "difference" {
		difference = fmt.Sprintf("%s, %s %s, %s", apa.Format("%+.4g", by.Difference), by.Of,
			apa.Format("%.4g", by.Estimate), apa.CI("%.4g", by.CI))
	}
	if h, ok := by.PHolm.Get(); ok && h < r.Alpha {
		verdict = "differ"
	}
	if h, ok := p.Equality.PHolm.Get(); ok && h < r.Alpha {
		equal := fmt.Sprintf("equal within %g", r.Margin.Or(0))
		if verdict == "differ" {
			verdict += ", by less than " + apa.Format("%g", r.Margin)
		} else {
			verdict = equal
		}
	}
	if !by.P.Defined() {
		verdict = "the test is undefined"
	}
	return fmt.Sprintf("%s: %s, %s, %s = %s: %s", title(p), difference, test, p.Effect.Name, apa.Format("%.2f",
		p.Effect.Estimate), verdict)
}

// heads are the first columns of the tables of a family: the methods, and the group where there are several.
func heads(f compare.Family) []document.Column {
	c := []document.Column{document.WordColumn("a", "a"), document.WordColumn("b", "b")}
	if f.Pairs[0].Group != "" {
		c = append(c, document.WordColumn("group", "group"))
	}
	return c
}

// names are the cells of heads.
func names(p compare.Pair) []document.Cell {
	c := []document.Cell{document.Word(p.A), document.Word(p.B)}
	if p.Group != "" {
		c = append(c, document.Word(p.Group))
	}
	return c
}

// tests is the table of differences and their tests. Exact tests have columns where there are any.
func tests(r compare.Result, f compare.Family, stem string) document.Table {
	first := f.Pairs[0]
	t := document.Table{Name: stem + "tests", Title: fmt.Sprintf("Differences: %s and %s tests", first.T.Name,
		first.Rank.Name), Columns: append(heads(f),
		document.NumberColumn("n", countFields(first.N)...), document.NumberColumn("difference", "difference"),
		document.NumberColumn(apa.Percent(r.Level)+" interval", "ci_low", "ci_high"),
		document.NumberColumn("t", "t"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"),
		document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("p, "+first.Rank.Name, "p_rank"),
		document.NumberColumn("p (Holm)", "p_rank_holm"),
	)}
	exact, bounded := first.Exact.Name != "", r.Design.Range != nil
	if bounded {
		t.Columns = append(t.Columns, document.NumberColumn("for any distribution", "bounded_low", "bounded_high"))
	}
	if exact {
		t.Columns = append(t.Columns, document.NumberColumn("p, "+first.Exact.Name, "p_exact"),
			document.NumberColumn("p (Holm)", "p_exact_holm"))
	}
	for _, p := range f.Pairs {
		row := append(names(p), apa.CountsCell(p.N), apa.NumberCell(number, p.Difference), apa.IntervalCell(number,
			p.CI),
			apa.NumberCell("%.3f", p.T.Stat), apa.NumberCell("%.4g", p.T.DF), apa.PCell(p.T.P),
			apa.StarredPCell(p.T.PHolm), apa.PCell(p.Rank.P), apa.StarredPCell(p.Rank.PHolm))
		if bounded {
			row = append(row, apa.IntervalCell(number, p.Bounded))
		}
		if exact {
			row = append(row, apa.PCell(p.Exact.P), apa.StarredPCell(p.Exact.PHolm))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// countFields names the values of a cell of counts.
func countFields(n stats.Counts) []string {
	if len(n) == 1 {
		return []string{"n"}
	}
	return []string{"n_a", "n_b"}
}

// effects is the table of effect sizes, Bayes factors and equality.
func effects(r compare.Result, f compare.Family, stem string) document.Table {
	first := f.Pairs[0]
	t := document.Table{Name: stem + "effects", Title: "Effect sizes, evidence and equality", Columns: append(heads(f),
		document.NumberColumn(first.Effect.Name, first.Effect.Name),
		document.NumberColumn(apa.Percent(r.Level)+" interval", "effect_ci_low", "effect_ci_high"),
		document.NumberColumn("rank-biserial r", "rank_biserial"),
	)}
	evidence := slices.ContainsFunc(f.Pairs, func(p compare.Pair) bool { return p.LogBF10.Defined() })
	if evidence {
		t.Columns = append(t.Columns, document.NumberColumn("BF10", "bf10"), document.NumberColumn("", "log_bf10"))
	} else {
		t.Title = "Effect sizes and equality"
	}
	t.Columns = append(t.Columns, document.NumberColumn("equal within", "equal_within"))
	if r.Margin.Defined() {
		t.Columns = append(t.Columns, document.NumberColumn("p, equal within "+apa.Format("%g", r.Margin), "p_equal"),
			document.NumberColumn("p (Holm)", "p_equal_holm"))
	}
	for _, p := range f.Pairs {
		row := append(names(p), apa.NumberCell("%.3f", p.Effect.Estimate), apa.IntervalCell("%.3f", p.Effect.CI),
			document.Entry(apa.Fraction(p.Biserial), apa.Exact(p.Biserial)))
		if evidence {
			row = append(row, apa.FactorCell(p.BF10, p.LogBF10), apa.NumberCell("%.3f", p.LogBF10))
		}
		row = append(row, apa.NumberCell(number, p.Equality.Within))
		if r.Margin.Defined() {
			row = append(row, apa.PCell(p.Equality.P), apa.StarredPCell(p.Equality.PHolm))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// posterior is the table of the probabilities of differences above, within and below the margin; without one above and
// below 0.
func posterior(r compare.Result, f compare.Family, stem string) document.Table {
	m, margin := r.Margin.Or(0), r.Margin.Defined()
	t := document.Table{Name: stem + "posterior", Title: "Posterior of the difference",
		Columns: append(heads(f), document.NumberColumn(fmt.Sprintf("P(above %g)", m), "p_above"))}
	if margin {
		t.Columns = append(t.Columns, document.NumberColumn(fmt.Sprintf("P(within %g)", m), "p_within"))
	}
	t.Columns = append(t.Columns, document.NumberColumn(fmt.Sprintf("P(below %g)", 0-m), "p_below"))
	for _, p := range f.Pairs {
		row := append(names(p), apa.FractionCell(p.Posterior.Above))
		if margin {
			row = append(row, apa.FractionCell(p.Posterior.Within))
		}
		t.Rows = append(t.Rows, append(row, apa.FractionCell(p.Posterior.Below)))
	}
	return t
}

// posteriorNote says what the posterior of a family is.
func posteriorNote(r compare.Result) string {
	if r.Design.Paired {
		return apa.PosteriorPrior + "."
	}
	return apa.PosteriorPrior + "; both methods have one variance in it, as in Student's t."
}

// next is the table of power for the next experiment. What only t-tests tell has columns where one decides.
func next(r compare.Result, f compare.Family, stem string) document.Table {
	t := document.Table{Name: stem + "next", Title: "Next time: power 0.8 with this spread", Columns: append(heads(f),
		document.NumberColumn("this n finds", "detectable_difference"))}
	units := slices.ContainsFunc(f.Pairs, func(p compare.Pair) bool { return p.Power.Units.Defined() })
	margin := slices.ContainsFunc(f.Pairs, func(p compare.Pair) bool { return p.Power.Margin.Defined() })
	if units {
		t.Columns = append(t.Columns, document.NumberColumn("n for this difference", "units_for_observed"))
	}
	if margin {
		t.Columns = append(t.Columns, document.NumberColumn("n for equality", "units_for_margin"))
	}
	for _, p := range f.Pairs {
		row := append(names(p), apa.NumberCell(number, p.Power.Detectable))
		if units {
			row = append(row, apa.NumberCell("%.0f", p.Power.Units))
		}
		if margin {
			row = append(row, apa.NumberCell("%.0f", p.Power.Margin))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// nextNote says by which test and at which level the next experiment is planned.
func nextNote(f compare.Family) string {
	tested := 0
	for _, p := range f.Pairs {
		if p.Decision.P.Defined() {
			tested++
		}
	}
	level := "alpha"
	if tested > 1 {
		level = fmt.Sprintf("alpha / %d, where Holm's correction starts", tested)
	}
	return fmt.Sprintf("Next time is by the %s, at %s.", f.Pairs[0].Decision.Test, level)
}

// checks is the table of the assumptions that were checked and have a p value below .1: the ones to look at.
func checks(f compare.Family, stem string) document.Table {
	t := document.Table{Name: stem + "assumptions", Title: "Assumptions whose check has p < .1",
		Columns: append(heads(f),
			document.WordColumn("assumption", "assumption"), document.WordColumn("check", "check"),
			document.NumberColumn("p", "p"))}
	for _, p := range f.Pairs {
		for _, c := range p.Checks {
			if v, ok := c.P.Get(); ok && v < 0.1 {
				t.Rows = append(t.Rows, append(slices.Clip(names(p)), document.Word(c.Name), document.Word(c.Note),
					apa.PCell(c.P)))
			}
		}
	}
	return t
}
