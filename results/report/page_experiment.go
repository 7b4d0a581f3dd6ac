package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/shell"
	"counterpoise/results/bypolicy"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

// experimentPart is the part of the page about one experiment on one task: an experiment whose tables and figures are
// HTML. Its fields are those that the template page.html names. ID is the part's anchor in the page and the
// stem of the names of its files.
type experimentPart struct {
	ID, Title, Question, Source string
	Summary                     string
	Comparisons                 []comparisonLine
	Omnibus                     []string
	Arms                        template.HTML
	Findings                    []template.HTML // tables of comparisons
	Tables, Appendix            []template.HTML
	Figures                     []pageFigure
	Films                       []pageFilm
	Notes                       []string
	Settings                    [][2]string
	Again, Recompute            []string // commands
	entry                       contentsEntry
}

// pageFigure is a figure of the page.
type pageFigure struct {
	SVG     template.HTML
	Caption string
}

// comparing are the names of the tables that stand among the findings: of comparisons, and of methods by the quadrants
// of demonstrations.
var comparing = []string{"findings", "styles", "quadrants"}

// page lays an experiment out as a part of the page. The tables of comparisons have a place of their own. The
// template shows the sentences, the table of arms, the figures, the tables of comparisons, the other tables, the
// films, the notes and the settings, in this order.
func (e experiment) page(id string, all []figures.Figure) (experimentPart, error) {
	p := experimentPart{
		ID: id, Title: e.title, Question: e.question, Source: e.source, Summary: e.summary, Comparisons: e.comparisons,
		Omnibus: e.omnibus, Notes: e.notes, Settings: e.settings,
	}
	for _, f := range all {
		caption := f.Caption
		if strings.Contains(strings.ToLower(caption), "success") { // others show weights or losses alone
			caption += " " + e.oracle
		}
		p.Figures = append(p.Figures, pageFigure{template.HTML(f.Inline()), caption})
	}
	tables, err := document.HTMLTables(append([]document.Table{e.arms}, e.tables...))
	if err != nil {
		return p, err
	}
	if p.Appendix, err = document.HTMLTables(e.appendix); err != nil {
		return p, err
	}
	// The tables were written in one call; they are told apart by their positions here.
	p.Arms, tables = tables[0], tables[1:]
	// A design without comparisons has no such tables.
	for i, t := range e.tables {
		if slices.Contains(comparing, t.Name) {
			p.Findings = append(p.Findings, tables[i])
		} else {
			p.Tables = append(p.Tables, tables[i])
		}
	}
	return p, nil
}

// policiesPart lays a design under several policies out as a part of the page of a folder.
func policiesPart(p bypolicy.Policies, id, dir string) (experimentPart, error) {
	d := p.Designs[0]
	e := experiment{
		title: p.Title(), question: d.Experiment.Question, source: d.Experiment.Source, summary: p.Summary(),
		arms: p.PolicyTable(), tables: []document.Table{p.Table()}, notes: p.Notes(),
	}
	for _, c := range p.Comparisons {
		e.comparisons = append(e.comparisons, comparisonLine{c.Differs(), p.Words(c), c.Numbers()})
	}
	part, err := e.page(id, []figures.Figure{p.Figure()})
	for _, command := range p.Commands() {
		part.Again = append(part.Again, command+" --out "+shell.Quote(dir))
	}
	return part, err
}

// sizedPart is a part of the page with the size of what it shows, without trials.
type sizedPart struct {
	experimentPart
	size record.Size
}

// arranged returns the parts in the order of the page: those of the sizes whose claims the page opens with, then the
// others, each in their order. Parts of one title have it followed by what their sizes differ in, since a page may
// have one experiment of several runs: "rare, picking, seed 7".
func arranged(parts []sizedPart, first []record.Size) (all []experimentPart) {
	of := map[string][]record.Size{}
	for _, p := range parts {
		of[p.Title] = append(of[p.Title], p.size)
	}
	slices.SortStableFunc(parts, func(a, b sizedPart) int { return rank(a.size, first) - rank(b.size, first) })
	for _, p := range parts {
		d := distinction(p.size, of[p.Title])
		p.Title += d
		p.entry.link += d
		all = append(all, p.experimentPart)
	}
	return all
}

