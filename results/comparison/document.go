package comparison

import (
	"fmt"
	"slices"

	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
	"counterpoise/stats/compare"
	"counterpoise/stats/mixed"
)

// maxSentences is the number of pairs of a family that get a sentence each; tables have all of them.
const maxSentences = 15

// number is the format of scores and differences: four digits, whatever their size.
const number = "%.4g"

// Document is a comparison as a document. Taken are sentences that say what the data were taken for.
func Document(r compare.Result, taken []string) document.Document {
	d := document.Document{Title: "Comparison of methods"}
	d.Sections = append(d.Sections, methods(r, taken), omnibus(r))
	for _, f := range r.Families {
		d.Sections = append(d.Sections, family(r, f))
	}
	if r.Rollouts != nil {
		d.Sections = append(d.Sections, apa.Mixed(*r.Rollouts))
	}
	if r.Aggregates != nil {
		d.Sections = append(d.Sections, apa.Aggregates(*r.Aggregates))
	}
	return d
}

// methods is the section of what was compared, with a row for each method.
func methods(r compare.Result, taken []string) document.Section {
	s := document.Section{Title: "What was compared", Lines: append(taken, r.Design.Sentence)}
	interval, of := apa.Percent(r.Level)+" interval", "rollouts"
	if r.Design.Outcome != compare.Successes {
		of = "values" // of whatever was measured: percentages are no rollouts
	}
	t := document.Table{Name: "methods", Title: "Methods, over " + r.Design.Unit, Columns: []document.Head{
		document.WordColumn("method", "method"), document.NumberColumn("n", "n"),
		document.NumberColumn("mean", "mean"), document.NumberColumn("SD", "sd"),
		document.NumberColumn(interval, "ci_low", "ci_high"), document.NumberColumn("median", "median"),
		document.NumberColumn("least", "min"), document.NumberColumn("most", "max"),
		document.NumberColumn(of, "rollouts"),
	}}
	for _, m := range r.Methods {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(m.Method), document.Count(m.N), apa.NumberCell(number, m.Mean), apa.NumberCell(number, m.SD),
			apa.IntervalCell(number, m.CI), apa.NumberCell(number, m.Median), apa.NumberCell(number, m.Least),
			apa.NumberCell(number, m.Most), document.Count(m.Rollouts),
		})
	}
	s.Tables = []document.Table{t}
	s.Notes = warnings(r.Warnings)
	return s
}

// warnings are notes.
func warnings(w stats.Warnings) (notes []string) {
	for _, text := range w {
		notes = append(notes, "Warning: "+text)
	}
	return notes
}

// omnibus is the section of the tests of all methods at once.
func omnibus(r compare.Result) document.Section {
	s := document.Section{Title: "Do any of the methods differ?"}
	t := omnibusTable{document.Table{Name: "omnibus", Title: "Tests of all methods", Columns: []document.Head{
		document.WordColumn("test", "test"), document.NumberColumn("statistic", "statistic"),
		document.NumberColumn("df", "df1", "df2"), document.NumberColumn("p", "p"),
		document.WordColumn("effect", "effect_name"), document.NumberColumn("size", "effect"),
	}}}
	o := r.Omnibus
	if a := o.ANOVA; a != nil {
		s.Lines = append(s.Lines, t.repeatedMeasures(a)...)
		s.Notes = append(s.Notes, warnings(a.Warnings)...)
	}
	if l := o.Linear; l != nil {
		if l.F.Defined() {
			s.Lines = append(s.Lines, fmt.Sprintf("Linear mixed model of all %d scores of %d units: F(%s, %s) = %s, %s",
				l.Scores, l.Units, apa.Freedom(l.DF1), apa.Freedom(l.DF2), apa.Format("%.2f", l.F), apa.P("p", l.P)))
			t.add("linear mixed model", l.F, l.DF1, l.DF2, l.P, "", stats.Maybe{})
			s.Tables = append(s.Tables, linear(r))
			untested := false
			for _, c := range l.Contrasts {
				untested = untested || !c.P.Defined()
			}
			s.Notes = append(s.Notes, familyNote(len(l.Contrasts), untested, "the linear mixed model"),
				apa.StarsNote("Holm"))
		}
		s.Notes = append(s.Notes, warnings(l.Warnings)...)
	}
	if f := o.Friedman; f != nil {
		t.add("Friedman", f.Chi2, f.DF, stats.Maybe{}, f.P, "Kendall's W", f.KendallW)
		s.Notes = append(s.Notes, warnings(f.Warnings)...)
	}
	if w := o.Welch; w != nil {
		s.Lines = append(s.Lines, fmt.Sprintf("Welch's ANOVA: F(%s, %s) = %s, %s", apa.Freedom(w.DF1),
			apa.Freedom(w.DF2), apa.Format("%.2f", w.Stat), apa.P("p", w.P)))
		t.add(w.Name, w.Stat, w.DF1, w.DF2, w.P, "eta squared", w.Effect)
		s.Notes = append(s.Notes, warnings(w.Warnings)...)
	}
	if k := o.Ranks; k != nil {
		t.add(k.Name, k.Stat, k.DF1, stats.Maybe{}, k.P, "epsilon squared", k.Effect)
		s.Notes = append(s.Notes, warnings(k.Warnings)...)
	}
	if len(t.Rows) > 0 {
		s.Tables = append([]document.Table{t.Table}, s.Tables...)
	}
	slices.Sort(s.Notes)
	s.Notes = slices.Compact(s.Notes)
	return s
}

