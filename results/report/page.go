package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"counterpoise/bench/record"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/results/analysis"
	"counterpoise/results/bypolicy"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// Page is the contents of the HTML page of a folder of records. The page depends on these fields alone, so the
// same records and films give the same bytes.
type Page struct {
	Dir    string        // the folder, as the user calls it
	Frames []frame.Frame // one part of the page for each of their designs
	Films  []Film        // may be empty
	Notes  []string      // about the folder: damaged lines, records that could not be read
	// Beside is another folder, BesideDir, for analyses of the whole page; the folder itself where BesideDir is empty.
	Beside    []frame.Frame
	BesideDir string
}

// pageText is the template of the page, with its style sheet and its rules for print: one column of at most 70 rem, a
// section for each experiment on a task, then one for each evaluation of the claims.
//
//go:embed page.html
var pageText string

// pageTemplate is parsed when the program starts; a malformed template panics there.
var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pageData is the data of the template page.html, whose fields it names. Repeat is the command that makes the
// page again.
type pageData struct {
	Dir, Repeat string
	TableStyle  template.CSS
	Chapters    []analysis.Chapter
	Contents    []contentsItem // empty for a single part
	Parts       []experimentPart
	Notes       []string
}

// HTML returns the report as one page that needs no network and no other file. The first halves of the chapters (what
// analyses say of all plans together) come first, their last halves at the end. Between them each design of each plan
// has a part, those of sizes with chapters first, and so has each design that several policies answer. Figures
// stand in the page as SVG elements, films as data URLs. A film is shown in the first part that has its cell. All words
// are escaped by html/template; tables and figures are escaped by the packages that write them.
//
// Films and figures are embedded, so the page is as large as they are together. Strings of type template.HTML
// are inserted as they are: only the packages document and figures make them.
func (p Page) HTML() ([]byte, error) {
	d := pageData{Dir: p.Dir, Notes: p.Notes, Repeat: "counterpoise report " + shell.Quote(p.Dir),
		TableStyle: document.HTMLStyle}
	if p.BesideDir == "" {
		p.Beside = p.Frames
	} else {
		d.Repeat += " --two-by-two " + shell.Quote(p.BesideDir)
	}
	parts, err := p.experimentParts()
	if err != nil {
		return nil, err
	}
	if d.Chapters, err = p.chapters(); err != nil {
		return nil, err
	}
	var first []record.Size
	for _, c := range d.Chapters {
		first = append(first, c.Size)
	}
	if d.Parts, err = p.withPolicies(arranged(parts, first)); err != nil {
		return nil, err
	}
	if len(d.Parts) > 1 {
		d.Contents = contents(d.Parts)
	}
	var out bytes.Buffer
	// The template escapes markup; what acts without it, such as marks that reverse the order of letters, is escaped
	// here.
	err = pageTemplate.Execute(printable.NewWriter(&out), d)
	return out.Bytes(), err
}

// experimentParts are the parts of all designs of all plans, those that compare all methods first: what all methods do
// stands before the experiments that happen to share its policies.
func (p Page) experimentParts() (parts []sizedPart, err error) {
	if parts, err = p.analysisParts(); err != nil {
		return nil, err
	}
	filmed := map[string]bool{} // hashes of the cells whose films stand on the page already
	for i, in := range p.Frames {
		for _, f := range in.Findings() {
			part, err := p.experimentPart(f, fileStem(f.Design, p.Frames, i), filmed)
			if err != nil {
				return nil, err
			}
			parts = append(parts, sizedPart{part, in.Plan.Size.WithoutTrials()})
		}
	}
	return parts, nil
}

// experimentPart is the part of a design, whose files have a stem. A cell's films stand in the first part that has it:
// filmed has the cells of the parts before, and takes those of this one.
func (p Page) experimentPart(f frame.Findings, stem string, filmed map[string]bool) (experimentPart, error) {
	e := describe(f)
	part, err := e.page(stem, drawOnPage(f))
	if err != nil {
		return part, err
	}
	part.entry = entryOf(f)
	if f.Experiment.Reading != "" {
		part.Notes = append(part.Notes, fmt.Sprintf("Figures of every trial of this reading are files of "+
			"counterpoise report, figures/%s-trials.svg and its like.", stem))
	}
	part.Films = filmsOf(f.Design, p.Films, filmed)
	part.Again = []string{e.command + " --out " + shell.Quote(p.Dir)}
	part.Recompute = testCommands(f.Design, stem, p.Dir)
	return part, nil
}

// withPolicies adds the parts of designs that several policies answer.
func (p Page) withPolicies(parts []experimentPart) ([]experimentPart, error) {
	policies := bypolicy.Of(p.Frames)
	for i, a := range policies {
		part, err := policiesPart(a, bypolicy.Stem(policies, i), p.Dir)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}
