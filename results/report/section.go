package report

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/findings"
)

// Section is the findings of a design as a section of a document: sentences, tables and notes.
func Section(f findings.Findings) document.Section {
	s := document.Section{
		Title:  f.Experiment.Name + ", " + f.Task,
		Intro:  fmt.Sprintf("%s (%s)", f.Experiment.Question, f.Experiment.Source),
		Tables: []document.Table{successTable(f), intervalTable(f)},
		Notes:  []string{"Worst behaviour: in each trial the least successful one, whichever it is."},
	}
	for _, c := range f.Pairwise {
		s.Lines = append(s.Lines, verdictText(f, c)+"; "+numbersText(c))
	}
	s.Lines = append(s.Lines, omnibusLines(f.Omnibus)...)
	if len(f.Pairwise) > 0 {
		s.Tables = append(s.Tables, comparisonTable(f))
		s.Notes = append(s.Notes,
			"Differences are in percentage points, paired by trial: t-test, two-sided; d_z is their mean over their SD.",
			apa.StarsNote("Holm"))
	}
	if f.TestsEquality() {
		s.Tables = append(s.Tables, equalityTable(f))
		s.Lines = append(s.Lines, equalityLines(f)...)
		s.Notes = append(s.Notes, equalityNote)
	}
	if t, ok := weightTable(f); ok {
		s.Tables = append(s.Tables, t)
		s.Notes = append(s.Notes, weightNote)
	}
	s.Notes = append(s.Notes, comparisonNotes(f.Pairwise)...)
	s.Notes = append(s.Notes, provenanceNotes(f)...)
	return s
}

// verdictText says what a comparison shows: "left: starved 16.9 points below balanced".
func verdictText(f findings.Findings, c findings.Comparison) string {
	difference := c.Test.MeanDifference.Or(0)
	arm, against := f.Sides[0], f.Sides[1]
	if !f.ComparesOnce() {
		arm, against = c.Arm, c.Against
	}
	switch {
	case !c.Test.T.Defined():
		return fmt.Sprintf("%s: no test of %s against %s", c.Behaviour, arm, against)
	case !c.Significant():
		return fmt.Sprintf("%s: %s not shown to differ from %s (%+.1f points)", c.Behaviour, arm, against, difference)
	case difference < 0:
		return fmt.Sprintf("%s: %s %.1f points below %s", c.Behaviour, arm, -difference, against)
	}
	return fmt.Sprintf("%s: %s %.1f points above %s", c.Behaviour, arm, difference, against)
}

// numbersText is the statistics of a comparison in APA style, or why there are none.
func numbersText(c findings.Comparison) string {
	if !c.Test.T.Defined() {
		return c.Note
	}
	return fmt.Sprintf("%s, %s, %s, %s", apa.T(c.Test), apa.P("p (Holm)", c.Holm)+apa.Stars(c.Holm),
		apa.CI("%+.1f", c.Test.CI), apa.Observations(c.Test.N))
}

// omnibusLines is a sentence for each ANOVA, with the correction of Greenhouse and Geisser.
func omnibusLines(os []findings.Omnibus) (out []string) {
	for _, o := range os {
		line := fmt.Sprintf("%s, %d arms: %s", o.Behaviour, len(o.Arms), apa.F(o.ANOVA))
		if o.ANOVA.PGG.Defined() {
			line += fmt.Sprintf("; Greenhouse and Geisser's ε = %s, %s",
				apa.Fraction(o.ANOVA.Epsilon.GG), apa.P("p", o.ANOVA.PGG))
		}
		out = append(out, line)
	}
	return out
}

// comparisonNotes is the notes of comparisons, each once, after the behaviours that it is about.
func comparisonNotes(cs []findings.Comparison) (notes []string) {
	for i, c := range cs {
		same := func(o findings.Comparison) bool { return o.Note == c.Note }
		if c.Note == "" || slices.ContainsFunc(cs[:i], same) {
			continue
		}
		var behaviours []string
		for _, o := range cs[i:] {
			if same(o) {
				behaviours = append(behaviours, o.Behaviour)
			}
		}
		notes = append(notes, strings.Join(behaviours, ", ")+": "+c.Note)
	}
	return notes
}