// omnibusTable is the table of omnibus.
type omnibusTable struct{ document.Table }

// add adds the row of a test. One with a single number of degrees of freedom has no df2, and none has an effect of no
// name.
func (t *omnibusTable) add(name string, stat, df1, df2, p stats.Maybe, effect string, size stats.Maybe) {
	df := apa.FreedomCell(df1)
	if df2.Defined() {
		df = apa.FreedomCell(df1, df2)
	} else {
		df.Values = append(df.Values, "")
	}
	t.Rows = append(t.Rows, []document.Cell{document.Word(name), apa.NumberCell("%.3f", stat), df, apa.PCell(p),
		document.Word(effect), apa.NumberCell("%.3f", size)})
}

// repeatedMeasures adds the rows of the analysis of variance, with Greenhouse and Geisser's correction where there are
// more than two methods, and returns its sentences.
func (t *omnibusTable) repeatedMeasures(a *stats.ANOVA) []string {
	lines := []string{fmt.Sprintf("Repeated-measures ANOVA of %d complete units: %s", a.N, apa.F(*a))}
	t.add("repeated-measures ANOVA", a.F, a.DF1, a.DF2, a.P, "partial eta squared", a.PartialEta2)
	if a.K > 2 && a.F.Defined() {
		lines = append(lines, "Greenhouse and Geisser's ε = "+apa.Fraction(a.Epsilon.GG)+": "+
			apa.CorrectedF(*a, a.Epsilon.GG, a.PGG))
		scaled := func(m stats.Maybe) stats.Maybe { return stats.Some(m.Or(0) * a.Epsilon.GG.Or(1)) }
		t.add("the same, Greenhouse-Geisser", a.F, scaled(a.DF1), scaled(a.DF2), a.PGG, "generalised eta squared",
			a.GeneralizedEta2)
	}
	return lines
}

// linear has a row for each contrast of the linear mixed model.
func linear(r compare.Result) document.Table {
	type row = mixed.LinearContrast
	return document.TableOf("linear", "Differences of the linear mixed model: a minus b", r.Omnibus.Linear.Contrasts,
		document.Words("a", "a", func(c row) string { return c.A }),
		document.Words("b", "b", func(c row) string { return c.B }),
		apa.Number(number, "difference", "difference", func(c row) stats.Maybe { return c.Difference }),
		apa.Intervals(number, apa.Percent(r.Level)+" interval", "ci_low", "ci_high",
			func(c row) stats.Interval { return c.CI }),
		apa.Number("%.3f", "t", "t", func(c row) stats.Maybe { return c.T }),
		apa.Number("%.2f", "df", "df", func(c row) stats.Maybe { return c.DF }),
		apa.Ps("p", "p", func(c row) stats.Maybe { return c.P }),
		apa.StarredPs("p (Holm)", "p_holm", func(c row) stats.Maybe { return c.PHolm }),
	)
}
