package report

import (
	"fmt"
	"html/template"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/results/findings"
)

// experimentPart is the part of the page about one experiment on one task.
type experimentPart struct {
	ID, Title, Question, Source string
	Summary                     string // the verdict in one sentence
	Verdicts                    []comparisonLine
	Omnibus                     []string
	Arms, Findings              template.HTML
	Tables                      []template.HTML
	Figures                     []pageFigure
	Films                       []pageFilm
	Notes                       []string
	Settings                    [][2]string
	Again, Recompute            []string // commands
}

// comparisonLine is one comparison: what it shows, and its numbers.
type comparisonLine struct {
	Shown          bool // a difference that is significant after correction
	Words, Numbers string
}

// pageFigure is a figure of the page.
type pageFigure struct {
	SVG     template.HTML
	Caption string
}

// newExperimentPart lays out the findings of a design. stem is the part's ID and begins the names of its files in dir.
func newExperimentPart(f findings.Findings, stem, dir string) (experimentPart, error) {
	s := Section(f)
	p := experimentPart{
		ID: stem, Title: s.Title, Question: f.Experiment.Question, Source: f.Experiment.Source,
		Summary: summary(f.Pairwise), Omnibus: omnibusLines(f.Omnibus), Notes: s.Notes, Settings: settings(f),
		Again: []string{findings.Command(f.Plan) + " --out " + dir}, Recompute: testCommands(f.Design, stem, dir),
	}
	for _, c := range f.Pairwise {
		p.Verdicts = append(p.Verdicts, comparisonLine{c.Significant(), verdictText(f, c), numbersText(c)})
	}
	for _, figure := range drawAll(f) {
		p.Figures = append(p.Figures, pageFigure{template.HTML(figure.Inline()), figure.Caption})
	}
	tables, err := htmlTables(append(s.Tables, armTable(f))...)
	if err != nil {
		return p, err
	}
	last := len(tables) - 1
	p.Arms, tables = tables[last], tables[:last]
	if i := slices.IndexFunc(s.Tables, func(t document.Table) bool { return t.Name == "findings" }); i >= 0 {
		p.Findings = tables[i]
		tables = slices.Delete(tables, i, i+1)
	}
	p.Tables = tables
	return p, nil
}

// summary is what comparisons show together, in one sentence.
func summary(cs []findings.Comparison) string {
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
		return "This experiment describes and compares nothing."
	case tested == 0:
		return "Nothing could be tested yet."
	case differ == 0:
		return fmt.Sprintf("None of %s shows a difference after the correction of Holm. "+
			"That is no evidence of equality.", comparisons)
	case differ == 1:
		return fmt.Sprintf("1 of %s shows a difference after the correction of Holm.", comparisons)
	}
	return fmt.Sprintf("%d of %s show a difference after the correction of Holm.", differ, comparisons)
}
