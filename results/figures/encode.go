package figures

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"counterpoise/internal/printable"
)

// SVG returns the figure as an SVG file on a white background, with Alt as its label and with Again as its description,
// which is not drawn. The unit of its coordinates is the point.
func (f Figure) SVG() []byte {
	w, h := f.size()
	c := newSVGCanvas(w, h, "#000")
	f.drawOnWhite(c)
	size := fmt.Sprintf(`width="%[1]spt" height="%[2]spt"`, decimal(tenths(w.Points())), decimal(tenths(h.Points())))
	again := ""
	if f.Again != "" {
		again = "<desc>" + html.EscapeString(printable.Line(f.Again)) + "</desc>\n"
	}
	return append([]byte(`<?xml version="1.0"?>`+"\n"), f.svg(c, size, again)...)
}

// PNG returns the figure as a PNG file of 192 dots per inch. A figure of w points is w·192/72 pixels wide,
// sharp on screens of twice the usual density. Again is its comment.
func (f Figure) PNG() []byte {
	w, h := f.size()
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(192))}
	f.drawOnWhite(c)
	if f.Again == "" {
		return bytesOf(c)
	}
	return pngAgain(bytesOf(c), f.Again)
}

// PDF returns the figure as a PDF file with one page of the figure's size and embedded fonts. It is a vector
// format, which pdflatex includes with \includegraphics. Again is a comment at the end of the file.
func (f Figure) PDF() []byte {
	fixPDFDates()
	c := vgpdf.New(f.size())
	f.drawOnWhite(c)
	if f.Again == "" {
		return bytesOf(c)
	}
	return pdfAgain(bytesOf(c), f.Again)
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
// The style sets the natural width, and the style sheet of the page may shrink it; --natural is that width for rules of
// narrow screens. currentColor makes black follow a dark colour scheme.
func (f Figure) Inline() string {
	f.Title = ""
	w, h := f.size()
	c := newSVGCanvas(w, h, "currentColor")
	f.draw(draw.New(printed{c}))
	return string(f.svg(c, fmt.Sprintf(`style="width:%[1]spt;--natural:%[1]spt"`, decimal(tenths(w.Points()))), ""))
}

// svg returns the svg element of what was drawn on a canvas, with the attributes that set its size and with an element
// that goes before the drawing, or none.
//
// viewBox has the figure's size in points and no offset. aria-label and role="img" give Alt to screen readers as one
// picture. The typefaces after Liberation Sans, with whose widths text is laid out, have letters of the same widths,
// for machines without it, on which text would otherwise be set in a wider typeface and run into its neighbours.
func (f Figure) svg(c *svgCanvas, size, first string) []byte {
	const head = `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" viewBox="0 0 %s %s" %s ` +
		`fill="%s" font-family="Liberation Sans,Arial,Helvetica,sans-serif">` + "\n%s%s</svg>\n"
	return fmt.Appendf(nil, head, html.EscapeString(printable.Line(f.Alt)), decimal(tenths(c.width.Points())),
		decimal(tenths(c.height.Points())), size, c.ink, first, bytesOf(c))
}

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

// bytesOf returns what a canvas writes. Writing to memory cannot fail. A failure would be a defect of an
// encoder, so it panics.
func bytesOf(c vg.CanvasWriterTo) []byte {
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		panic("figures: a figure can't be written: " + err.Error())
	}
	return out.Bytes()
}
