package results

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image/color"
	"regexp"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is panels in rows, before it has a form. The same records give the same bytes in every form.
type Figure struct {
	Name    string // of its files: "e1-picking-bars"
	Caption string // what is drawn, with its n: below the figure
	Alt     string // what is to be seen, for those who don't see it
	panels  []*plot.Plot
	columns int       // panels in a row; 0: all
	width   vg.Length // of a panel (points)
	height  vg.Length
}

// shape is the number of columns and of rows.
func (f Figure) shape() (columns, rows int) {
	columns = cmp.Or(f.columns, len(f.panels))
	return columns, (len(f.panels) + columns - 1) / columns
}

// draw draws the panels on a canvas, with their axes aligned.
func (f Figure) draw(c draw.Canvas) {
	columns, rows := f.shape()
	table := make([][]*plot.Plot, rows)
	for i := range table {
		table[i] = make([]*plot.Plot, columns)
		copy(table[i], f.panels[i*columns:])
	}
	tiles := draw.Tiles{Cols: columns, Rows: rows, PadX: 14, PadY: 14, PadTop: 4, PadBottom: 4, PadLeft: 4, PadRight: 8}
	for i, row := range plot.Align(table, tiles, c) {
		for j, at := range row {
			if table[i][j] != nil {
				table[i][j].Draw(at)
			}
		}
	}
}

func (f Figure) size() (w, h vg.Length) {
	columns, rows := f.shape()
	return f.width * vg.Length(columns), f.height * vg.Length(rows)
}

// onPaper draws the figure on white.
func (f Figure) onPaper(c vg.CanvasSizer) {
	all := draw.New(c)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	f.draw(all)
}

// SVG is the figure as a file for the web, on white.
func (f Figure) SVG() []byte {
	c := vgsvg.New(f.size())
	f.onPaper(c)
	return fallback(written(c))
}

// PNG is the figure as a picture of 192 dots an inch.
func (f Figure) PNG() []byte {
	w, h := f.size()
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(192))}
	f.onPaper(c)
	return written(c)
}

// PDF is the figure as a page of its size, fonts included.
func (f Figure) PDF() []byte {
	dateless()
	c := vgpdf.New(f.size())
	f.onPaper(c)
	return written(c)
}

// dateless makes the PDF library write no clock and no map's order into its files.
var dateless = sync.OnceFunc(func() {
	epoch := time.Unix(0, 0).UTC()
	fpdf.SetDefaultCreationDate(epoch)
	fpdf.SetDefaultModificationDate(epoch)
	fpdf.SetDefaultCatalogSort(true)
})

// Inline is the figure as an element of a page: no background, ink in the colour of the text around it, scaled to the
// page's width, and described for those who don't see it.
func (f Figure) Inline() string {
	w, h := f.size()
	c := vgsvg.New(w, h)
	f.draw(draw.New(c))
	svg := string(fallback(written(c)))
	svg = strings.ReplaceAll(svg, "stroke:#000000", "stroke:currentColor")
	head := fmt.Sprintf(`<svg role="img" aria-label="%s" fill="currentColor" viewBox="0 0 %.5g %.5g" style="width:%.5gpt;--natural:%[4]gpt" xmlns="http://www.w3.org/2000/svg">`,
		html.EscapeString(f.Alt), w.Points(), h.Points(), w.Points())
	return svgHead.ReplaceAllLiteralString(svg, head)
}

// svgHead is everything up to the end of the opening tag.
var svgHead = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)

// fallback names typefaces of the same widths for machines without Liberation Sans.
func fallback(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}

// written is what a canvas writes. Writing to memory can't fail.
func written(c vg.CanvasWriterTo) []byte {
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		panic("results: a figure can't be written: " + err.Error())
	}
	return out.Bytes()
}

// figures are all figures of a design.
func (r reading) figures() (fs []Figure) {
	found := r.findings()
	for _, make := range []func() (Figure, bool){
		func() (Figure, bool) { return r.bars(found) },
		func() (Figure, bool) { return r.dots(found) },
		r.doses, r.levels, r.sweeps, r.simplex, r.alphas,
	} {
		if f, ok := make(); ok {
			fs = append(fs, f)
		}
	}
	return fs
}
