package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
)

func init() {
	Kinds.Add("levels", Kind{
		About: "means in percent over the levels of a factor, panels of lines",
		Example: func() Figure {
			lines := []Line{
				{"one", []Point{{1, 20, Interval{10, 30}}, {2, 50, Interval{40, 60}}}},
				{"two", []Point{{1, 45, NoInterval}, {2, 50, Interval{45, 55}}}},
			}
			return Levels{
				Name: "levels", Caption: "Means over levels.", Lead: "Made-up numbers.",
				XLabel: "level", YLabel: "percent",
				Levels: []float64{1, 2, 4}, Panels: []LevelPanel{{"first", lines}, {"second", lines[:1]}},
			}.Figure()
		},
	})
}

// Levels shows means in percent over the levels of a factor: panels of lines, each line with its name and its mark at
// its end. A single panel without a title is drawn wider.
type Levels struct {
	Name, Caption  string
	Lead           string // first sentence of Alt
	XLabel, YLabel string
	Levels         []float64 // all levels of the factor, in any order; at least one
	Panels         []LevelPanel
}

// LevelPanel is one panel of lines.
type LevelPanel struct {
	Title string
	Lines []Line
}

// Figure lays the panels out.
//
// Titles of panels begin the sentences of Alt.
func (l Levels) Figure() Figure {
	f := Figure{Name: l.Name, Caption: l.Caption, Alt: l.Lead, width: 300, height: 285}
	if len(l.Panels) == 1 && l.Panels[0].Title == "" {
		f.width = 430
	}
	for _, p := range l.Panels {
		f.panels = append(f.panels, l.plot(p, textIf(f.leftmost(), l.YLabel)))
		f.Alt += " "
		if p.Title != "" {
			f.Alt += wording.Capitalize(p.Title) + ", "
		}
		f.Alt += p.words()
	}
	return f
}

// wideSpan is the quotient of the largest and the smallest level from which on the axis of levels is logarithmic: the
// ticks of 125, 250 and 500 would stand on one another beside 4,000.
const wideSpan = 16

// plot returns one panel. The x axis has a tick at each level and ends as far to the right as the longest name of a
// line needs. All panels share the levels, so one level has one place in every panel, except for the room on
// the right.
func (l Levels) plot(panel LevelPanel, yLabel string) *plot.Plot {
	p := newPanel(panel.Title, l.XLabel, yLabel)
	percentAxis(p, 104)
	letters := 0
	for _, l := range panel.Lines {
		letters = max(letters, len(l.Name))
	}
	var ticks plot.ConstantTicks
	low, high := l.Levels[0], l.Levels[0]
	for _, v := range l.Levels {
		low, high = min(low, v), max(high, v)
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%g", v)})
	}
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	// A level that several arms have gets one tick.
	p.X.Tick.Marker = slices.CompactFunc(ticks, func(a, b plot.Tick) bool { return a.Value == b.Value })
	logarithmic := low > 0 && high >= wideSpan*low
	if logarithmic {
		low, high, p.X.Scale = math.Log(low), math.Log(high), plot.LogScale{}
	}
	wide := high - low
	// A factor with one level would make an axis of no length.
	if wide == 0 {
		wide = 1
	}
	// Room for the names to the right of the lines: 3.2 % of the width of the data for each letter.
	p.X.Min, p.X.Max = low-float64(wide*0.06), high+float64(wide*(0.17+float64(0.032*float64(letters))))
	if logarithmic {
		p.X.Min, p.X.Max = math.Exp(p.X.Min), math.Exp(p.X.Max)
	}
	p.Add(plotter(panel.draw))
	return p
}

// draw draws each line in its own colour and with its own mark, and its name at its end. Lines without points
// draw nothing but keep their colour, so a colour means one line in all panels.
func (l LevelPanel) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var ends []mark
	for i, line := range l.Lines {
		if len(line.Points) == 0 {
			continue
		}
		// 5 points between neighbouring lines, symmetric about the level.
		shift := vg.Length(2*i-len(l.Lines)+1) * 2.5
		var at []vg.Point
		for _, q := range line.Points {
			at = append(at, vg.Point{X: x(q.X) + shift, Y: y(q.Mean)})
			if q.defined() {
				drawWhisker(c, p, q.X, q.Low, q.High, shift, paletteColour(i+1))
			}
		}
		c.StrokeLines(draw.LineStyle{Color: paletteColour(i + 1), Width: 2}, at)
		for _, q := range at {
			c.DrawGlyph(draw.GlyphStyle{Color: paletteColour(i + 1), Radius: 4.5, Shape: markShape(i)}, q)
		}
		ends = append(ends, mark{line.Name, at[len(at)-1], i})
	}
	nameLines(c, ends)
}

// nameLines writes the names of lines beside their ends, each after its own mark, so that lines that end in one place
// can be told apart. The names stand in one column to the right of the rightmost end.
func nameLines(c draw.Canvas, ends []mark) {
	slices.SortStableFunc(ends, func(a, b mark) int { return cmp.Compare(a.at.Y, b.at.Y) })
	right := vg.Length(0)
	for _, e := range ends {
		right = max(right, e.at.X)
	}
	for i, y := range spread(ends, small+2, c.Min.Y+small/2, c.Max.Y) {
		e := ends[i]
		style := draw.GlyphStyle{Color: paletteColour(e.style + 1), Radius: 3, Shape: markShape(e.style)}
		c.DrawGlyph(style, vg.Point{X: right + 14, Y: y})
		c.FillText(leftAligned(), vg.Point{X: right + 21, Y: y}, e.name)
	}
}

// words describes the lines in a sentence. Percent without decimals at each level.
func (l LevelPanel) words() string {
	var out []string
	for _, line := range l.Lines {
		var points []string
		for _, q := range line.Points {
			points = append(points, fmt.Sprintf("%.0f at %g", q.Mean, q.X))
		}
		out = append(out, line.Name+": "+strings.Join(points, ", "))
	}
	return strings.Join(out, "; ") + "."
}
