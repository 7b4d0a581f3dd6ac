package apa

import (
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// corrections are the adjusted p values of a pair, by the name of the correction, in the order of Pairwise's
// columns. Holm and Bonferroni bound the chance of any false finding, Benjamini-Hochberg the expected share of
// false ones.
var corrections = []struct {
	name, title string
	p           func(stats.Pair) stats.Maybe
}{
	{"holm", "Holm", func(p stats.Pair) stats.Maybe { return p.PHolm }},
	{"bonferroni", "Bonferroni", func(p stats.Pair) stats.Maybe { return p.PBonferroni }},
	{"bh", "Benjamini-Hochberg", func(p stats.Pair) stats.Maybe { return p.PBH }},
}

// Corrections are the names of the corrections that Pairwise accepts. The first, "holm", is taken for an
// unknown name.
func Corrections() (names []string) {
	for _, c := range corrections {
		names = append(names, c.name)
	}
	return names
}

// maxSentences is the largest family whose pairs each get a sentence, 45 conditions, and the most warnings about pairs.
// Half a million sentences, those of 1,000 conditions, would double the time and the memory, and nobody reads them.
const maxSentences = 1000

// Pairwise is a family of paired tests as a section. The sentences and the stars follow one correction, the first
// where the name is unknown; the table has all of them. Each p value is corrected within this family.
func Pairwise(c stats.Comparisons, correction string) document.Section {
	chosen := max(0, slices.Index(Corrections(), correction))
	by := corrections[chosen]
	s := document.Section{
		Title:  fmt.Sprintf("Pairwise paired t-tests: a family of %d", len(c.Pairs)),
		Tables: []document.Table{pairwiseTable(c.Pairs, chosen)},
		Notes:  pairwiseWarnings(c.Pairs),
	}
	if len(c.Pairs) > maxSentences {
		s.Notes = append(s.Notes, fmt.Sprintf("Families of more than %d pairs have no sentence a pair: the table has "+
			"the same numbers.", maxSentences))
	} else {
		for _, p := range c.Pairs {
			// The sentence is that of a paired t-test; the fields that it does not use stay empty.
			test := stats.Test{T: p.T, DF: p.DF, P: p.P, D: p.DZ, N: stats.Counts{p.N}}
			s.Lines = append(s.Lines, fmt.Sprintf("%s against %s: %s, %s%s",
				p.A, p.B, T(test), P("p ("+by.title+")", by.p(p)), Stars(by.p(p))))
		}
	}
	untested := 0
	for _, p := range c.Pairs {
		if !p.P.Defined() {
			untested++
		}
	}
	if untested > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d of the family of %d have no p value and do not count in the "+
			"corrections.", untested, len(c.Pairs)))
	}
	s.Notes = append(s.Notes, StarsNote(by.title), "Intervals are each of its own, not adjusted.")
	return s
}

// pairwiseTable has a row for each pair, and stars beside the p value of the chosen correction. The rows are made when
// they are written, so that a large family has no second copy in memory.
func pairwiseTable(pairs []stats.Pair, chosen int) document.Table {
	t := document.Table{
		Name: "pairwise", Title: "a minus b",
		Columns: []document.Head{
			document.WordColumn("a", "a"), document.WordColumn("b", "b"),
			document.NumberColumn("difference", "mean_difference"), document.NumberColumn("interval", ends...),
			document.NumberColumn("t", "t"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"),
			document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("p (Bonferroni)", "p_bonferroni"),
			document.NumberColumn("p (BH)", "p_bh"), document.NumberColumn("d_z", "d_z"),
			document.NumberColumn("n", "n"),
		},
	}
	for _, p := range pairs {
		if p.CI.Level > 0 {
			t.Columns[3].Title = Percent(p.CI.Level) + " interval"
		}
	}
	row := func(p stats.Pair) []document.Cell {
		row := []document.Cell{
			document.Word(p.A), document.Word(p.B),
			NumberCell("%.4g", p.MeanDifference), IntervalCell("%.4g", p.CI), NumberCell("%.3f", p.T),
			NumberCell("%.0f", p.DF), PCell(p.P), PCell(p.PHolm), PCell(p.PBonferroni), PCell(p.PBH),
			NumberCell("%.3f", p.DZ), document.Count(p.N),
		}
		// Columns 7, 8 and 9 are the corrections, in the order of the variable corrections.
		row[7+chosen].Text += Stars(corrections[chosen].p(p))
		return row
	}
	t.More = func(yield func([]document.Cell) bool) {
		for _, p := range pairs {
			if !yield(row(p)) {
				return
			}
		}
	}
	return t
}

// pairwiseWarnings are the warnings about pairs, maxSentences at most.
func pairwiseWarnings(pairs []stats.Pair) (notes []string) {
	warnings := 0
	for _, p := range pairs {
		for _, w := range p.Warnings {
			if warnings++; warnings <= maxSentences {
				notes = append(notes, fmt.Sprintf("Warning: %s against %s: %s", p.A, p.B, w))
			}
		}
	}
	if warnings > maxSentences {
		notes = append(notes, fmt.Sprintf("%s, which fewer conditions show.",
			wording.Plural(warnings-maxSentences, "more warning")))
	}
	return notes
}
