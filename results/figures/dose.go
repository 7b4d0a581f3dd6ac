package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func init() {
	Kinds.Add("dose", Kind{
		About: "dose-response: means in percent over an amount, a line for each series",
		Example: func() Figure {
			return Dose{
				Name: "dose", Caption: "Response to a dose.", Lead: "Made-up numbers.",
				XLabel: "dose", YLabel: "percent",
				Lines: []Line{
					{"one", []Point{{3, 20, Interval{10, 30}}, {9, 50, Interval{40, 60}}}},
					{"two", []Point{{9, 45, NoInterval}, {27, 80, Interval{70, 90}}}},
				},
			}.Figure()
		},
	})
}

// Dose is a dose-response diagram in one panel: means in percent over an amount that begins at 0, a line for each
// series with its name at its end.
type Dose struct {
	Name, Caption  string
	Lead           string // first sentence of Alt
	XLabel, YLabel string // titles of the axes
	Lines          []Line // each sorted by X
}

// Figure lays the lines out.
//
// The x axis has a tick at each amount that occurs and no others, since amounts are few and unevenly spaced.
func (d Dose) Figure() Figure {
	p := newPanel("", d.XLabel, d.YLabel)
	// amounts is a set; its ticks are sorted before use, so the map's order does not enter the figure.
	most, amounts := 0.0, map[float64]bool{}
	for _, l := range d.Lines {
		for _, q := range l.Points {
			amounts[q.X], most = true, max(most, q.X)
		}
	}
	p.X.Min, p.X.Max = 0, most*1.22 // room for the names of the lines
	var ticks []plot.Tick
	for n := range amounts {
		ticks = append(ticks, plot.Tick{Value: n, Label: fmt.Sprintf("%g", n)})
	}
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	// A mark at 100 % is drawn whole.
	percentAxis(p, 104)
	p.Add(plotter(d.draw))
	return Figure{
		Name: d.Name, Caption: d.Caption, Alt: d.Lead + " " + d.words(),
		width: 430, height: 290, panels: []*plot.Plot{p},
	}
}

// draw draws each line with its own colour and mark. Lines are set 7 points apart sideways, so that intervals at one
// amount do not hide each other. The first line has the palette's second colour: grey is for baselines.
func (d Dose) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var ends []endLabel
	for i, l := range d.Lines {
		// Symmetric about the amount: -3.5, 3.5 for two lines.
		shift := vg.Length(2*i-len(d.Lines)+1) * 3.5
		var line []vg.Point
		for _, q := range l.Points {
			line = append(line, vg.Point{X: x(q.X) + shift, Y: y(q.Mean)})
			if q.defined() {
				drawWhisker(c, p, q.X, q.Low, q.High, shift, paletteColour(i+1))
			}
		}
		c.StrokeLines(draw.LineStyle{Color: paletteColour(i + 1), Width: 2}, line)
		for _, at := range line {
			c.DrawGlyph(draw.GlyphStyle{Color: paletteColour(i + 1), Radius: 4.5, Shape: markShape(i)}, at)
		}
		if n := len(l.Points); n > 0 {
			ends = append(ends, endLabel{l.Name, l.Points[n-1].X * 1.02, l.Points[n-1].Mean})
		}
	}
	drawEndLabels(c, p, ends)
}

// words describes the lines, a sentence each. Percent are whole numbers here; the table has the digits.
func (d Dose) words() string {
	var out []string
	for _, l := range d.Lines {
		var points []string
		for _, q := range l.Points {
			points = append(points, fmt.Sprintf("%.0f %% with %g", q.Mean, q.X))
		}
		out = append(out, l.Name+": "+strings.Join(points, ", ")+".")
	}
	return strings.Join(out, " ")
}
