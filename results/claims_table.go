package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// Ruling is the study's claims, answered from the records of one policy, seed and size.
type Ruling struct {
	Size   bench.Size `json:"size"`
	Claims []Judged   `json:"claims"`
}

// Rulings answers the study's claims from records, once for every policy, seed and size that they hold. Where some of these have
// records that a claim is about, the others are left out. Notes say what could not be read.
func Rulings(records []bench.Record) (rulings []Ruling, notes []string) {
	held := byHash{}
	for _, r := range records {
		held[r.Cell.Hash()] = r
	}
	sizes, notes := sizesOf(records)
	for _, s := range sizes {
		trials := 0
		for _, r := range records {
			if size(r.Cell) == s {
				trials = max(trials, r.Cell.Trial+1)
			}
		}
		s.Trials = trials
		rulings = append(rulings, Ruling{s, Judge(Claims(), s, held)})
	}
	if slices.ContainsFunc(rulings, Ruling.answers) {
		rulings = slices.DeleteFunc(rulings, func(r Ruling) bool { return !r.answers() })
	}
	return rulings, notes
}

// byHash is records in memory.
type byHash map[string]bench.Record

// Get is the record of a cell.
func (b byHash) Get(c bench.Cell) (bench.Record, bool) {
	r, ok := b[c.Hash()]
	return r, ok
}

// answers says whether there are records of any claim.
func (r Ruling) answers() bool {
	return slices.ContainsFunc(r.Claims, func(j Judged) bool { return j.Kind != "exact" && j.Verdict != NotTestable })
}

// DocumentOf is rulings as a document.
func DocumentOf(rulings []Ruling, notes []string) document.Document {
	d := document.Document{Title: "Counterpoise: the claims of the study"}
	for _, r := range rulings {
		s := r.Section()
		s.Notes = append(s.Notes, notes...)
		d.Sections = append(d.Sections, s)
	}
	return d
}

// Section is a ruling as a section of a document: the verdicts counted, each with its sentence, and the numbers in two tables.
func (r Ruling) Section() document.Section {
	s := document.Section{
		Title:  "Claims",
		Intro:  fmt.Sprintf("The claims of arXiv:2508.06319, answered by policy %s: up to %s of %d rollouts, %s, seed %d.", r.Size.Policy, wording.Plural(r.Size.Trials, "trial"), r.Size.Rollouts, budget(r.Size), r.Size.Seed),
		Lines:  []string{r.counts()},
		Tables: []document.Table{r.table(), r.tests()},
		Notes:  rulesInWords,
	}
	for _, j := range r.Claims {
		s.Lines = append(s.Lines, fmt.Sprintf("%s %v: %s", j.ID, j.Verdict, j.Why))
	}
	return s
}

// rulesInWords are the rules of claims_rules.go for readers of a table.
var rulesInWords = []string{
	"Replicated: p < .05 in the direction claimed (paired by trial, two-sided, not corrected, as the study's); for equality, the 90 % interval of the difference within ±10 points. " +
		"Contradicted: p < .05 in the opposite direction; for equality, that interval beyond ±10 points. Inconclusive: neither. A claim of several tests needs all of them.",
	"p (corrected): of t by Holm, over the claims on the task in the experiment; of F by Greenhouse and Geisser. Ours has the order of subtraction of the printed t: the same sign is the same direction.",
	"Power: to find the effect that is printed, with our number of trials; for equality, to show it between equals that spread as ours do.",
}

// counts is how many claims have which verdict.
func (r Ruling) counts() string {
	var parts []string
	for _, v := range Verdicts {
		n := 0
		for _, j := range r.Claims {
			if j.Verdict == v {
				n++
			}
		}
		parts = append(parts, fmt.Sprintf("%d %v", n, v))
	}
	return fmt.Sprintf("Of %s: %s.", wording.Plural(len(r.Claims), "claim"), strings.Join(parts, ", "))
}

// table has a row for each claim.
func (r Ruling) table() document.Table {
	t := document.Table{
		Name: "claims", Title: "The claims: the study's statistic and ours",
		Columns: []document.Column{
			document.WordColumn("claim", "id"), document.WordColumn("experiment", "experiment"), document.WordColumn("task", "task"), document.WordColumn("behaviour", "behaviour"), document.WordColumn("says", "claim"),
			document.NumberColumn("printed", "printed", "printed_df", "printed_p"), document.NumberColumn("ours", "ours"), document.NumberColumn("p", "p"), document.NumberColumn("p (corrected)", "p_corrected"), document.NumberColumn("n", "n"),
			document.NumberColumn("power", "power"), document.WordColumn("verdict", "verdict"), {Fields: []string{"why", "policy", "trials", "rollouts", "seed"}},
		},
	}
	for _, j := range r.Claims {
		ours, p, corrected, n := j.ours()
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(j.ID), document.Word(j.Experiment), document.Word(j.Task), document.Word(j.Behaviour), document.Word(j.Words),
			document.Entry(j.printed(), apa.Exact(j.Statistic), freedoms(j.DF, ";"), j.Reported), ours, apa.PCell(p), document.Entry(apa.Probability(corrected)+apa.Stars(corrected), apa.Exact(corrected)), n,
			document.Entry(apa.Fraction(j.Power.Power), apa.Exact(j.Power.Power)), document.Word(string(j.Verdict)),
			{Values: []string{j.Why, r.Size.Policy, fmt.Sprint(r.Size.Trials), fmt.Sprint(r.Size.Rollouts), fmt.Sprint(r.Size.Seed)}},
		})
	}
	return t
}

