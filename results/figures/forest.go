package figures

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func init() {
	Kinds.Add("forest", Kind{
		About: "estimates with intervals, one below the other, against a line of no difference",
		Example: func() Figure {
			return Forest{
				Name: "forest", Caption: "Differences with intervals.", Lead: "Made-up numbers.", XLabel: "difference",
				Rows: []ForestRow{
					{"first - second", .2, Interval{.1, .3}}, {"first - third", -.05, Interval{-.2, .1}},
					{"second - third", .01, NoInterval},
				}, Reference: 0, Margin: .1,
			}.Figure()
		},
	})
}

// Forest shows estimates with their intervals: a row for each, a vertical line at the value of no difference, and a
// band of differences that would not matter.
type Forest struct {
	Name, Caption string
	Lead          string // first sentence of Alt
	XLabel        string
	Rows          []ForestRow
	Reference     float64 // where the line stands; NaN for none
	Margin        float64 // half of the band's width; 0 for none
}

// ForestRow is one estimate; a NaN is not drawn.
type ForestRow struct {
	Name     string
	Estimate float64
	Interval Interval
}

// Figure lays the rows out, the first one on top, 24 points high each.
func (f Forest) Figure() Figure {
	out := Figure{Name: f.Name, Caption: f.Caption, width: 470, height: vg.Length(60 + 24*len(f.Rows))}
	p := newPanel("", f.XLabel, "")
	low, high := math.Inf(1), math.Inf(-1)
	reach := func(v float64) {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	reach(f.Reference)
	reach(f.Reference - f.Margin)
	reach(f.Reference + f.Margin)
	var ticks []plot.Tick
	var words []string
	for i, r := range f.Rows {
		reach(r.Estimate)
		reach(r.Interval.Low)
		reach(r.Interval.High)
		ticks = append(ticks, plot.Tick{Value: float64(len(f.Rows) - 1 - i), Label: r.Name})
		if !math.IsNaN(r.Estimate) {
			text := fmt.Sprintf("%s %.3g", r.Name, r.Estimate)
			if r.Interval.defined() {
				text += fmt.Sprintf(" from %.3g to %.3g", r.Interval.Low, r.Interval.High)
			}
			words = append(words, text)
		}
	}
	if !(low < high) { // no numbers, or one alone
		low, high = min(low, 0)-1, max(high, 0)+1
		if math.IsInf(low, 0) || math.IsInf(high, 0) {
			low, high = -1, 1
		}
	}
	room := (high - low) * 0.05
	p.X.Min, p.X.Max = low-room, high+room
	p.X.Tick.Marker = roundTicks(p.X.Min, p.X.Max)
	p.Y.Min, p.Y.Max = -0.6, float64(len(f.Rows))-0.4
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Tick.Length = 0
	p.Add(plotter(f.draw))
	out.panels = []*plot.Plot{p}
	out.Alt = f.Lead + " " + strings.Join(words, "; ") + "."
	return out
}

// draw draws the band, the line, and then each row: its interval with caps, and its estimate over it.
func (f Forest) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if f.Margin > 0 {
		c.SetColor(withOpacity(palette[0], 0.25))
		c.Fill(vg.Rectangle{
			Min: vg.Point{X: x(f.Reference - f.Margin), Y: c.Min.Y},
			Max: vg.Point{X: x(f.Reference + f.Margin), Y: c.Max.Y},
		}.Path())
	}
	if !math.IsNaN(f.Reference) {
		c.StrokeLine2(draw.LineStyle{Color: withOpacity(ink, 0.5), Width: 0.8}, x(f.Reference), c.Min.Y, x(f.Reference),
			c.Max.Y)
	}
	style := draw.LineStyle{Color: ink, Width: 1.2}
	for i, r := range f.Rows {
		at := y(float64(len(f.Rows) - 1 - i))
		if r.Interval.defined() {
			from, to := x(r.Interval.Low), x(r.Interval.High)
			c.StrokeLine2(style, from, at, to, at)
			for _, end := range []vg.Length{from, to} {
				c.StrokeLine2(style, end, at-4, end, at+4)
			}
		}
		if !math.IsNaN(r.Estimate) {
			c.DrawGlyph(draw.GlyphStyle{Color: palette[blue], Radius: 4, Shape: draw.CircleGlyph{}},
				vg.Point{X: x(r.Estimate), Y: at})
		}
	}
}
