package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// experiment has everything that a report says about one design, as words and tables without markup. A document and a
// page are made from it. The title is "rare, picking".
type experiment struct {
	title, question, source string
	summary                 string           // what the comparisons show together, in one sentence
	comparisons             []comparisonLine // one for each comparison
	omnibus, equality       []string         // sentences: about all arms together, and about pairs
	arms                    document.Table   // what was compared; documents leave it out
	answer                  []document.Table // of the comparisons; in the short section in place of the longer one
	tables                  []document.Table
	appendix                []document.Table // the same by the other oracle; documents leave it out
	notes                   []string
	fine                    []string    // those of notes that explain tables of detail alone
	oracle                  string      // sentence that names it
	settings                [][2]string // name and value
	command                 string      // makes the records again
}

// comparisonLine is one comparison: what it shows, and its numbers. Its fields are exported because the
// template page.html reads them.
type comparisonLine struct {
	Significant    bool // after correction
	Words, Numbers string
}

// describe puts the findings of a design into words and tables. Tables and notes that do not apply are left out:
// those of comparisons where nothing is compared, of equality below bench.EqualityTrials trials, and of weights where
// no method moves them. A design without any record has a note alone.
//
// The order of the tables is that of the page: success, intervals, comparisons, equality, analyses, weights. That of
// the notes follows the tables, so that each note stands near what it explains.
func describe(f frame.Findings) experiment {
	e := experiment{
		title: f.Experiment.Name + ", " + f.Task, question: f.Experiment.Question, source: f.Experiment.Source,
		summary: summary(f.Pairwise), omnibus: omnibusLines(f.Omnibus),
		arms: armTable(f), settings: settings(f), command: frame.Command(f.Plan),
	}
	if cells := f.Missing(); cells > 0 && cells == len(f.Arms)*f.Plan.Size.Trials {
		e.notes = []string{fmt.Sprintf("None of its %s has a record. They are made by: %s",
			wording.Plural(cells, "cell"), e.command)}
		return e
	}
	if f.Plan.Size.Rollouts == 0 {
		e.describeWeights(f)
		return e
	}
	e.describeSuccess(f)
	e.describeComparisons(f)
	e.addAnalyses(f.Design, false)
	// Weights that no method moves repeat the shares of the data.
	if t, ok := weightTable(f); ok {
		e.tables, e.notes = append(e.tables, t), append(e.notes, weightNote)
		if t.Detail {
			e.fine = append(e.fine, weightNote)
		}
	}
	e.notes = append(e.notes, collapseNotes(f)...)
	e.notes = slices.Concat(e.notes, comparisonNotes(f.Pairwise), provenanceNotes(f))
	return e
}

// describeSuccess adds the tables of success by both oracles, with the notes that explain them.
func (e *experiment) describeSuccess(f frame.Findings) {
	e.addAnalyses(f.Design, true)
	e.tables = append(e.tables, successTable(f))
	e.oracle = fmt.Sprintf("Success is by %s.", frame.OracleText(f.Oracle))
	if f.OracleWarning != "" {
		e.notes = append(e.notes, f.OracleWarning)
	}
	e.notes = append(e.notes, endingsNote(f))
	if note := nonFiniteNote(f); note != "" {
		e.notes = append(e.notes, note)
	}
	e.notes = append(e.notes, chanceNotes(f)...)
	if len(f.Arms) > 0 {
		e.tables = append(e.tables, intervalTable(f).AsDetail())
		e.notes = append(e.notes, "Worst behaviour: in each trial the least successful one, whichever it is.")
	}
	if t, ok := otherOracleTable(f); ok {
		e.appendix = append(e.appendix, t)
	}
}

