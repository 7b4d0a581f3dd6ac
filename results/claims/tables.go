package claims

import (
	"fmt"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// Document is evaluations as a document, a section each. Notes about records that were left out stand in every
// section, because each may be read alone.
func Document(evaluations []Evaluation, notes []string) document.Document {
	d := document.Document{Title: "Counterpoise: the claims of the study"}
	for _, e := range evaluations {
		s := e.Section()
		s.Notes = append(s.Notes, notes...)
		d.Sections = append(d.Sections, s)
	}
	return d
}

// Section is an evaluation as a section of a document: the verdicts counted, each with its sentence, and the numbers
// in two tables. The counts come first, then a sentence per claim in the study's order.
func (e Evaluation) Section() document.Section {
	s := document.Section{
		Title: "Claims",
		Intro: fmt.Sprintf("The claims of arXiv:2508.06319, answered by policy %s: "+
			"up to %s of %d rollouts, %s, seed %d. Success is by %s.", e.Size.Policy,
			wording.Plural(e.Size.Trials, "trial"), e.Size.Rollouts, findings.StepsText(e.Size), e.Size.Seed,
			findings.OracleText(e.Oracle)),
		Lines:  []string{e.Counts()},
		Tables: []document.Table{e.claimsTable(), e.testsTable()},
		Notes:  append([]string(nil), notes...),
	}
	for _, r := range e.Claims {
		s.Lines = append(s.Lines, fmt.Sprintf("%s %v: %s", r.ID, r.Verdict, r.Why))
	}
	if e.OracleWarning != "" {
		s.Notes = append(s.Notes, e.OracleWarning)
	}
	return s
}

// notes are the rules of rules.go for readers of a table. They repeat rules.go in words; a change of a rule
// needs a change here.
var notes = []string{
	"Replicated: p < .05 in the direction claimed (paired by trial, two-sided, not corrected, as the study's); " +
		"for equality, the 90 % interval of the difference within ±10 points. " +
		"Contradicted: p < .05 in the opposite direction; for equality, that interval beyond ±10 points. " +
		"Inconclusive: neither. A claim of several tests needs all of them.",
	"p (corrected): of t by Holm, over the claims on the task in the experiment; of F by Greenhouse and Geisser. " +
		"Ours has the order of subtraction of the printed t: the same sign is the same direction.",
	"Power: to find the effect that is printed, with our number of trials; " +
		"for equality, to show it between equals that spread as ours do.",
}

// claimsTable has a row for each claim. The last column is for programs alone: it has no title, so only CSV has
// its fields.
func (e Evaluation) claimsTable() document.Table {
	t := document.Table{
		Name: "claims", Title: "The claims: the study's statistic and ours, success by " +
			findings.OracleText(e.Oracle),
		Columns: []document.Column{
			document.WordColumn("claim", "id"), document.WordColumn("experiment", "experiment"),
			document.WordColumn("task", "task"), document.WordColumn("behaviour", "behaviour"),
			document.WordColumn("says", "claim"),
			document.NumberColumn("printed", "printed", "printed_df", "printed_p"),
			document.NumberColumn("ours", "ours"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (corrected)", "p_corrected"),
			document.NumberColumn("n", "n"), document.NumberColumn("power", "power"),
			document.WordColumn("verdict", "verdict"),
			{Fields: []string{"why", "policy", "trials", "rollouts", "seed", "oracle"}},
		},
	}
	for _, r := range e.Claims {
		o := r.own()
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(r.ID), document.Word(r.Experiment), document.Word(r.Task), document.Word(r.Behaviour),
			document.Word(r.Words),
			document.Entry(r.printed(), apa.Exact(r.Statistic), dfText(r.DF, ";"), r.Reported), o.statistic,
			apa.PCell(o.p), apa.StarredPCell(o.corrected), o.n,
			document.Entry(apa.Fraction(r.Power.Power), apa.Exact(r.Power.Power)), document.Word(string(r.Verdict)),
			{Values: []string{
				r.Why, e.Size.Policy.String(), fmt.Sprint(e.Size.Trials), fmt.Sprint(e.Size.Rollouts),
				fmt.Sprint(e.Size.Seed), string(e.Oracle),
			}},
		})
	}
	return t
}

// printed is the study's statistic: "t(9) = -2.60, p<0.05". A claim without a statistic has its printed p
// alone, which may be empty.
func (r Result) printed() string {
	if !r.Statistic.Defined() {
		return r.Reported
	}
	return fmt.Sprintf("%s(%s) = %s, %s", r.Kind, dfText(r.DF, ", "), apa.Format("%g", r.Statistic), r.Reported)
}

