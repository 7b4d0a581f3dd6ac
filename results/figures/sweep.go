package figures

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
)

func init() {
	Kinds.Add("sweep", Kind{
		About: "means in percent over the weight of one of two groups, with methods at their weights",
		Example: func() Figure {
			points := []WeightedPoint{
				{"none", "", true, []float64{1, 0}, 20, Interval{10, 30}},
				{"half", "", true, []float64{0.5, 0.5}, 60, NoInterval},
				{"all", "", true, []float64{0, 1}, 30, Interval{25, 35}},
				{"a method", "", false, []float64{0.4, 0.6}, 55, NoInterval},
				{"another, quickly", "another", false, []float64{0.2, 0.8}, 35, NoInterval},
				{"another, slowly", "another", false, []float64{0.3, 0.7}, 45, NoInterval},
			}
			return Sweep{
				Name: "sweep", Caption: "Weights.", Lead: "Made-up numbers.", YLabel: "percent", Columns: 3,
				Panels: []SweepPanel{{WeightedPanel{"a panel", points, 1, "best given weights 60"},
					"weight of the second", 1}},
			}.Figure()
		},
	})
}

// Sweep shows means in percent over the weight of one of two groups: a curve through the given weights with a ring
// around the best, and methods at the weights that they found, with their names to the right.
type Sweep struct {
	Name, Caption string
	Lead          string // first sentence of Alt
	YLabel        string
	Columns       int // panels in a row
	Panels        []SweepPanel
}

// SweepPanel is a panel of a Sweep.
type SweepPanel struct {
	WeightedPanel
	XLabel string
	Group  int // index of the group whose weight is the x axis
}

// Figure lays the panels out.
//
// Each panel has an x axis of its own, since groups differ between datasets.
func (s Sweep) Figure() Figure {
	f := Figure{Name: s.Name, Caption: s.Caption, Alt: s.Lead, width: 310, height: 300, columns: s.Columns}
	for _, w := range s.Panels {
		f.panels = append(f.panels, w.plot(textIf(f.leftmost(), s.YLabel)))
		f.Alt += " " + wording.Capitalize(w.Title) + ": " + w.words()
	}
	return f
}

// nameMargin is the width to the right of the weight 1 where methods are named, in units of the weight. It
// takes 29 % of the axis.
const nameMargin = 0.42

// plot returns the panel with an x axis from 0 to 1 and room for the names of methods to the right. The y axis
// ends at 112 percent: the note stands at 107.
func (s SweepPanel) plot(yLabel string) *plot.Plot {
	p := newPanel(s.Title, s.XLabel, yLabel)
	percentAxis(p, 112)
	p.X.Min, p.X.Max = -0.03, 1+nameMargin
	p.X.Tick.Marker = plot.ConstantTicks{
		{Value: 0, Label: "0"}, {Value: 0.25, Label: "0.25"}, {Value: 0.5, Label: "0.5"},
		{Value: 0.75, Label: "0.75"}, {Value: 1, Label: "1"},
	}
	p.Add(plotter(s.draw))
	return p
}

// draw draws the curve through the given weights in the order of their weight, the ring around the best of them, the
// methods with their names, and the note above the curve. Order matters: what is drawn later covers what was
// drawn before.
func (s SweepPanel) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(q WeightedPoint) vg.Point { return vg.Point{X: x(q.Weights[s.Group]), Y: y(q.Mean)} }
	// The points come in the design's order; the curve needs them by weight.
	given := slices.DeleteFunc(slices.Clone(s.Points), func(q WeightedPoint) bool { return !q.Given })
	slices.SortFunc(given, func(a, b WeightedPoint) int { return cmp.Compare(a.Weights[s.Group], b.Weights[s.Group]) })
	var curve []vg.Point
	for _, q := range given {
		curve = append(curve, at(q))
		if q.defined() {
			drawWhisker(c, p, q.Weights[s.Group], q.Low, q.High, 0, withOpacity(paletteColour(blue), 0.5))
		}
	}
	c.StrokeLines(draw.LineStyle{Color: paletteColour(blue), Width: 2}, curve)
	for _, q := range curve {
		c.DrawGlyph(draw.GlyphStyle{Color: paletteColour(blue), Radius: 3, Shape: draw.CircleGlyph{}}, q)
	}
	c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 7, Shape: draw.RingGlyph{}}, at(s.Points[s.Best]))
	var methods, settings []mark
	var lines []string
	for _, q := range s.Points {
		switch {
		case q.Given:
		case q.Line == "":
			methods = append(methods, mark{q.Name, at(q), 1})
		default:
			if !slices.Contains(lines, q.Line) {
				lines = append(lines, q.Line)
			}
			settings = append(settings, mark{q.Name, at(q), lineStyle(slices.Index(lines, q.Line))})
		}
	}
	// The column of names begins at a weight of 1.08, right of all marks. The key of the lines is at its top.
	drawNames(c, methods, x(1.08))
	drawMarks(c, settings)
	drawMarks(c, methods)
	for i, name := range lines {
		key := vg.Point{X: x(0.92) + 4, Y: y(97) - vg.Length(i)*(small+4)}
		drawMarks(c, []mark{{name, key, lineStyle(i)}})
		c.FillText(leftAligned(), vg.Point{X: key.X + 8, Y: key.Y}, name)
	}
	c.FillText(textStyle(small), vg.Point{X: x(0.5), Y: y(107)}, s.Note)
}

// lineStyle is the colour of the i-th line of settings: green, then others that differ from the methods' and the
// curve's.
func lineStyle(i int) int { return []int{3, 5, 4, 7}[i%4] }