// describeComparisons adds the comparisons of a design in words and tables, and the tests of equality.
func (e *experiment) describeComparisons(f frame.Findings) {
	for _, c := range f.Pairwise {
		// Words first, numbers after: the page sets the numbers in a smaller type below.
		e.comparisons = append(e.comparisons, comparisonLine{c.Significant(), verdictText(f, c), numbersText(c)})
	}
	// The difference and its statistics need at least one comparison; a design may only describe.
	if len(f.Pairwise) > 0 {
		e.tables, e.answer = append(e.tables, comparisonTable(f).AsDetail()), []document.Table{answerTable(f)}
		e.fine = append(e.fine, "Differences are in percentage points, paired by trial: t-test, two-sided; "+
			"d_z is their mean over their SD.")
		e.notes = append(e.notes, e.fine[len(e.fine)-1], apa.StarsNote("Holm"))
	}
	e.omnibus = append(e.omnibus, sentences(f.Design)...)
	// With fewer than bench.EqualityTrials trials most rows would be "open".
	if f.TestsEquality() {
		e.tables, e.equality = append(e.tables, equalityTable(f).AsDetail()), equalityLines(f)
		e.notes = append(e.notes, apa.EqualityNote(bench.Margin, frame.Alpha))
		e.fine = append(e.fine, apa.EqualityNote(bench.Margin, frame.Alpha))
	} else if s := detectableSentence(f.Pairwise); s != "" {
		e.omnibus = append(e.omnibus, s)
	}
}

// describeWeights adds the tables of a design whose policies were trained and not evaluated.
func (e *experiment) describeWeights(f frame.Findings) {
	e.omnibus = append(e.omnibus, sentences(f.Design)...)
	if t, ok := weightTable(f); ok {
		e.tables = append(e.tables, t)
		e.notes = append(e.notes, weightNote)
	}
	e.notes = slices.Concat(e.notes, collapseNotes(f), provenanceNotes(f))
}

// Section is the findings of a design as a section of a document, with all tables, as Full has it.
func Section(f frame.Findings) document.Section { return describe(f).section() }

// short is the section without a sentence for each comparison: the table has the same numbers.
func (e experiment) short() document.Section {
	s := e.section()
	s.Lines = slices.Concat(e.summaryLine(), e.omnibus)
	s.Tables = slices.Concat(e.tables, e.answer)
	s.Notes = slices.DeleteFunc(slices.Clone(e.notes), func(n string) bool { return slices.Contains(e.fine, n) })
	if e.answer != nil {
		s.Notes = slices.Insert(s.Notes, 0, differencesNote)
	}
	return s
}

// summaryLine is what the comparisons show together, where there are several.
func (e experiment) summaryLine() []string {
	if len(e.comparisons) < 2 {
		return nil
	}
	if e.equality != nil { // which the table says then
		return []string{strings.TrimSuffix(e.summary, noEquality)}
	}
	return []string{e.summary}
}

// noEquality ends a summary that shows no difference.
const noEquality = " That is no evidence of equality."

// section lays an experiment out as a section of a document. The settings and the table of arms are on the page alone.
func (e experiment) section() document.Section {
	s := document.Section{
		Title: e.title, Intro: wording.Sourced(e.question, e.source), Tables: e.tables, Notes: e.notes,
	}
	for _, c := range e.comparisons {
		s.Lines = append(s.Lines, c.Words+"; "+c.Numbers)
	}
	s.Lines = slices.Concat(s.Lines, e.omnibus, e.equality)
	return s
}

// verdictText says what a comparison shows: "left: starved 16.9 points below balanced".
//
// The words say no more than the test: a difference that is not significant after Holm is "not shown to
// differ", never "equal". The numbers are percentage points with one decimal.
func verdictText(f frame.Findings, c frame.Comparison) string {
	difference := c.Test.MeanDifference.Or(0)
	// The design's words for the sides are shorter than the names of arms, but cannot tell several comparisons
	// apart.
	arm, against := f.Sides[0], f.Sides[1]
	if !f.ComparesOnce() {
		arm, against = c.Arm, c.Against
	}
	switch {
	case !c.Test.T.Defined():
		return fmt.Sprintf("%s: no test of %s against %s", c.Behaviour, arm, against)
	// The difference is given with its sign, although it is not shown to differ from zero.
	case !c.Significant():
		return fmt.Sprintf("%s: %s not shown to differ from %s (%+.1f points)", c.Behaviour, arm, against, difference)
	}
	return fmt.Sprintf("%s: %s %s", c.Behaviour, arm, apa.Apart(difference, against))
}