// printed is the study's statistic: "t(9) = -2.60, p<0.05".
func (j Judged) printed() string {
	if !j.Statistic.Defined() {
		return j.Reported
	}
	return fmt.Sprintf("%s(%s) = %s, %s", j.Kind, freedoms(j.DF, ", "), apa.Format("%g", j.Statistic), j.Reported)
}

func freedoms(df []float64, between string) string {
	var parts []string
	for _, v := range df {
		parts = append(parts, fmt.Sprint(v))
	}
	return strings.Join(parts, between)
}

// ours is our statistic of a claim with its p, the corrected p and n; of several tests how many hold.
func (j Judged) ours() (statistic document.Cell, p, corrected stats.Maybe, n document.Cell) {
	dash := document.Entry(apa.None, "")
	switch len(j.Parts) {
	case 0:
		return dash, p, corrected, dash
	case 1:
	default:
		hold := 0
		for _, h := range j.Parts {
			if h.Verdict == Replicated {
				hold++
			}
		}
		return document.Word(fmt.Sprintf("%d of %d hold", hold, len(j.Parts))), p, corrected, dash
	}
	h := j.Parts[0]
	n = document.Count(h.N)
	switch {
	case h.ANOVA.F.Defined():
		return document.Entry(fmt.Sprintf("F(%s, %s) = %s", apa.Freedom(h.ANOVA.DF1), apa.Freedom(h.ANOVA.DF2), apa.Format("%.2f", h.ANOVA.F)), apa.Exact(h.ANOVA.F)), h.ANOVA.P, h.ANOVA.PGG, n
	case h.Test.T.Defined():
		t := stats.Some(h.Test.T.Or(0) * j.order(h))
		return document.Entry(fmt.Sprintf("t(%s) = %s", apa.Freedom(h.Test.DF), apa.Format("%.2f", t)), apa.Exact(t)), h.Test.P, h.Holm, n
	}
	return dash, p, corrected, n
}

// order is -1 where the study subtracted the other way round: where its t is positive for a < b, or negative for a > b.
func (j Judged) order(h Heard) float64 {
	if t, ok := j.Statistic.Get(); ok && (h.Part.Relation == "<") == (t > 0) {
		return -1
	}
	return 1
}

// tests has a row for each test of each claim.
func (r Ruling) tests() document.Table {
	t := document.Table{
		Name: "tests", Title: "The tests behind the verdicts: first minus second, in percentage points; of Table 1 weights and losses",
		Columns: []document.Column{
			document.WordColumn("claim", "id"), document.WordColumn("test", "test"), document.NumberColumn("difference", "mean_difference"), document.NumberColumn("95 % interval", "ci_low", "ci_high"),
			document.NumberColumn("90 % interval", "ci90_low", "ci90_high"), document.NumberColumn("t", "t"), document.NumberColumn("F", "F"), document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("p (equal)", "p_equal"),
			document.NumberColumn("d_z", "d_z"), document.NumberColumn("n", "n"), document.WordColumn("verdict", "verdict"), {Fields: []string{"why"}},
		},
	}
	for _, j := range r.Claims {
		for _, h := range j.Parts {
			p, format, narrow := h.Test.P, "%+.1f", apa.IntervalCell("%+.1f", h.Equal.CI)
			switch {
			case h.ANOVA.F.Defined():
				p = h.ANOVA.P
			case h.Part.Relation == "": // of Table 1
				format, narrow = "%+.4f", apa.IntervalCell("%.3f", h.WeightCI)
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(j.ID), document.Word(h.Name), apa.NumberCell(format, h.Test.MeanDifference), apa.IntervalCell(format, h.Test.CI), narrow,
				apa.NumberCell("%.2f", h.Test.T), apa.NumberCell("%.2f", h.ANOVA.F), apa.PCell(p), document.Entry(apa.Probability(h.Holm)+apa.Stars(h.Holm), apa.Exact(h.Holm)), apa.PCell(h.Equal.P),
				apa.NumberCell("%.2f", h.Test.D), document.Count(h.N), document.Word(string(h.Verdict)), {Values: []string{h.Why}},
			})
		}
	}
	return t
}

// holdsStudy says whether experiments are all those that the claims are about: only then is a section of claims worth its room.
func holdsStudy(es []bench.Experiment) bool {
	for _, c := range Claims() {
		for _, p := range c.Tests {
			if !slices.ContainsFunc(es, func(e bench.Experiment) bool { return e.Name == p.Experiment }) {
				return false
			}
		}
	}
	return true
}