// contentsEntry says where a part stands in the table of contents: under an experiment, on the line of a variant of it,
// as a link. The experiment is empty for a part that stands alone.
type contentsEntry struct{ experiment, question, variant, link string }

// entryOf is the entry of a design. A variant is what precedes ":" on its line: a reading of the methods, or a
// difficulty of the task, whose knobs the line need not repeat.
func entryOf(f frame.Findings) contentsEntry {
	e := f.Experiment
	c := contentsEntry{experiment: cmp.Or(e.Of, e.Name), question: e.Question, link: f.Task}
	if e.Reading != "" {
		c.variant = "reading " + e.Reading
	}
	for _, difficulty := range bench.Difficulties.Names() {
		if base, ok := strings.CutSuffix(e.Name, "-"+difficulty); ok {
			c.experiment, c.variant = base, "difficulty "+difficulty
			c.link, _, _ = strings.Cut(f.Task, ":")
		}
	}
	return c
}

// contentsItem is an experiment in the table of contents, with a line for each of its variants; or a part that stands
// alone, which has the address ID.
type contentsItem struct {
	Title, Question, ID string
	Lines               []contentsLine
}

// contentsLine is the parts of one variant of an experiment: one for each task and size.
type contentsLine struct {
	Variant string // empty for the experiment itself
	Links   [][2]string
}

// contents is the table of contents of the parts: experiments and their variants in the order in which they first
// occur, the experiment itself before its variants.
func contents(parts []experimentPart) (items []contentsItem) {
	for _, p := range parts {
		e := p.entry
		if e.experiment == "" {
			items = append(items, contentsItem{Title: p.Title, ID: p.ID})
			continue
		}
		i := slices.IndexFunc(items, func(c contentsItem) bool { return c.ID == "" && c.Title == e.experiment })
		if i < 0 {
			i = len(items)
			items = append(items, contentsItem{Title: e.experiment})
		}
		item := &items[i]
		if e.variant == "" {
			item.Question = e.question
		}
		j := slices.IndexFunc(item.Lines, func(l contentsLine) bool { return l.Variant == e.variant })
		if j < 0 {
			j = len(item.Lines)
			item.Lines = append(item.Lines, contentsLine{Variant: e.variant})
		}
		item.Lines[j].Links = append(item.Lines[j].Links, [2]string{p.ID, e.link})
	}
	for _, item := range items {
		slices.SortStableFunc(item.Lines, func(a, b contentsLine) int {
			return min(1, len(a.Variant)) - min(1, len(b.Variant))
		})
	}
	return items
}

// rank is 0 for a size that is one of the first, and 1 for another.
func rank(s record.Size, first []record.Size) int {
	if slices.Contains(first, s) {
		return 0
	}
	return 1
}

// distinction is what tells a size from the others: ", seed 7", or ", freeze 2" for a seed of that name (bench.Seeds).
// It is empty where there is no other.
func distinction(s record.Size, all []record.Size) (text string) {
	for _, word := range []func(record.Size) string{
		func(s record.Size) string { return fmt.Sprintf(", policy %v", s.Policy) },
		func(s record.Size) string { return ", " + seedName(s.Seed) },
		func(s record.Size) string { return fmt.Sprintf(", steps %d", s.Steps) },
		func(s record.Size) string { return fmt.Sprintf(", rollouts %d", s.Rollouts) },
	} {
		if slices.ContainsFunc(all, func(o record.Size) bool { return word(o) != word(s) }) {
			text += word(s)
		}
	}
	return text
}

// seedName is the name that a seed was given before its run (bench.Seeds), or the seed.
func seedName(seed uint64) string {
	for _, name := range bench.Seeds.Names() {
		if s, _ := bench.Seeds.Get(name); s == seed {
			return name
		}
	}
	return fmt.Sprintf("seed %d", seed)
}
