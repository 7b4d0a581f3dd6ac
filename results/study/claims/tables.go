package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Document lays out evaluations as a document with a section each. Notes about records that were left out are repeated
// in every section, because a section may be read alone.
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
//
// Weights from outside have lines and a table of their own at the end. Where no claim of the study has records they
// stand alone.
func (e Evaluation) Section() document.Section {
	if len(e.Outside) == 0 {
		return e.studySection()
	}
	s := document.Section{
		Title: "Claims",
		Intro: fmt.Sprintf("Weights from outside, by policy %s: up to %s of %d rollouts, %s, seed %d. Success is by "+
			"%s. No records are of the study's claims.", e.Size.Policy, wording.Plural(e.Size.Trials, "trial"),
			e.Size.Rollouts, frame.StepsText(e.Size), e.Size.Seed, frame.OracleText(e.Oracle)),
	}
	if e.Tested() {
		s = e.studySection()
	}
	for _, o := range e.Outside {
		s.Lines = append(s.Lines, o.line())
	}
	s.Tables, s.Notes = append(s.Tables, e.outsideTable()), append(s.Notes, e.outsideNote())
	return s
}

// studySection is the part of the section on the study's claims.
func (e Evaluation) studySection() document.Section {
	title := "Claims"
	if e.Difficulty != study.Variety {
		title += fmt.Sprintf(" under the difficulty %s", e.Difficulty)
	}
	s := document.Section{
		Title: title,
		Intro: fmt.Sprintf("The claims of arXiv:2508.06319, answered by policy %s: "+
			"up to %s of %d rollouts, %s, seed %d.%s Success is by %s.", e.Size.Policy,
			wording.Plural(e.Size.Trials, "trial"), e.Size.Rollouts, frame.StepsText(e.Size), e.Size.Seed,
			e.difficultyText(), frame.OracleText(e.Oracle)),
		Lines:  []string{e.Counts()},
		Tables: []document.Table{e.claimsTable()},
		Notes:  slices.Concat(notes, e.Notes()),
	}
	if t, ok := e.laterTable(); ok {
		s.Tables = append(s.Tables, t.AsDetail())
	}
	if t, ok := e.settingsTable(); ok {
		s.Tables = append(s.Tables, t.AsDetail())
	}
	if t, ok := e.readingsTable(); ok {
		s.Tables = append(s.Tables, t.AsDetail())
	}
	if t, ok := e.thetaFixedTable(); ok {
		s.Tables, s.Notes = append(s.Tables, t.AsDetail()), append(s.Notes, thetaFixedNote)
	}
	s.Tables = append(s.Tables, e.testsTable().AsDetail())
	s.Lines = append(s.Lines, e.verdictLines()...)
	if e.OracleWarning != "" {
		s.Notes = append(s.Notes, e.OracleWarning)
	}
	return s
}

// verdictLines are the claims with their verdicts: a line each, and at the end one for those that lack the same
// records.
func (e Evaluation) verdictLines() (lines []string) {
	var lacks []string
	of := map[string][]string{}
	for _, r := range e.Claims {
		if r.Verdict != NotTestable {
			lines = append(lines, fmt.Sprintf("%s %v: %s", r.ID, r.Verdict, r.Why))
			continue
		}
		if of[r.Why] == nil {
			lacks = append(lacks, r.Why)
		}
		of[r.Why] = append(of[r.Why], r.ID)
	}
	for _, why := range lacks {
		lines = append(lines, fmt.Sprintf("%s %v: %s", wording.List(of[why]), NotTestable, why))
	}
	return lines
}

// difficultyText says which difficulty the tasks are under, where it is not the default one; empty elsewhere.
func (e Evaluation) difficultyText() string {
	if e.Difficulty == study.Variety {
		return ""
	}
	return fmt.Sprintf(" The tasks are under the difficulty %s; claims that are not run under it are left out.",
		e.Difficulty)
}

