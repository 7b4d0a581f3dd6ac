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
// where the name is unknown; the table has all of them.
//
// Stars go into the column of the chosen correction, the 8th to 10th. Each p value is corrected within this
// family. The rows of the table are made when they are written, so that a large family has no second copy in memory.
func Pairwise(c stats.Comparisons, correction string) document.Section {
	chosen := max(0, slices.Index(Corrections(), correction))
	by := corrections[chosen]
	s := document.Section{Title: fmt.Sprintf("Pairwise paired t-tests: a family of %d", len(c.Pairs))}
	t := document.Table{
		Name: "pairwise", Title: "a minus b",
		Columns: []document.Column{
			document.WordColumn("a", "a"), document.WordColumn("b", "b"),
			document.NumberColumn("difference", "mean_difference"), document.NumberColumn("interval", ends...),
			document.NumberColumn("t", "t"), document.NumberColumn("df", "df"), document.NumberColumn("p", "p"),
			document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("p (Bonferroni)", "p_bonferroni"),
			document.NumberColumn("p (BH)", "p_bh"), document.NumberColumn("d_z", "d_z"),
			document.NumberColumn("n", "n"),
		},
	}
	row := func(p stats.Pair) []document.Cell {
		row := []document.Cell{
			document.Word(p.A), document.Word(p.B),
			NumberCell("%.4g", p.MeanDifference), IntervalCell("%.4g", p.CI), NumberCell("%.3f", p.T),
			NumberCell("%.0f", p.DF), PCell(p.P), PCell(p.PHolm), PCell(p.PBonferroni), PCell(p.PBH),
			NumberCell("%.3f", p.DZ), document.Count(p.N),
		}
		// Columns 7, 8 and 9 are the corrections, in the order of the variable corrections.
		row[7+chosen].Text += Stars(by.p(p))
		return row
	}
	t.More = func(yield func([]document.Cell) bool) {
		for _, p := range c.Pairs {
			if !yield(row(p)) {
				return
			}
		}
	}
	warnings := 0
	for _, p := range c.Pairs {
		if p.CI.Level > 0 {
			t.Columns[3].Title = Percent(p.CI.Level) + " interval"
		}
		if len(c.Pairs) <= maxSentences {
			// The sentence is that of a paired t-test; the fields that it does not use stay empty.
			test := stats.Test{T: p.T, DF: p.DF, P: p.P, D: p.DZ, N: stats.Counts{p.N}}
			s.Lines = append(s.Lines, fmt.Sprintf("%s against %s: %s, %s%s",
				p.A, p.B, T(test), P("p ("+by.title+")", by.p(p)), Stars(by.p(p))))
		}
		for _, w := range p.Warnings {
			if warnings++; warnings <= maxSentences {
				s.Notes = append(s.Notes, fmt.Sprintf("Warning: %s against %s: %s", p.A, p.B, w))
			}
		}
	}
	if warnings > maxSentences {
		s.Notes = append(s.Notes, fmt.Sprintf("%s, which fewer conditions show.",
			wording.Plural(warnings-maxSentences, "more warning")))
	}
	s.Tables = []document.Table{t}
	if len(c.Pairs) > maxSentences {
		s.Notes = append(s.Notes, fmt.Sprintf("Families of more than %d pairs have no sentence a pair: the table has "+
			"the same numbers.", maxSentences))
	}
	s.Notes = append(s.Notes, StarsNote(by.title), "Intervals are each of its own, not adjusted.")
	return s
}
