package answer

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/analysis"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/scenes"
)

func init() {
	analysis.All.Add("answer", analysis.Analysis{
		Place: 17, About: "the answer to the study's question, and what imbalance costs",
		Figures: planFigures, Chapters: chapters,
	})
}

// planFigures is the figure of what imbalance costs, for a plan of its experiment alone.
func planFigures(f frame.Frame) []figures.Figure {
	if f.Plan.Name != Experiment {
		return nil
	}
	figure, ok := Imbalance(f.Findings())
	if !ok {
		return nil
	}
	figure.Again = analysis.Again(f, f.Plan.Name)
	return []figures.Figure{figure}
}

// chapterText is the template of what the page says of an evaluation: links, the opening, the claims.
//
//go:embed chapter.html
var chapterText string

// chapterTemplate is parsed when the program starts; a malformed template panics there.
var chapterTemplate = template.Must(template.New("chapter").Parse(chapterText))

// chapters are the opening and the claims of each evaluation of a page's plans.
func chapters(page analysis.Whole) (all []analysis.Chapter, err error) {
	for _, e := range evaluations(page.Frames) {
		c, err := newChapter(e, page)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// evaluations evaluates the study's claims for each policy and size at which plans cover the whole study, with the
// largest number of trials of these plans. With a part of the study most claims would be untestable, so there is no
// section then.
//
// Plans of one size that were found one experiment at a time count together: CoveredBy looks at all their
// experiments. The order is that in which the sizes first occur.
func evaluations(frames []frame.Frame) (all []claims.Evaluation) {
	var sizes []record.Size // without trials
	experiments := map[record.Size][]bench.Experiment{}
	trials := map[record.Size]int{}
	oracle := scenes.Earned
	for _, f := range frames {
		p := f.Plan
		s := p.Size.WithoutTrials()
		oracle = p.Oracle // all plans of a page have one
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
			all = append(all, claims.Evaluate(claims.All(), size, frames[0].Records, oracle))
		}
	}
	return all
}

// newChapter lays out an evaluation.
func newChapter(e claims.Evaluation, page analysis.Whole) (c analysis.Chapter, err error) {
	last, err := newClaimsPart(e)
	if err != nil {
		return c, err
	}
	first, err := newOpeningPart(e, last.ID, page)
	if err != nil {
		return c, err
	}
	c = analysis.Chapter{ID: last.ID, Title: last.Title, Size: e.Size.WithoutTrials()}
	for _, of := range []struct {
		name string
		data any
		to   *template.HTML
	}{{"links", first, &c.Links}, {"first", first, &c.First}, {"last", last, &c.Last}} {
		var out strings.Builder
		if err := chapterTemplate.ExecuteTemplate(&out, of.name, of.data); err != nil {
			return c, err
		}
		*of.to = template.HTML(out.String()) // the template has escaped it
	}
	return c, nil
}

// claimsPart is the part of the page about the study's claims at one size. Its fields are those that the template
// chapter.html names. ID is the part's anchor in the page.
type claimsPart struct {
	ID, Title, Intro string
	Counts           string      // how many claims have which verdict
	Answers          [][2]string // claim and verdict, sentence
	Tables           []template.HTML
	Notes            []string
}

// newClaimsPart lays out an evaluation. Each claim becomes a pair: its number with the verdict, and the
// sentence that says why.
func newClaimsPart(e claims.Evaluation) (claimsPart, error) {
	s, size := e.Section(), e.Size
	tables, err := document.HTMLTables(s.Tables)
	p := claimsPart{
		ID:    fmt.Sprintf("claims-%s-seed%d-steps%d-rollouts%d", size.Policy, size.Seed, size.Steps, size.Rollouts),
		Title: s.Title, Intro: s.Intro, Counts: e.Counts(), Tables: tables, Notes: s.Notes,
	}
	for _, r := range e.Claims {
		p.Answers = append(p.Answers, [2]string{r.ID + " " + string(r.Verdict), r.Why})
	}
	return p, err
}

// openingPart is what stands first on the page about an evaluation. Its fields are those that the template chapter.html
// names.
type openingPart struct {
	ID           string
	Answer       []Sentence
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
func newOpeningPart(e claims.Evaluation, anchor string, page analysis.Whole) (openingPart, error) {
	links := Links{Claims: "#" + anchor, Design: func(experiment, task string) string {
		return page.Address(experiment, task, e.Size.WithoutTrials())
	}}
	o := New(e, page.Frames[0].Records, page.Beside, links)
	p := openingPart{ID: "answer-" + anchor, Answer: o.Answer, Sure: o.Sure, Words: o.Words, None: o.None}
	if o.Imbalance != nil {
		p.Imbalance = &pageFigure{template.HTML(o.Imbalance.Inline()), o.Imbalance.Caption}
	}
	if o.TwoByTwo != nil {
		p.TwoByTwo = &pageFigure{template.HTML(o.TwoByTwo.Inline()), o.TwoByTwo.Caption}
	}
	tables, err := document.HTMLTables([]document.Table{o.Cost, o.Claims, o.Readings})
	if err != nil {
		return p, err
	}
	p.Cost, p.Claims = tables[0], tables[1]
	if len(o.Readings.Rows) > 1 { // the primary one alone says nothing
		p.Readings = tables[2]
	}
	return p, nil
}

// pageFigure is a figure of the page.
type pageFigure struct {
	SVG     template.HTML
	Caption string
}