// Notes are what holds for these records: which claims are counted once, and how many verdicts may be false.
func (e Evaluation) Notes() []string {
	var list []string
	if later := e.LaterNote(); later != "" {
		list = append(list, later)
	}
	list = append(list, e.multiplicityNote())
	if shared := e.sharedNote(); shared != "" {
		list = append(list, shared)
	}
	return list
}

// notes are the rules of rules.go for readers of a table. They repeat rules.go in words; a change of a rule
// needs a change here.
var notes = []string{
	"Replicated: significant in the direction claimed (paired by trial, two-sided); for equality, not significant " +
		"and within 5 points (two one-sided tests). Contradicted: significant otherwise. Significant and within " +
		"5 points is replicated in sign, or contradicted, by less than 5 points. Not reproduced: not significant and " +
		"within 5 points. Inconclusive: neither. A claim without a printed statistic goes by the sign of the mean, " +
		"where the interval excludes the opposite beyond 5 points and does not lie within 5 points. An omnibus claim " +
		"goes by F and by the pattern that the study prints. A claim of several tests needs all of them, each at the " +
		"level; contradiction and equality by any one of them are corrected by Holm within the claim. Within 10 " +
		"points: the same with a margin of 10.",
	fmt.Sprintf("Looks at %s trials, by O'Brien and Fleming's bounds, so that each test has 5 %% over all looks; "+
		"intervals are the repeated ones. A claim keeps the verdict of the look that decided it. Before the first "+
		"look verdicts are provisional.", bench.LooksText()),
	"p (Holm) is that of the tables of the experiment, over their comparisons; p (claim) is adjusted over the tests " +
		"of the claim. The p of F has the correction of Greenhouse and Geisser. " +
		"Ours has the order of subtraction of the printed t: the same sign is the same direction.",
	"Power: to find the effect that is printed, with our number of trials and the level of the look; " +
		"for equality, to show it between equals that spread as ours do; power (5): to find a difference of 5 points.",
	"Claims on E5 and on Table 1 are given the fit: the step size of the weights and the steps of the search were " +
		"fitted to Table 1, whose weights of zero and reference losses are inputs. All others are out of sample.",
}

// claimsTable has a row for each claim. The last column is for programs alone: it has no title, so only CSV has
// its fields.
func (e Evaluation) claimsTable() document.Table {
	type row = Result
	return document.TableOf("claims", "The claims: the study's statistic and ours, success by "+
		frame.OracleText(e.Oracle), e.Claims,
		document.Words("claim", "id", func(r row) string { return r.ID }),
		document.Words("experiment", "experiment", func(r row) string { return r.Experiment }),
		document.Words("task", "task", func(r row) string { return r.Task }),
		document.Words("behaviour", "behaviour", func(r row) string { return r.Behaviour }),
		document.Words("says", "claim", func(r row) string { return r.Words }),
		document.Numbers("printed", func(r row) document.Cell {
			return document.Entry(r.Printed(), apa.Exact(r.Statistic), dfText(r.DF, ";"), r.Reported)
		}, "printed", "printed_df", "printed_p"),
		document.Numbers("ours", func(r row) document.Cell { return r.own().statistic }, "ours"),
		apa.Ps("p", "p", func(r row) stats.Maybe { return r.own().p }),
		apa.Ps("p (Holm)", "p_holm", func(r row) stats.Maybe { return r.own().holm }),
		apa.Ps("p (claim)", "p_claim", func(r row) stats.Maybe { return r.own().claim }),
		apa.Ps("p (BY)", "p_by", func(r row) stats.Maybe { return r.BY }),
		document.Numbers("n", func(r row) document.Cell { return r.own().n }, "n"),
		apa.Shares("power", "power", func(r row) stats.Maybe { return r.Power.Power }),
		apa.Shares("power (5)", "power_5_points", func(r row) stats.Maybe { return r.FivePoints }),
		document.Words("verdict", "verdict", func(r row) Verdict { return r.Verdict }),
		document.Column[row]{Head: document.WordColumn("within 10 points", "verdict_10_points"),
			Cell: func(r row) document.Cell { return document.Entry(r.Wide.At10(), string(r.Wide)) }},
		document.Numbers("", func(r row) document.Cell {
			return document.Entry("", r.Why, string(r.Standing), r.Methods, r.Look.String(), e.Size.Policy.String(),
				fmt.Sprint(e.Size.Trials), fmt.Sprint(e.Size.Rollouts), fmt.Sprint(e.Size.Seed), string(e.Oracle))
		}, "why", "standing", "methods", "look", "policy", "trials", "rollouts", "seed", "oracle"),
	)
}

