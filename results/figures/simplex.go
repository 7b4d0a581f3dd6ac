package figures

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
)

func init() {
	Kinds.Add("simplex", Kind{
		About: "means in percent over the weights of three groups, on a triangle",
		Example: func() Figure {
			points := []WeightedPoint{
				{"first", "", true, []float64{1, 0, 0}, 20, NoInterval},
				{"even", "", true, []float64{1. / 3, 1. / 3, 1. / 3}, 70, NoInterval},
				{"third", "", true, []float64{0, 0, 1}, 30, NoInterval},
				{"a method", "", false, []float64{0.2, 0.5, 0.3}, 55, NoInterval},
			}
			return Simplex{
				Name: "simplex", Caption: "Weights.", Lead: "Made-up numbers.",
				Groups: [3]string{"one", "two", "three"},
				Panels: []WeightedPanel{{"a panel", points, 1, "best given weights 70"}},
			}.Figure()
		},
	})
}

// Simplex shows means in percent over the weights of three groups: a triangle whose corners are all weight on one
// group, a disc for each given weights, darker for a higher mean, a ring around the best, and methods at the weights
// that they found.
type Simplex struct {
	Name, Caption string
	Lead          string // first sentence of Alt
	Groups        [3]string
	Panels        []WeightedPanel
}

// Figure lays the panels out, two in a row.
//
// The axes are hidden, and their ranges place the triangle: room to the right for names and below for the note.
// x and y have nearly one scale, so that the triangle is nearly equilateral.
func (s Simplex) Figure() Figure {
	f := Figure{Name: s.Name, Caption: s.Caption, Alt: s.Lead, width: 300, height: 262, columns: 2}
	for _, w := range s.Panels {
		p := newPanel(w.Title, "", "")
		p.HideAxes()
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.1, 1.4, -0.22, 0.95
		p.Add(plotter(func(c draw.Canvas, p *plot.Plot) { w.drawTriangle(c, p, s.Groups) }))
		f.panels = append(f.panels, p)
		f.Alt += " " + wording.Capitalize(w.Title) + ": " + w.words()
	}
	return f
}

// corners are the points where all weight is on one group: an equilateral triangle of side 1, the second group on top.
var corners = [3][2]float64{{0, 0}, {0.5, math.Sqrt(3) / 2}, {1, 0}}

// onTriangle returns the point of the triangle with barycentric coordinates w, which sum to 1:
//
//	(x, y) = sum_g w_g corner_g
//
// Weights of 1 on a group give its corner, equal weights the centre.
func onTriangle(weights []float64) (x, y float64) {
	for g, w := range weights {
		x += float64(w * corners[g][0])
		y += float64(w * corners[g][1])
	}
	return x, y
}

// drawTriangle draws the edges and their names, then the names of methods, the discs, the ring and the methods' marks,
// so that discs cover the lines to the names. The first group is the lower left corner, the second the top, the
// third the lower right. The note stands below.
func (w WeightedPanel) drawTriangle(c draw.Canvas, p *plot.Plot, groups [3]string) {
	x, y := p.Transforms(&c)
	on := func(weights []float64) vg.Point {
		px, py := onTriangle(weights)
		return vg.Point{X: x(px), Y: y(py)}
	}
	var edge []vg.Point
	// The path closes: corner 0 is drawn twice.
	for g := range 4 {
		edge = append(edge, vg.Point{X: x(corners[g%3][0]), Y: y(corners[g%3][1])})
	}
	c.StrokeLines(draw.LineStyle{Color: withOpacity(ink, 0.5), Width: 0.8}, edge)
	for g, shift := range []vg.Length{-9, 9, -9} {
		c.FillText(textStyle(small), vg.Point{X: edge[g].X, Y: edge[g].Y + shift}, groups[g])
	}
	var methods []mark
	for _, q := range w.Points {
		if !q.Given {
			methods = append(methods, mark{q.Name, on(q.Weights), 1})
		}
	}
	drawNames(c, methods, x(1.03))
	for _, q := range w.Points {
		if q.Given {
			drawDisc(c, on(q.Weights), q.Mean)
		}
	}
	ring := draw.GlyphStyle{Color: ink, Radius: 12.5, Shape: draw.RingGlyph{}}
	c.DrawGlyph(ring, on(w.Points[w.Best].Weights))
	drawMarks(c, methods)
	c.FillText(textStyle(small), vg.Point{X: x(0.5), Y: y(-0.16)}, w.Note)
}

// drawDisc draws a disc in the shade of a percentage with the number on it, in white on dark shades. Above 55
// percent the shade is dark enough for white digits.
func drawDisc(c draw.Canvas, at vg.Point, percent float64) {
	c.DrawGlyph(draw.GlyphStyle{Color: shade(percent), Radius: 11, Shape: draw.CircleGlyph{}}, at)
	number := textStyle(small)
	if percent > 55 {
		number.Color = color.White
	}
	c.FillText(number, at, fmt.Sprintf("%.0f", percent))
}

// shade is the colour of a percentage p: from nearly white at 0 to the blue of the curves at 100, linear in sRGB,
//
//	channel = light + p/100 (dark - light)
//
// Each product is converted to float64 explicitly, which forbids the compiler to fuse it with the sum (Go
// specification, "Floating-point operators"), so that all processors give the same colour. percent must lie in
// [0, 100].
func shade(percent float64) color.NRGBA {
	mix := func(light, dark uint8) uint8 {
		return uint8(float64(light) + float64(float64(percent/100)*(float64(dark)-float64(light))))
	}
	to := paletteColour(blue)
	return color.NRGBA{mix(0xE8, to.R), mix(0xF1, to.G), mix(0xF8, to.B), 255}
}
