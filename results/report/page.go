package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/document"
	"counterpoise/results/findings"
)

// Page is the contents of the HTML page of a folder of records.
type Page struct {
	Dir     string // the folder, as the user calls it
	Plans   []bench.Plan
	Records findings.Records
	Films   []Film
	Notes   []string // about the folder: damaged lines, records that could not be read
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pageData is the data of the template page.html, whose fields it names.
type pageData struct {
	Dir, Repeat string
	Parts       []experimentPart
	Claims      []claimsPart
	Notes       []string
}

// HTML returns the report as one page that needs no network and no other file: a part for each design of each plan,
// then the claims for each size at which the plans cover the study. Figures stand in the page as SVG elements, films
// as data URLs. A film is shown in the first part that has its cell. All words are escaped by html/template; tables
// and figures are escaped by the packages that write them.
func (p Page) HTML() ([]byte, error) {
	d := pageData{Dir: p.Dir, Notes: p.Notes, Repeat: "counterpoise report " + p.Dir}
	filmed := map[string]bool{}
	for i, plan := range p.Plans {
		for _, f := range findings.Analyze(plan, p.Records) {
			e, stem := describe(f), fileStem(f.Design, p.Plans, i)
			part, err := e.page(stem, drawAll(f))
			if err != nil {
				return nil, err
			}
			part.Films = filmsOf(f.Design, p.Films, filmed)
			part.Again = []string{e.command + " --out " + p.Dir}
			part.Recompute = testCommands(f.Design, stem, p.Dir)
			d.Parts = append(d.Parts, part)
		}
	}
	for _, e := range evaluations(p.Plans, p.Records) {
		part, err := newClaimsPart(e)
		if err != nil {
			return nil, err
		}
		d.Claims = append(d.Claims, part)
	}
	var out bytes.Buffer
	err := pageTemplate.Execute(&out, d)
	return out.Bytes(), err
}

// htmlTables are tables as HTML that is escaped already.
func htmlTables(tables []document.Table) (all []template.HTML, err error) {
	for _, t := range tables {
		var out strings.Builder
		if err := document.HTMLTable(&out, t); err != nil {
			return nil, err
		}
		all = append(all, template.HTML(out.String()))
	}
	return all, nil
}