// At10 is a verdict at the margin of 10 points in words.
func (v Verdict) At10() string { return strings.Replace(string(v), "5 points", "10 points", 1) }

// Printed is the study's statistic: "t(9) = -2.60, p<0.05". A claim without a statistic has its printed p
// alone, which may be empty.
func (r Result) Printed() string {
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
	statistic      document.Cell // t or F; for several parts how many hold
	p, holm, claim stats.Maybe
	n              document.Cell
}

// own is our statistic of a claim. A claim with one part shows its test. A claim with several shows how many
// hold, because no single p stands for them. Table 1, the theory and a claim without records show a dash.
func (r Result) own() ownStatistic {
	dash := document.Entry(apa.None, "")
	switch len(r.Parts) {
	case 0:
		return ownStatistic{statistic: dash, n: dash}
	case 1:
	default:
		hold, tests, missing := r.Holding()
		if missing == tests {
			return ownStatistic{statistic: dash, n: dash}
		}
		return ownStatistic{statistic: document.Word(fmt.Sprintf("%d of %d hold", hold, tests)), n: dash}
	}
	p := r.Parts[0]
	o := ownStatistic{statistic: dash, n: dash, claim: p.ClaimP}
	switch {
	// The p of an F is Greenhouse and Geisser's: it corrects for departures from sphericity, not for the number of
	// tests.
	case p.ANOVA.F.Defined():
		a := p.ANOVA
		f := fmt.Sprintf("F(%s, %s) = %s", apa.Freedom(a.DF1), apa.Freedom(a.DF2), apa.Format("%.2f", a.F))
		o.statistic, o.p = document.Entry(f, apa.Exact(a.F)), corrected(a)
		o.n = document.Count(p.N)
	case p.Test.T.Defined():
		t := stats.Some(p.Test.T.Or(0) * r.order(p))
		text := fmt.Sprintf("t(%s) = %s", apa.Freedom(p.Test.DF), apa.Format("%.2f", t))
		o.statistic, o.p, o.holm = document.Entry(text, apa.Exact(t)), p.Test.P, p.Holm
		o.n = document.Count(p.N)
	}
	return o
}

