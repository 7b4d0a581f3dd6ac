package results

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/document"
)

// Report is what the page of a folder is made from.
type Report struct {
	Dir     string // the folder, as the user calls it
	Plans   []bench.Plan
	Records Records
	Films   []Film
	Notes   []string // what to know about the folder: damaged lines, records that could not be read
}

//go:embed report.html
var pageText string

var pageTemplate = template.Must(template.New("report").Parse(pageText))

// HTML is the report as one page that needs nothing else: no network, no other file.
func (r Report) HTML() ([]byte, error) {
	p := page{Dir: r.Dir, Notes: r.Notes, Repeat: "counterpoise report " + r.Dir}
	for i, plan := range r.Plans {
		for _, reading := range readings(plan, r.Records) {
			part, err := r.part(reading, i)
			if err != nil {
				return nil, err
			}
			p.Parts = append(p.Parts, part)
		}
	}
	for _, s := range r.claims() {
		part, err := claimed(s)
		if err != nil {
			return nil, err
		}
		p.Claims = append(p.Claims, part)
	}
	var out bytes.Buffer
	err := pageTemplate.Execute(&out, p)
	return out.Bytes(), err
}

// page is what the template shows.
type page struct {
	Dir, Repeat string
	Parts       []part
	Claims      []claims
	Notes       []string
}

// part is one experiment on one task.
type part struct {
	ID, Title, Question, Source string
	Summary                     string // the verdict in one sentence
	Verdicts                    []verdict
	Omnibus                     []string
	Arms, Findings              template.HTML
	Tables                      []template.HTML
	Figures                     []drawn
	Films                       []shown
	Notes                       []string
	Settings                    [][2]string
	Again, Recompute            []string
}

// verdict is one comparison: what it comes to, and its numbers.
type verdict struct {
	Shown          bool // a difference that is significant after correction
	Words, Numbers string
}

// drawn is a figure in the page.
type drawn struct {
	SVG     template.HTML
	Caption string
}

// shown is a film in the page.
type shown struct {
	GIF, Still         template.URL
	Alt, Caption, Note string
}

func (r Report) part(d reading, i int) (part, error) {
	s, fs := d.section(), d.findings()
	p := part{
		ID: d.stem(r.Plans, i), Title: s.Title, Question: d.experiment.Question, Source: d.experiment.Source,
		Summary: summary(fs), Omnibus: omnibusLines(d.omnibus()), Notes: s.Notes, Settings: d.settings(),
		Again: []string{command(d.plan) + " --out " + r.Dir}, Recompute: d.recomputed(r.Plans, i, r.Dir),
	}
	for _, f := range fs {
		p.Verdicts = append(p.Verdicts, verdict{f.Shown(), f.verdict(d.design), f.numbers()})
	}
	for _, f := range d.figures() {
		p.Figures = append(p.Figures, drawn{template.HTML(f.Inline()), f.Caption})
	}
	for _, f := range r.Films {
		if r.first(f.Cell) == p.ID {
			p.Films = append(p.Films, d.shown(f))
		}
	}
	var err error
	if p.Arms, err = embedded(d.armTable()); err != nil {
		return p, err
	}
	for _, t := range s.Tables {
		h, err := embedded(t)
		if err != nil {
			return p, err
		}
		if t.Name == "findings" {
			p.Findings = h
		} else {
			p.Tables = append(p.Tables, h)
		}
	}
	return p, nil
}

// first is the part of the page that is the first to have a cell: its films are shown there and not again.
func (r Report) first(c bench.Cell) string {
	for i, plan := range r.Plans {
		for _, d := range readings(plan, r.Records) {
			if d.has(c) {
				return d.stem(r.Plans, i)
			}
		}
	}
	return ""
}

// embedded is a table as HTML that is escaped already.
func embedded(t document.Table) (template.HTML, error) {
	var out strings.Builder
	err := document.HTMLTable(&out, t)
	return template.HTML(out.String()), err
}

// summary is the verdict in one sentence.
func summary(fs []Finding) string {
	differ, tested := 0, 0
	for _, f := range fs {
		if f.Test.T.Defined() {
			tested++
		}
		if f.Shown() {
			differ++
		}
	}
	switch {
	case len(fs) == 0:
		return "This experiment describes and compares nothing."
	case tested == 0:
		return "Nothing could be tested yet."
	case differ == 0:
		return fmt.Sprintf("None of %s shows a difference after the correction of Holm. That is no evidence of equality.", wording.Plural(tested, "comparison"))
	}
	return fmt.Sprintf("%d of %s %s a difference after the correction of Holm.", differ, wording.Plural(tested, "comparison"), map[bool]string{true: "shows", false: "show"}[differ == 1])
}

// has says whether a cell is one of the design's.
func (r reading) has(c bench.Cell) bool {
	for _, a := range r.design.Arms {
		d := r.plan.Cell(r.experiment, r.design, a, c.Trial)
		if c.Trial < r.plan.Size.Trials && d.Hash() == c.Hash() {
			return true
		}
	}
	return false
}

// shown is a film with its words.
func (r reading) shown(f Film) shown {
	arm := ""
	for _, a := range r.design.Arms {
		if r.plan.Cell(r.experiment, r.design, a, f.Cell.Trial).Hash() == f.Cell.Hash() {
			arm = a.Name
			break
		}
	}
	end := fmt.Sprintf("failure after %.1f s", float64(f.Horizon)/30)
	if f.Step > 0 {
		end = fmt.Sprintf("success after %.1f s", float64(f.Step)/30)
	}
	return shown{
		GIF: picture("image/gif", f.GIF), Still: picture("image/png", f.Still), Note: f.Note,
		Alt:     fmt.Sprintf("The simulated arm at the table in a rollout of %s, behaviour %s: %s.", f.Cell.Task, f.Rollout.Behaviour, end),
		Caption: fmt.Sprintf("%s: %s (%s, trial %d, rollout %d)", f.Rollout.Behaviour, end, arm, f.Cell.Trial, f.Rollout.Number),
	}
}

// picture is a picture as an address that holds it.
func picture(kind string, b []byte) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b))
}
