//go:build !nostudy

package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/shell"
	"counterpoise/results"
	"counterpoise/results/advised"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/drift"
	"counterpoise/results/figures"
	"counterpoise/results/findings"
	"counterpoise/results/fit"
	"counterpoise/results/methods"
	"counterpoise/results/opening"
	"counterpoise/results/quadrants"
	"counterpoise/results/surface"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// What the study adds to documents and pages, besides what they say about any experiment. bare.go stands in its place
// in a program without the study (-tags nostudy).

func init() {
	Drawers.Add("plane", Drawer{Place: 0, About: "styles by cost and difficulty, and what methods do with them",
		Draw: quadrants.DesignFigure})
	Drawers.Add("map", Drawer{Place: 8, About: "weights over two settings", Untested: true, Draw: surface.Figure})
}

// studySections returns the sections of a document that stand before those of the designs and after them, and the name
// of an experiment whose designs need no section, because one of the sections has its arms one by one.
func studySections(plan bench.Plan, records findings.Records, all []findings.Findings) (
	before, after []document.Section, shown string) {
	if s, ok := fit.Section(plan, records); ok {
		before = append(before, s)
	}
	for _, name := range quadrants.Experiments {
		if s, ok := quadrants.Section(name, plan, records); ok {
			before = append(before, s)
		}
	}
	if s, ok := methods.Section(plan, records); ok {
		before = append(before, s)
	}
	if s, ok := drift.Section(plan, records); ok {
		before = append(before, s)
	}
	if regret, ok := advised.Section(plan, records); ok {
		regret.Notes = append(regret.Notes, regretProvenance(all)...)
		before, shown = append(before, regret), study.RegretExperiment
	}
	// A plan of a part of the study would leave most claims untestable.
	if claims.CoveredBy(plan.Experiments) {
		e := claims.Evaluate(claims.All(), plan.Size, records, plan.Oracle)
		after = append(after, e.Section())
	}
	return before, after, shown
}