// detectableSentence says what difference the comparisons that are not shown to differ could have shown: that which so
// many trials show with power .8 at the level of Holm's first step, Alpha over the number of tests; later steps show
// more. No difference is above 100 points. The sentence is empty where all are shown to differ and where none has a
// test.
func detectableSentence(cs []frame.Comparison) string {
	tests := 0
	for _, c := range cs {
		if c.Test.T.Defined() {
			tests++
		}
	}
	const possible = 100 // points
	least, most, trials, none, all := math.Inf(1), 0.0, 0, 0, 0
	for _, c := range cs {
		if c.Significant() {
			continue
		}
		if d, ok := c.Detectable(frame.Alpha / float64(tests)).Get(); ok {
			if trials, all = max(trials, c.Test.N.Total()), all+1; d > possible {
				none++
				continue
			}
			least, most = min(least, d), max(most, d)
		}
	}
	spread := fmt.Sprintf("Not shown to differ: with %s that spread as these do, ", wording.Plural(trials, "trial"))
	switch {
	case all == 0:
		return ""
	case none == all:
		return spread + "no possible difference would be shown after the correction of Holm with a probability of .8."
	}
	low, high := fmt.Sprintf("%.1f", least), fmt.Sprintf("%.1f points", most)
	points := low + " to " + high + " (by comparison)"
	if high == low+" points" {
		points = high
	}
	if none > 0 {
		points += fmt.Sprintf(" (in %d of %d comparisons no possible one)", none, all)
	}
	return fmt.Sprintf("%sa true difference of %s would be shown after the correction of Holm with a probability of "+
		".8 at least; a smaller one may well be missed.", spread, points)
}

// numbersText is the statistics of a comparison in APA style, or why there are none. The p is the corrected one
// and is named so; the uncorrected p stands in the table.
func numbersText(c frame.Comparison) string {
	if !c.Test.T.Defined() {
		return c.Note
	}
	return fmt.Sprintf("%s, %s, %s, %s", apa.T(c.Test), apa.P("p (Holm)", c.Holm)+apa.Stars(c.Holm),
		apa.CI("%+.1f", c.Test.CI), apa.Observations(c.Test.N))
}

// omnibusLines is a sentence for each ANOVA, with the correction of Greenhouse and Geisser. The corrected p
// stands beside the uncorrected one, which the study reports. The correction is left out where it is undefined.
func omnibusLines(tests []frame.Omnibus) (out []string) {
	for _, o := range tests {
		line := fmt.Sprintf("%s, %d arms: %s", o.Behaviour, len(o.Arms), apa.F(o.ANOVA))
		if o.ANOVA.PGG.Defined() {
			line += fmt.Sprintf("; Greenhouse and Geisser's ε = %s, %s",
				apa.Fraction(o.ANOVA.Epsilon.GG), apa.P("p", o.ANOVA.PGG))
		}
		out = append(out, line)
	}
	return out
}

// comparisonNotes is the notes of comparisons, each once, after the behaviours that it is about, each of them once too.
// A note is a warning of the test, such as an outlier among the differences, or the reason why there is no test.
func comparisonNotes(cs []frame.Comparison) (notes []string) {
	for i, c := range cs {
		same := func(o frame.Comparison) bool { return o.Note == c.Note }
		if c.Note == "" || slices.ContainsFunc(cs[:i], same) {
			continue
		}
		var behaviours []string
		for _, o := range cs[i:] {
			if same(o) && !slices.Contains(behaviours, o.Behaviour) {
				behaviours = append(behaviours, o.Behaviour)
			}
		}
		notes = append(notes, strings.Join(behaviours, ", ")+": "+c.Note)
	}
	return notes
}

// summary is what comparisons show together, in one sentence. It counts significant comparisons among the
// tested ones, so that a page can be read by its summaries alone.
func summary(cs []frame.Comparison) string {
	// tested excludes comparisons with fewer than two complete pairs.
	differ, tested := 0, 0
	for _, c := range cs {
		if c.Test.T.Defined() {
			tested++
		}
		if c.Significant() {
			differ++
		}
	}
	comparisons := wording.Plural(tested, "comparison")
	switch {
	case len(cs) == 0:
		return "This experiment compares nothing: its tables describe."
	case tested == 0:
		return "Nothing could be tested yet."
	case differ == 0 && tested == 1:
		return "The comparison shows no difference." + noEquality
	case differ == 0:
		return fmt.Sprintf("None of %s shows a difference after the correction of Holm."+noEquality, comparisons)
	case differ == 1 && tested == 1:
		return "The comparison shows a difference."
	case differ == 1:
		return fmt.Sprintf("1 of %s shows a difference after the correction of Holm.", comparisons)
	}
	return fmt.Sprintf("%d of %s show a difference after the correction of Holm.", differ, comparisons)
}
