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
	Kinds.Add("plane", Kind{
		About: "named points with intervals on two axes, in four quadrants with words",
		Example: func() Figure {
			return Plane{
				Name: "plane", Caption: "Points in four quadrants.", Lead: "Made-up numbers.",
				XLabel: "ratio", YLabel: "cost", XSplit: 1.1,
				Panels: []PlanePanel{{
					Title: "a task",
					Points: []PlanePoint{
						{Name: "one", X: 1, Y: 20, XInterval: Interval{.9, 1.1}, YInterval: Interval{10, 30}},
						{Name: "two", X: 2, Y: -5, XInterval: NoInterval, YInterval: NoInterval},
					},
					Corners: [4][]string{{"upper left", "helps: x"}, {"upper right"}, {"lower left"}, {"lower right"}},
				}},
			}.Figure()
		},
	})
}

// Plane shows named points with their intervals on two axes that are split into quadrants, with words in the corner of
// each. The vertical axis is split at 0.
type Plane struct {
	Name, Caption  string
	Lead           string // first sentence of Alt
	XLabel, YLabel string
	XSplit         float64 // where the horizontal axis is split
	Predicts       bool    // points have a prediction of X, which is drawn too
	Panels         []PlanePanel
}

// PlanePanel is one panel of points. Corners are lines of text: upper left, upper right, lower left, lower right.
type PlanePanel struct {
	Title   string
	Points  []PlanePoint
	Corners [4][]string
}

// PlanePoint is a named point with an interval on each axis.
type PlanePoint struct {
	Name                 string
	X, Y                 float64
	Predicted            float64  // of X, where the plane predicts
	XInterval, YInterval Interval // in the units of their axes
}

// Figure lays the panels out. They share their axes, which hold all points, their intervals and, above and below
// these, the words of the corners.
func (l Plane) Figure() Figure {
	f := Figure{Name: l.Name, Caption: l.Caption, Alt: l.Lead, width: 400, height: 370}
	lowX, highX, lowY, highY := l.XSplit, l.XSplit, 0.0, 0.0
	lines := 0
	for _, p := range l.Panels {
		for _, q := range p.Points {
			lowX, highX = least(lowX, q.X, q.XInterval), greatest(highX, q.X, q.XInterval)
			if l.Predicts {
				lowX, highX = min(lowX, q.Predicted), max(highX, q.Predicted)
			}
			lowY, highY = least(lowY, q.Y, q.YInterval), greatest(highY, q.Y, q.YInterval)
		}
		for _, c := range p.Corners {
			lines = max(lines, len(c))
		}
	}
	// A line of words takes 3.7 % of the panel's height, above the data and below them. Names stand to the right of
	// their points, and the words on the left take half the width of the data.
	words := min(.026+float64(.037*float64(lines)), .4)
	room := (highY - lowY) * words / (1 - 2*words)
	width := highX - lowX
	for _, p := range l.Panels {
		panel := newPanel(p.Title, l.XLabel, textIf(f.leftmost(), l.YLabel))
		panel.X.Min, panel.X.Max = min(lowX-float64(.1*width), l.XSplit-float64(.48*width)), highX+float64(.2*width)
		panel.Y.Min, panel.Y.Max = lowY-room, highY+room
		panel.X.Tick.Marker = roundTicks(panel.X.Min, panel.X.Max)
		panel.Y.Tick.Marker = roundTicks(panel.Y.Min, panel.Y.Max)
		panel.Add(plotter(func(c draw.Canvas, at *plot.Plot) { p.draw(c, at, l.XSplit, l.Predicts) }))
		f.panels = append(f.panels, panel)
		f.Alt += " " + p.words(l.Predicts)
	}
	return f
}

// least is the smaller of a bound and a value with its interval, greatest the larger.
func least(bound, v float64, i Interval) float64 {
	if i.defined() {
		v = min(v, i.Low)
	}
	return min(bound, v)
}

func greatest(bound, v float64, i Interval) float64 {
	if i.defined() {
		v = max(v, i.High)
	}
	return max(bound, v)
}