// dfText is degrees of freedom with a separator between them: "3;27". Degrees of freedom of the study are whole
// numbers.
func dfText(df []float64, separator string) string {
	var parts []string
	for _, v := range df {
		parts = append(parts, fmt.Sprint(v))
	}
	return strings.Join(parts, separator)
}

// ownStatistic is what our records give for a claim, as cells and p values of a row.
type ownStatistic struct {
	statistic    document.Cell // t or F; for several parts how many hold
	p, corrected stats.Maybe
	n            document.Cell
}

// own is our statistic of a claim. A claim with one part shows its test. A claim with several shows how many
// hold, because no single p stands for them. Table 1 and the theory show a dash.
func (r Result) own() ownStatistic {
	dash := document.Entry(apa.None, "")
	switch len(r.Parts) {
	case 0:
		return ownStatistic{statistic: dash, n: dash}
	case 1:
	default:
		hold := 0
		for _, p := range r.Parts {
			if p.Verdict == Replicated {
				hold++
			}
		}
		return ownStatistic{statistic: document.Word(fmt.Sprintf("%d of %d hold", hold, len(r.Parts))), n: dash}
	}
	p := r.Parts[0]
	o := ownStatistic{statistic: dash, n: dash}
	switch {
	// The corrected p of an F is Greenhouse and Geisser's: it corrects for departures from sphericity, not for
	// the number of tests.
	case p.ANOVA.F.Defined():
		a := p.ANOVA
		f := fmt.Sprintf("F(%s, %s) = %s", apa.Freedom(a.DF1), apa.Freedom(a.DF2), apa.Format("%.2f", a.F))
		o.statistic, o.p, o.corrected = document.Entry(f, apa.Exact(a.F)), a.P, a.PGG
		o.n = document.Count(p.N)
	case p.Test.T.Defined():
		t := stats.Some(p.Test.T.Or(0) * r.order(p))
		text := fmt.Sprintf("t(%s) = %s", apa.Freedom(p.Test.DF), apa.Format("%.2f", t))
		o.statistic, o.p, o.corrected = document.Entry(text, apa.Exact(t)), p.Test.P, p.Holm
		o.n = document.Count(p.N)
	}
	return o
}

// order is -1 where the study subtracted the other way round: where its t is positive for a < b, or negative for a >
// b. A claim without a printed t keeps the order of its part.
func (r Result) order(p PartResult) float64 {
	if t, ok := r.Statistic.Get(); ok && (p.Part.Relation == "<") == (t > 0) {
		return -1
	}
	return 1
}

// testsTable has a row for each part of each claim. Claims without parts have no row.
func (e Evaluation) testsTable() document.Table {
	t := document.Table{
		Name: "tests",
		Title: "The tests behind the verdicts: first minus second, in percentage points, success by " +
			findings.OracleText(e.Oracle) + "; of Table 1 weights and losses",
		Columns: []document.Column{
			document.WordColumn("claim", "id"), document.WordColumn("test", "test"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn("95 % interval", "ci_low", "ci_high"),
			document.NumberColumn("90 % interval", "ci90_low", "ci90_high"), document.NumberColumn("t", "t"),
			document.NumberColumn("F", "F"), document.NumberColumn("p", "p"),
			document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("p (equal)", "p_equal"), document.NumberColumn("d_z", "d_z"),
			document.NumberColumn("n", "n"), document.WordColumn("verdict", "verdict"), {Fields: []string{"why"}},
		},
	}
	for _, r := range e.Claims {
		for _, p := range r.Parts {
			t.Rows = append(t.Rows, append([]document.Cell{document.Word(r.ID)}, p.cells()...))
		}
	}
	return t
}

// cells is the row of a part, without the claim's name. Undefined numbers are dashes for people and empty
// fields for programs. A test of Table 1 is in units of a weight or of a loss instead of percentage points, so
// it has four decimals.
func (p PartResult) cells() []document.Cell {
	pValue, format, narrow := p.Test.P, "%+.1f", apa.IntervalCell("%+.1f", p.Equal.CI)
	switch {
	case p.ANOVA.F.Defined():
		pValue = p.ANOVA.P
	case p.Part.Relation == "": // of Table 1
		format, narrow = "%+.4f", apa.IntervalCell("%.3f", p.WeightCI)
	}
	return []document.Cell{
		document.Word(p.Name), apa.NumberCell(format, p.Test.MeanDifference),
		apa.IntervalCell(format, p.Test.CI), narrow,
		apa.NumberCell("%.2f", p.Test.T), apa.NumberCell("%.2f", p.ANOVA.F), apa.PCell(pValue),
		apa.StarredPCell(p.Holm), apa.PCell(p.Equal.P), apa.NumberCell("%.2f", p.Test.D), document.Count(p.N),
		document.Word(string(p.Verdict)), {Values: []string{p.Why}},
	}
}