// Holding is how many tests of a claim hold, of how many, and how many of these lack records. Inputs of Table 1 are no
// tests.
func (r Result) Holding() (hold, tests, missing int) {
	for _, p := range r.Parts {
		if p.Input {
			continue
		}
		tests++
		switch {
		case p.Verdict.holds():
			hold++
		case p.Verdict == NotTestable:
			missing++
		}
	}
	return hold, tests, missing
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
	type row struct {
		PartResult
		id string
	}
	var rows []row
	for _, r := range e.Claims {
		for _, p := range r.Parts {
			rows = append(rows, row{p, r.ID})
		}
	}
	return document.TableOf("tests", "The tests behind the verdicts: first minus second, in percentage points, "+
		"success by "+frame.OracleText(e.Oracle)+"; of Table 1 weights and losses", rows,
		document.Words("claim", "id", func(r row) string { return r.id }),
		document.Words("test", "test", func(r row) string { return r.Name }),
		document.Numbers("difference", func(r row) document.Cell {
			return apa.NumberCell(r.format(), r.Test.MeanDifference)
		}, "mean_difference"),
		document.Numbers("interval", func(r row) document.Cell {
			cell, level := apa.IntervalCell(r.format(), r.Test.CI), stats.Maybe{}
			if r.Test.CI.Defined() {
				level = stats.Some(r.Test.CI.Level)
			}
			cell.Values = append(cell.Values, apa.Exact(level))
			return cell
		}, "ci_low", "ci_high", "ci_level"),
		document.Numbers("interval (equal)", func(r row) document.Cell {
			if r.ofTable1() {
				return apa.IntervalCell("%.3f", r.WeightCI)
			}
			return apa.IntervalCell("%+.1f", r.Equal.CI)
		}, "ci_equal_low", "ci_equal_high"),
		apa.Number("%.2f", "t", "t", func(r row) stats.Maybe { return r.Test.T }),
		apa.Number("%.2f", "F", "F", func(r row) stats.Maybe { return r.ANOVA.F }),
		apa.Ps("p", "p", func(r row) stats.Maybe {
			if r.ANOVA.F.Defined() {
				return corrected(r.ANOVA)
			}
			return r.Test.P
		}),
		apa.Ps("p (Holm)", "p_holm", func(r row) stats.Maybe { return r.Holm }),
		apa.Ps("p (claim)", "p_claim", func(r row) stats.Maybe { return r.ClaimP }),
		apa.Ps("p (within 5)", "p_within_5", func(r row) stats.Maybe { return r.evidence.within }),
		apa.Ps("p (within 10)", "p_within_10", func(r row) stats.Maybe { return r.Wide.evidence.within }),
		apa.Number("%.2f", "d_z", "d_z", func(r row) stats.Maybe { return r.Test.D }),
		document.Counts("n", "n", func(r row) int { return r.N }),
		document.Words("verdict", "verdict", func(r row) Verdict {
			if r.Input {
				return "input"
			}
			return r.Verdict
		}),
		document.Numbers("", func(r row) document.Cell { return document.Entry("", r.Why) }, "why"),
	)
}

// ofTable1 reports whether a part is a test of Table 1, which is in units of a weight or of a loss.
func (p PartResult) ofTable1() bool { return !p.ANOVA.F.Defined() && p.Part.Relation == "" }

// format is that of a part's numbers: of percentage points, and four decimals for tests of Table 1.
func (p PartResult) format() string {
	if p.ofTable1() {
		return "%+.4f"
	}
	return "%+.1f"
}

// settingsTable has the verdicts under each difficulty and oracle, a row for each claim that is tested under several
// difficulties; false where there are none.
func (e Evaluation) settingsTable() (document.Table, bool) {
	type row = Result
	columns := []document.Column[row]{
		document.Words("claim", "id", func(r row) string { return r.ID }),
		document.Words("says", "claim", func(r row) string { return r.says() }),
		document.Words("differ", "differ", func(r row) string { return yes(r.SettingsDiffer()) }),
	}
	for _, d := range study.Difficulties {
		for _, o := range scenes.Oracles() {
			name := oracleText(scenes.Oracle(o))
			head := document.WordColumn(fmt.Sprintf("%s, %s", d, name), fmt.Sprintf("%s_%s", d, name))
			columns = append(columns, document.Column[row]{Head: head, Cell: func(r row) document.Cell {
				for _, own := range r.Settings {
					if own.Difficulty == d && own.Oracle == scenes.Oracle(o) {
						return document.Word(own.Words())
					}
				}
				if !runsUnder(d, r.Claim.Parts) {
					return document.Entry("-", "")
				}
				return document.Entry("no records", "")
			}})
		}
	}
	rows := slices.DeleteFunc(slices.Clone(e.Claims), func(r row) bool { return len(r.Settings) == 0 })
	return document.TableOf("settings", "Verdicts under each difficulty of the tasks and each oracle of success", rows,
		columns...), len(rows) > 0
}

// yes is the word of a column that marks some rows.
func yes(marked bool) string {
	if marked {
		return "yes"
	}
	return ""
}

// says is what a claim says, and of what: "E1 picking left: imbalanced < balanced".
func (c Claim) says() string { return c.where() + ": " + c.Words }

// where is what a claim is about, in words: "E1 picking left".
func (c Claim) where() string { return strings.Join([]string{c.Experiment, c.Task, c.Behaviour}, " ") }
