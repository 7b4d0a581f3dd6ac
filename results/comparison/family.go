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

// pair is a row of the tables of a family.
type pair = compare.Pair

// heads are the first columns of the tables of a family: the methods, and the group where there are several. of is the
// pair of a row.
func heads[T any](f compare.Family, of func(T) pair) []document.Column[T] {
	columns := []document.Column[T]{
		document.Words("a", "a", func(r T) string { return of(r).A }),
		document.Words("b", "b", func(r T) string { return of(r).B }),
	}
	if f.Pairs[0].Group != "" {
		columns = append(columns, document.Words("group", "group", func(r T) string { return of(r).Group }))
	}
	return columns
}

// itself is the pair of a row that is one.
func itself(p pair) pair { return p }

// tests is the table of differences and their tests. Exact tests have columns where there are any.
func tests(r compare.Result, f compare.Family, stem string) document.Table {
	first := f.Pairs[0]
	columns := append(heads(f, itself),
		document.Numbers("n", func(p pair) document.Cell { return apa.CountsCell(p.N) }, countFields(first.N)...),
		apa.Number(number, "difference", "difference", func(p pair) stats.Maybe { return p.Difference }),
		apa.Intervals(number, apa.Percent(r.Level)+" interval", "ci_low", "ci_high",
			func(p pair) stats.Interval { return p.CI }),
		apa.Number("%.3f", "t", "t", func(p pair) stats.Maybe { return p.T.Stat }),
		apa.Number("%.4g", "df", "df", func(p pair) stats.Maybe { return p.T.DF }),
		apa.Ps("p", "p", func(p pair) stats.Maybe { return p.T.P }),
		apa.StarredPs("p (Holm)", "p_holm", func(p pair) stats.Maybe { return p.T.PHolm }),
		apa.Ps("p, "+first.Rank.Name, "p_rank", func(p pair) stats.Maybe { return p.Rank.P }),
		apa.StarredPs("p (Holm)", "p_rank_holm", func(p pair) stats.Maybe { return p.Rank.PHolm }))
	if r.Design.Range != nil {
		columns = append(columns, apa.Intervals(number, "for any distribution", "bounded_low", "bounded_high",
			func(p pair) stats.Interval { return p.Bounded }))
	}
	if first.Exact.Name != "" {
		columns = append(columns,
			apa.Ps("p, "+first.Exact.Name, "p_exact", func(p pair) stats.Maybe { return p.Exact.P }),
			apa.StarredPs("p (Holm)", "p_exact_holm", func(p pair) stats.Maybe { return p.Exact.PHolm }))
	}
	return document.TableOf(stem+"tests", fmt.Sprintf("Differences: %s and %s tests", first.T.Name, first.Rank.Name),
		f.Pairs, columns...)
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
	title, effect := "Effect sizes and equality", f.Pairs[0].Effect.Name
	columns := append(heads(f, itself),
		apa.Number("%.3f", effect, effect, func(p pair) stats.Maybe { return p.Effect.Estimate }),
		apa.Intervals("%.3f", apa.Percent(r.Level)+" interval", "effect_ci_low", "effect_ci_high",
			func(p pair) stats.Interval { return p.Effect.CI }),
		apa.Shares("rank-biserial r", "rank_biserial", func(p pair) stats.Maybe { return p.Biserial }))
	if slices.ContainsFunc(f.Pairs, func(p pair) bool { return p.LogBF10.Defined() }) {
		title = "Effect sizes, evidence and equality"
		columns = append(columns,
			document.Numbers("BF10", func(p pair) document.Cell { return apa.FactorCell(p.BF10, p.LogBF10) }, "bf10"),
			apa.Number("%.3f", "", "log_bf10", func(p pair) stats.Maybe { return p.LogBF10 }))
	}
	columns = append(columns,
		apa.Number(number, "equal within", "equal_within", func(p pair) stats.Maybe { return p.Equality.Within }))
	if r.Margin.Defined() {
		columns = append(columns, apa.Ps("p, equal within "+apa.Format("%g", r.Margin), "p_equal",
			func(p pair) stats.Maybe { return p.Equality.P }),
			apa.StarredPs("p (Holm)", "p_equal_holm", func(p pair) stats.Maybe { return p.Equality.PHolm }))
	}
	return document.TableOf(stem+"effects", title, f.Pairs, columns...)
}

// posterior is the table of the probabilities of differences above, within and below the margin; without one above and
// below 0.
func posterior(r compare.Result, f compare.Family, stem string) document.Table {
	m := r.Margin.Or(0)
	columns := append(heads(f, itself),
		apa.Fractions(fmt.Sprintf("P(above %g)", m), "p_above", func(p pair) stats.Maybe { return p.Posterior.Above }))
	if r.Margin.Defined() {
		columns = append(columns, apa.Fractions(fmt.Sprintf("P(within %g)", m), "p_within",
			func(p pair) stats.Maybe { return p.Posterior.Within }))
	}
	columns = append(columns, apa.Fractions(fmt.Sprintf("P(below %g)", 0-m), "p_below",
		func(p pair) stats.Maybe { return p.Posterior.Below }))
	return document.TableOf(stem+"posterior", "Posterior of the difference", f.Pairs, columns...)
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
	columns := append(heads(f, itself), apa.Number(number, "this n finds", "detectable_difference",
		func(p pair) stats.Maybe { return p.Power.Detectable }))
	for _, c := range []struct {
		title, field string
		of           func(pair) stats.Maybe
	}{
		{"n for this difference", "units_for_observed", func(p pair) stats.Maybe { return p.Power.Units }},
		{"n for equality", "units_for_margin", func(p pair) stats.Maybe { return p.Power.Margin }},
	} {
		if slices.ContainsFunc(f.Pairs, func(p pair) bool { return c.of(p).Defined() }) {
			columns = append(columns, apa.Number("%.0f", c.title, c.field, c.of))
		}
	}
	return document.TableOf(stem+"next", "Next time: power 0.8 with this spread", f.Pairs, columns...)
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
	type row struct {
		pair
		check compare.Check
	}
	var rows []row
	for _, p := range f.Pairs {
		for _, c := range p.Checks {
			if v, ok := c.P.Get(); ok && v < 0.1 {
				rows = append(rows, row{p, c})
			}
		}
	}
	return document.TableOf(stem+"assumptions", "Assumptions whose check has p < .1", rows,
		append(heads(f, func(r row) pair { return r.pair }),
			document.Words("assumption", "assumption", func(r row) string { return r.check.Name }),
			document.Words("check", "check", func(r row) string { return r.check.Note }),
			apa.Ps("p", "p", func(r row) stats.Maybe { return r.check.P }))...)
}
