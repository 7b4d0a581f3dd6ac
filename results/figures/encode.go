package figures

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"regexp"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"counterpoise/internal/printable"
)

// SVG returns the figure as an SVG file on a white background. The unit of its coordinates is the point;
// gonum/plot flips its upward y axis to SVG's downward one.
func (f Figure) SVG() []byte {
	c := vgsvg.New(f.size())
	f.drawOnWhite(c)
	return finished(bytesOf(c))
}

// PNG returns the figure as a PNG file of 192 dots per inch. A figure of w points is w·192/72 pixels wide,
// sharp on screens of twice the usual density.
func (f Figure) PNG() []byte {
	w, h := f.size()
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(192))}
	f.drawOnWhite(c)
	return bytesOf(c)
}

// PDF returns the figure as a PDF file with one page of the figure's size and embedded fonts. It is a vector
// format, which pdflatex includes with \includegraphics.
func (f Figure) PDF() []byte {
	fixPDFDates()
	c := vgpdf.New(f.size())
	f.drawOnWhite(c)
	return bytesOf(c)
}

// fixPDFDates makes the PDF library write a fixed date and sorted catalogues, so that a figure has the same bytes
// every time. These are global settings of the library. It runs once per process; a caller that writes other
// PDFs sees the same settings.
var fixPDFDates = sync.OnceFunc(func() {
	epoch := time.Unix(0, 0).UTC()
	fpdf.SetDefaultCreationDate(epoch)
	fpdf.SetDefaultModificationDate(epoch)
	fpdf.SetDefaultCatalogSort(true)
})

// Inline returns the figure as an svg element of an HTML page: without background, black drawn in the text colour of
// the page, scaled to the width of the page, and with Alt as its description.
//
// viewBox has the figure's size in points and no offset. The style sets the natural width, and the style sheet
// of the page may shrink it; --natural is that width for rules of narrow screens. aria-label and role="img"
// give Alt to screen readers as one picture. currentColor makes black follow a dark colour scheme.
func (f Figure) Inline() string {
	w, h := f.size()
	c := vgsvg.New(w, h)
	f.draw(draw.New(printed{c}))
	svg := string(finished(bytesOf(c)))
	svg = strings.ReplaceAll(svg, "stroke:#000000", "stroke:currentColor")
	const tag = `<svg role="img" aria-label="%s" fill="currentColor" viewBox="0 0 %.5g %.5g" ` +
		`style="width:%.5gpt;--natural:%[4]gpt" xmlns="http://www.w3.org/2000/svg">`
	head := fmt.Sprintf(tag, html.EscapeString(printable.Line(f.Alt)), w.Points(), h.Points(), w.Points())
	return svgHead.ReplaceAllLiteralString(svg, head)
}

// svgHead matches everything up to the end of the opening tag. It is replaced whole, because gonum/plot writes
// a size in the tag that would prevent scaling.
var svgHead = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)

// drawOnWhite draws the figure on a white background.
func (f Figure) drawOnWhite(c vg.CanvasSizer) {
	all := draw.New(printed{c})
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	f.draw(all)
}

// printed is a canvas on which labels from outside have no effect: characters that do not print are escaped, which XML
// in part does not allow at all. The encoders escape what is markup to them.
type printed struct{ vg.CanvasSizer }

// FillString draws a line of text.
func (c printed) FillString(f font.Face, at vg.Point, s string) {
	c.CanvasSizer.FillString(f, at, printable.Line(s))
}

// finished returns what gonum/plot writes as SVG without paths that nobody sees, and with typefaces that have the same
// widths of letters for machines without Liberation Sans, on which text would otherwise be set in a wider typeface and
// run into its neighbours. Text is laid out with the widths of Liberation Sans, which are Arial's.
func finished(svg []byte) []byte {
	return bytes.ReplaceAll(unseen.ReplaceAllLiteral(svg, nil), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}

// unseen matches paths in a colour without opacity, such as the background of a panel. gonum/plot divides by the
// opacity and writes "#-8000000000000000...", which is no colour.
var unseen = regexp.MustCompile(`<path [^>]*:#-[^>]*>\n`)

// bytesOf returns what a canvas writes. Writing to memory cannot fail. A failure would be a defect of an
// encoder, so it panics.
func bytesOf(c vg.CanvasWriterTo) []byte {
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		panic("figures: a figure can't be written: " + err.Error())
	}
	return out.Bytes()
}