// draw draws the splits, the words of the corners and the points with their names. Points are discs with an outline and
// their intervals have the colour of text: one of the colours is a yellow that a line on white does not show. Names
// tell the points apart; colours say which points of two panels belong together. Predictions are rings.
func (l PlanePanel) draw(c draw.Canvas, p *plot.Plot, split float64, predicts bool) {
	x, y := p.Transforms(&c)
	rule := draw.LineStyle{Color: withOpacity(ink, .5), Width: .8, Dashes: []vg.Length{3, 3}}
	c.StrokeLine2(rule, x(split), c.Min.Y, x(split), c.Max.Y)
	c.StrokeLine2(rule, c.Min.X, y(0), c.Max.X, y(0))
	for i, words := range l.Corners {
		drawCorner(c, words, i%2 == 1, i >= 2)
	}
	for i, q := range l.Points {
		if i := q.YInterval; i.defined() {
			drawWhisker(c, p, q.X, i.Low, i.High, 0, ink)
		}
		if i := q.XInterval; i.defined() {
			c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1.2}, x(i.Low), y(q.Y), x(i.High), y(q.Y))
		}
		at := vg.Point{X: x(q.X), Y: y(q.Y)}
		if predicts {
			from := vg.Point{X: x(q.Predicted), Y: at.Y}
			c.StrokeLine2(draw.LineStyle{Color: withOpacity(ink, .6), Width: .8, Dashes: []vg.Length{2, 2}},
				from.X, from.Y, at.X, at.Y)
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4, Shape: draw.RingGlyph{}}, from)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 5.2, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyph(draw.GlyphStyle{Color: paletteColour(i + 1), Radius: 4.5, Shape: draw.CircleGlyph{}}, at)
	}
	l.drawNames(c, p)
}

// drawNames writes the names beside their points: to the right and above, or at the first of five other places where
// they cover no point, no interval and no other name. Where there is none, they stand where they cover least.
func (l PlanePanel) drawNames(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	box := func(x0, y0, x1, y1 vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
	}
	var taken []vg.Rectangle
	for _, q := range l.Points {
		at := vg.Point{X: x(q.X), Y: y(q.Y)}
		taken = append(taken, box(at.X-5, at.Y-5, at.X+5, at.Y+5))
		if i := q.YInterval; i.defined() {
			taken = append(taken, box(at.X-1, y(i.Low), at.X+1, y(i.High)))
		}
		if i := q.XInterval; i.defined() {
			taken = append(taken, box(x(i.Low), at.Y-1, x(i.High), at.Y+1))
		}
	}
	style := leftAligned()
	for _, q := range l.Points {
		at := beside(vg.Point{X: x(q.X), Y: y(q.Y)}, style.Width(q.Name), c.Rectangle, taken)
		taken = append(taken, at)
		c.FillText(style, vg.Point{X: at.Min.X, Y: (at.Min.Y + at.Max.Y) / 2}, q.Name)
	}
}

// beside is where a name of a width stands beside a point on a canvas so that it covers least of what is taken.
func beside(at vg.Point, width vg.Length, canvas vg.Rectangle, taken []vg.Rectangle) (best vg.Rectangle) {
	left := -6 - width
	least := math.Inf(1)
	for _, by := range []vg.Point{
		{X: 6, Y: 7}, {X: 7, Y: 0}, {X: 6, Y: -8}, {X: left, Y: 7}, {X: left - 1, Y: 0}, {X: left, Y: -8},
	} {
		name := vg.Rectangle{Min: at.Add(by), Max: at.Add(by).Add(vg.Point{X: width, Y: small / 2})}
		name.Min.Y -= small / 2
		covered := 0.0
		if name.Min.X < canvas.Min.X || name.Max.X > canvas.Max.X || name.Min.Y < canvas.Min.Y ||
			name.Max.Y > canvas.Max.Y {
			covered = math.MaxFloat64
		}
		for _, t := range taken {
			w := min(name.Max.X, t.Max.X) - max(name.Min.X, t.Min.X)
			h := min(name.Max.Y, t.Max.Y) - max(name.Min.Y, t.Min.Y)
			covered += float64(max(0, w) * max(0, h))
		}
		if covered < least {
			best, least = name, covered
		}
	}
	return best
}

// drawCorner writes lines of words into a corner of the canvas, the first line on top.
func drawCorner(c draw.Canvas, words []string, right, low bool) {
	style := textStyle(small)
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	at := vg.Point{X: c.Min.X + 4, Y: c.Max.Y - 2}
	if right {
		style.XAlign, at.X = draw.XRight, c.Max.X-2
	}
	const line = small + 2
	if low {
		at.Y = c.Min.Y + 3 + line*vg.Length(len(words))
	}
	for _, w := range words {
		c.FillText(style, at, w)
		at.Y -= line
	}
}

// words describes the points and the corners in sentences.
func (l PlanePanel) words(predicts bool) string {
	var out []string
	for _, q := range l.Points {
		point := fmt.Sprintf("%s at %.2f and %+.0f", q.Name, q.X, math.Round(q.Y))
		if predicts {
			point += fmt.Sprintf(" (predicted %.2f)", q.Predicted)
		}
		out = append(out, point)
	}
	text := l.Title + ": " + strings.Join(out, ", ") + "."
	for _, c := range l.Corners {
		if len(c) > 0 {
			text += " " + strings.Join(c, ", ") + "."
		}
	}
	return text
}
