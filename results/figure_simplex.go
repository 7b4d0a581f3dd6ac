package results

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
)

// simplex is sweeps for three groups: a triangle whose corners are all weight on one group, with a disc for each given weights,
// the darker the more success, and methods where their weights are.
func (r reading) simplex() (Figure, bool) {
	all := slices.DeleteFunc(r.scales(), func(s scale) bool { return len(s.groups) != 3 })
	if len(all) != 1 {
		return Figure{}, false
	}
	s, behaviours := all[0], append(r.behaviours(), worst)
	f := Figure{Name: r.name() + "-simplex", width: 300, height: 262, columns: 2,
		Caption: r.scaleCaption("discs are given weights, the darker the more success (in percent), corners all weight on one group")}
	f.Alt = "Success in percent over the weights of three groups."
	for _, b := range behaviours {
		ps := r.placesOn(s, b)
		p := panel(b, "", "")
		p.HideAxes()
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.1, 1.4, -0.22, 0.95
		p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { s.drawSimplex(c, p, ps) }))
		f.panels = append(f.panels, p)
		f.Alt += " " + wording.Capitalize(b) + ": " + s.words(ps)
	}
	return f, true
}

// corners are where all weight is on one group: an equilateral triangle of side 1, the second group on top.
var corners = [3][2]float64{{0, 0}, {0.5, math.Sqrt(3) / 2}, {1, 0}}

// onTriangle is the place of weights in the triangle: the mean of the corners under them.
func onTriangle(weights []float64) (x, y float64) {
	for g, w := range weights {
		x += float64(w * corners[g][0])
		y += float64(w * corners[g][1])
	}
	return x, y
}

func (s scale) drawSimplex(c draw.Canvas, p *plot.Plot, ps []place) {
	x, y := p.Transforms(&c)
	on := func(weights []float64) vg.Point {
		px, py := onTriangle(weights)
		return vg.Point{X: x(px), Y: y(py)}
	}
	var edge []vg.Point
	for g := range 4 {
		edge = append(edge, vg.Point{X: x(corners[g%3][0]), Y: y(corners[g%3][1])})
	}
	c.StrokeLines(draw.LineStyle{Color: faint(ink, 0.5), Width: 0.8}, edge)
	for g, shift := range []vg.Length{-9, 9, -9} {
		c.FillText(typeset(small), vg.Point{X: edge[g].X, Y: edge[g].Y + shift}, s.groups[g])
	}
	var marks []leader
	for _, q := range ps {
		if !q.given {
			marks = append(marks, leader{q.name, on(q.weights), 1})
		}
	}
	drawNames(c, marks, x(1.03))
	for _, q := range ps {
		if !q.given {
			continue
		}
		c.DrawGlyph(draw.GlyphStyle{Color: shade(q.mean), Radius: 11, Shape: draw.CircleGlyph{}}, on(q.weights))
		word := typeset(small)
		if q.mean > 55 {
			word.Color = color.White
		}
		c.FillText(word, on(q.weights), fmt.Sprintf("%.0f", q.mean))
	}
	c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 12.5, Shape: draw.RingGlyph{}}, on(best(ps).weights))
	drawMarks(c, marks)
	c.FillText(typeset(small), vg.Point{X: x(0.5), Y: y(-0.16)}, oracle(ps))
}

// shade is the colour of a success in percent: from nearly white to the blue of the curves.
func shade(percent float64) color.NRGBA {
	mix := func(light, dark uint8) uint8 {
		return uint8(float64(light) + float64(float64(percent/100)*(float64(dark)-float64(light))))
	}
	to := hue(6)
	return color.NRGBA{mix(0xE8, to.R), mix(0xF1, to.G), mix(0xF8, to.B), 255}
}
