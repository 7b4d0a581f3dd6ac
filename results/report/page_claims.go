package report

import (
	"fmt"
	"html/template"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/results/opening"
	"counterpoise/scenes"
)

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
	o := opening.New(e, page.Records, page.Styles, links)
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
