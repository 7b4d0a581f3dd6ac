package comparison

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"counterpoise/internal/printable"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/stats"
	"counterpoise/stats/compare"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// maxRows bounds the rows of a figure: more can't be read.
const maxRows = 60

// Page writes a comparison as a whole HTML page: a figure of the methods, one of the differences of each family, and
// the document. It refers to no other file.
func Page(w io.Writer, r compare.Result, taken []string) error {
	return WritePage(w, Document(r, taken), Figures(r))
}

// WritePage writes a document as a whole HTML page, figures first.
func WritePage(w io.Writer, d document.Document, fs []figures.Figure) error {
	var body strings.Builder
	if err := document.Write(&body, "html", d); err != nil {
		return err
	}
	type figure struct {
		SVG     template.HTML
		Caption string
	}
	page := struct {
		Title   string
		Figures []figure
		Body    template.HTML
	}{Title: printable.Line(d.Title), Body: template.HTML(body.String())}
	for _, f := range fs {
		page.Figures = append(page.Figures, figure{template.HTML(f.Inline()), f.Caption})
	}
	return pageTemplate.Execute(w, page)
}

// Figures are the pictures of a comparison: means of the methods, and the differences of each family.
func Figures(r compare.Result) (out []figures.Figure) {
	var rows []figures.ForestRow
	for _, m := range r.Methods {
		rows = append(rows, figures.ForestRow{Name: ascii(m.Method), Estimate: m.Mean.Or(math.NaN()),
			Interval: interval(m.CI)})
	}
	out = append(out, forest("methods", "mean", fmt.Sprintf("Mean over %s and %.4g %% interval of each method.",
		r.Design.Unit, 100*r.Level), math.NaN(), 0, rows))
	for _, f := range r.Families {
		rows = nil
		for _, p := range f.Pairs {
			name := p.A + " - " + p.B
			if p.Group != "" {
				name += ", " + p.Group
			}
			rows = append(rows, figures.ForestRow{Name: ascii(name), Estimate: p.Difference.Or(math.NaN()),
				Interval: interval(p.CI)})
		}
		caption := fmt.Sprintf("Differences (%s) with %.4g %% intervals, each of its own.", f.Name, 100*r.Level)
		if r.Margin.Defined() {
			caption += fmt.Sprintf(" Grey: within the margin of %g.", r.Margin.Or(0))
		}
		out = append(out, forest("differences-"+strings.ReplaceAll(f.Name, " ", "-"), "difference", caption, 0,
			r.Margin.Or(0), rows))
	}
	return out
}

// forest is a figure of at most maxRows rows.
func forest(name, x, caption string, reference, margin float64, rows []figures.ForestRow) figures.Figure {
	if len(rows) > maxRows {
		caption += fmt.Sprintf(" The first %d of %d are drawn.", maxRows, len(rows))
		rows = rows[:maxRows]
	}
	return figures.Forest{Name: name, Caption: caption, Lead: caption, XLabel: x, Rows: rows, Reference: reference,
		Margin: margin}.Figure()
}

// interval is an interval of a figure.
func interval(ci stats.Interval) figures.Interval {
	return figures.Interval{Low: ci.Low.Or(math.NaN()), High: ci.High.Or(math.NaN())}
}

// ascii replaces the characters that the figures' fonts may lack.
func ascii(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, s)
}