// regretProvenance says what made the records of the regret of the advice, each sentence once.
func regretProvenance(all []findings.Findings) (notes []string) {
	for _, f := range all {
		if f.Experiment.Name != study.RegretExperiment {
			continue
		}
		for _, note := range provenanceNotes(f) {
			switch {
			case !strings.HasPrefix(note, "Again: "):
				notes = append(notes, f.Task+": "+note)
			case !slices.Contains(notes, note):
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// studyTables returns the tables of a design that stand before that of success, with their notes.
func studyTables(d findings.Design) (tables []document.Table, notes []string) {
	if m, ok := quadrants.Of(d); ok {
		return m.Tables()
	}
	return nil, nil
}

// studyWorth says what weights are worth in success.
func studyWorth(d findings.Design) []string { return surface.Worth(d) }

// studyWeights says on what weights hang; empty where the design does not ask.
func studyWeights(d findings.Design) string { return surface.Sentence(d) }

// studyFigure is a figure about a whole plan, and the command that makes its records again.
type studyFigure struct {
	figure  figures.Figure
	command string
}

// studyFigures returns the figures about a whole plan; commands are those of its experiments.
func studyFigures(plan bench.Plan, records findings.Records, all []findings.Findings, commands map[string]string) (
	drawn []studyFigure) {
	for _, name := range quadrants.Experiments {
		if figure, ok := quadrants.Figure(name, quadrants.Maps(name, plan, records), plan.Size); ok {
			drawn = append(drawn, studyFigure{figure, commands[name]})
		}
	}
	if figure, ok := drift.Figure(drift.Styles(plan, records)); ok {
		drawn = append(drawn, studyFigure{figure, commands[study.FixedTheta]})
	}
	for _, c := range methods.Comparisons(plan, records) {
		drawn = append(drawn, studyFigure{c.Figure(), c.Command()})
	}
	if plan.Name == opening.Experiment {
		if figure, ok := opening.Imbalance(all); ok {
			drawn = append(drawn, studyFigure{figure, commands[plan.Name]})
		}
	}
	return drawn
}

// studyParts returns the parts of the page that compare all methods.
func (p Page) studyParts() (parts []sizedPart, err error) {
	for _, plan := range p.Plans {
		for _, c := range methods.Comparisons(plan, p.Records) {
			part, err := methodsPart(c, p.Dir)
			if err != nil {
				return nil, err
			}
			parts = append(parts, sizedPart{part, sizeless(plan.Size)})
		}
	}
	return parts, nil
}

// methodsPart lays the comparison of all methods over both tasks out as a part of the page of a folder.
func methodsPart(c methods.Comparison, dir string) (experimentPart, error) {
	e := experiment{
		title: methods.Title + ": " + c.Experiment, question: methods.About,
		source:  "over both tasks; each has a part below",
		summary: c.Sentence(), arms: c.Table(), notes: c.Notes(),
	}
	part, err := e.page("methods-"+c.Experiment, []figures.Figure{c.Figure()})
	part.Again = []string{c.Command() + " --out " + shell.Quote(dir)}
	return part, err
}

// difficultyOf returns the experiment that one under a difficulty of the tasks repeats, and the name of the difficulty;
// empty for an experiment under the default.
func difficultyOf(name string) (base, difficulty string) {
	for _, d := range study.Difficulties {
		if base, ok := strings.CutSuffix(name, "-"+string(d)); ok {
			return base, string(d)
		}
	}
	return name, ""
}

// seedName is the freeze that a seed belongs to, or the seed.
func seedName(seed uint64) string {
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil {
		panic(err) // a file of this program
	}
	if row, ok := study.FreezeOf(freezes, seed); ok {
		return fmt.Sprintf("freeze %d", row)
	}
	return fmt.Sprintf("seed %d", seed)
}

// printed returns the weight and the reference loss that the study prints for a group under an arm, for E5 alone.
func printed(f findings.Findings, arm, group string) (alpha, reference stats.Maybe) {
	if p, ok := claims.PrintedFor(f.Experiment.Name, f.Task, arm); ok {
		return p.Of(group)
	}
	return alpha, reference
}

// claimsPart is the part of the page about the study's claims at one size. Its fields are those that the template
// page.html names. ID is the part's anchor in the page.
type claimsPart struct {
	ID, Title, Intro string
	Counts           string      // how many claims have which verdict
	Answers          [][2]string // claim and verdict, sentence
	Tables           []template.HTML
	Notes            []string
}

// evaluations evaluates the study's claims for each policy and size at which plans cover the whole study, with the
// largest number of trials of these plans. With a part of the study most claims would be untestable, so there is no
// section then.
//
// Plans of one size that were found one experiment at a time count together: CoveredBy looks at all their
// experiments. The order is that in which the sizes first occur.
func evaluations(plans []bench.Plan, records findings.Records) (all []claims.Evaluation) {
	var sizes []record.Size // without trials
	experiments := map[record.Size][]bench.Experiment{}
	trials := map[record.Size]int{}
	oracle := scenes.Earned
	for _, p := range plans {
		s := p.Size
		oracle = p.Oracle // all plans of a page have one
		s.Trials = 0
		if experiments[s] == nil {
			sizes = append(sizes, s)
		}
		experiments[s] = append(experiments[s], p.Experiments...)
		// An experiment with fewer trials is evaluated with those that it has: missing cells are skipped.
		trials[s] = max(trials[s], p.Size.Trials)
	}
	for _, s := range sizes {
		if claims.CoveredBy(experiments[s]) {
			size := s
			size.Trials = trials[s]
			all = append(all, claims.Evaluate(claims.All(), size, records, oracle))
		}
	}
	return all
}

// claims lays out the opening and the claims of each evaluation, and returns the sizes that they are of.
func (p Page) claims() (openings, evaluated any, sizes []record.Size, err error) {
	var first []openingPart
	var last []claimsPart
	for _, e := range evaluations(p.Plans, p.Records) {
		part, err := newClaimsPart(e)
		if err != nil {
			return nil, nil, nil, err
		}
		o, err := newOpeningPart(e, part.ID, p)
		if err != nil {
			return nil, nil, nil, err
		}
		first, last, sizes = append(first, o), append(last, part), append(sizes, sizeless(e.Size))
	}
	return first, last, sizes, nil
}

// newClaimsPart lays out an evaluation. Each claim becomes a pair: its number with the verdict, and the
// sentence that says why.
func newClaimsPart(e claims.Evaluation) (claimsPart, error) {
	s, size := e.Section(), e.Size
	tables, err := htmlTables(s.Tables)
	p := claimsPart{
		ID:    fmt.Sprintf("claims-%s-seed%d-steps%d-rollouts%d", size.Policy, size.Seed, size.Steps, size.Rollouts),
		Title: s.Title, Intro: s.Intro, Counts: e.Counts(), Tables: tables, Notes: s.Notes,
	}
	for _, r := range e.Claims {
		p.Answers = append(p.Answers, [2]string{r.ID + " " + string(r.Verdict), r.Why})
	}
	return p, err
}

// openingPart is what stands first on the page about an evaluation. Its fields are those that the template page.html
// names.
type openingPart struct {
	ID           string
	Answer       []opening.Sentence
	Sure         []string
	Words        string
	Imbalance    *pageFigure
	TwoByTwo     *pageFigure
	None         string // what stands in the place of TwoByTwo; empty where that is drawn
	Cost, Claims template.HTML
	Readings     template.HTML
}

// newOpeningPart lays out the opening of an evaluation whose list of claims has an anchor. The evidence of a claim is
// the part of the page about its experiment.
func newOpeningPart(e claims.Evaluation, anchor string, page Page) (openingPart, error) {
	links := opening.Links{Claims: "#" + anchor, Design: func(experiment, task string) string {
		return page.anchor(experiment, task, sizeless(e.Size))
	}}
	o := opening.New(e, page.Records, opening.Evidence(page.Styles), links)
	p := openingPart{ID: "answer-" + anchor, Answer: o.Answer, Sure: o.Sure, Words: o.Words,
		None: opening.NoTwoByTwo}
	if o.Imbalance != nil {
		p.Imbalance = &pageFigure{template.HTML(o.Imbalance.Inline()), o.Imbalance.Caption}
	}
	if o.TwoByTwo != nil {
		p.TwoByTwo, p.None = &pageFigure{template.HTML(o.TwoByTwo.Inline()), o.TwoByTwo.Caption}, ""
	}
	tables, err := htmlTables([]document.Table{o.Cost, o.Claims, o.Readings})
	if err != nil {
		return p, err
	}
	p.Cost, p.Claims = tables[0], tables[1]
	if len(o.Readings.Rows) > 1 { // the primary one alone says nothing
		p.Readings = tables[2]
	}
	return p, nil
}

// anchor is the address of the part of the page about an experiment on a task at a size without trials; that of the
// page where it has none.
func (p Page) anchor(experiment, task string, size record.Size) string {
	for i, plan := range p.Plans {
		if sizeless(plan.Size) != size {
			continue
		}
		for _, e := range plan.Experiments {
			for _, d := range e.Designs {
				if e.Name == experiment && d.Task == task {
					return "#" + fileStem(findings.Design{Design: d, Plan: plan, Experiment: e}, p.Plans, i)
				}
			}
		}
	}
	return "#"
}
