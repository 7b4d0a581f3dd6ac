package figures

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newPanel returns an empty plot in the style of all figures, with a title and the names of its axes. All sizes
// are points (1/72 inch). The background is transparent, so that a page's colour shows through; files get a
// white one (encode.go).
func newPanel(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.Title.Text, p.Title.Padding = title, 6
	p.Title.TextStyle = textStyle(large)
	// Titles hang from the upper edge, so that panels of a row have them at one height.
	p.Title.TextStyle.YAlign = draw.YTop
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = textStyle(normal).Font
		a.Tick.Label.Font = textStyle(small).Font
		a.LineStyle.Width, a.Tick.LineStyle.Width, a.Tick.Length = 0.8, 0.8, 4
		a.Padding = 0
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Padding, p.Y.Label.Padding = 4, 4
	return p
}

// percentAxis sets a y axis from 0 to 100 percent, or to top where top is higher, with a rule every 20 percent.
// No tick stands above 100: the room up to top is for brackets, names and whole dots.
func percentAxis(p *plot.Plot, top float64) {
	p.Y.Min, p.Y.Max = 0, max(100, top)
	var ticks []plot.Tick
	for v := 0.0; v <= 100; v += 20 {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.0f", v)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Add(rules(ticks))
}

// rules draws a thin horizontal line at each tick, across the panel and below everything that is added later.
// Plotters are drawn in the order in which they were added.
type rules []plot.Tick

// Plot implements plot.Plotter. Transforms gives the functions from values to points on the canvas, whose y
// axis points upwards.
func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range r {
		at := y(t.Value)
		c.StrokeLine2(draw.LineStyle{Color: gridColor, Width: 0.6}, c.Min.X, at, c.Max.X, at)
	}
}

// mostTicks is the number of labelled ticks on an axis of numbers that is not exceeded: with twice as many, labels of
// four letters touch on the narrowest panel; with half as many, single values can no longer be read off.
const mostTicks = 8

// roundTicks labels an axis of numbers from low to high at the multiples of 1, 2 or 5 times a power of ten, with the
// smallest step that gives at most mostTicks of them. 0 is one of them wherever the axis has it. It is empty unless low
// is below high and both are finite.
func roundTicks(low, high float64) (ticks plot.ConstantTicks) {
	if !(low < high) || math.IsInf(low, 0) || math.IsInf(high, 0) {
		return nil
	}
	power := int(math.Floor(math.Log10((high - low) / mostTicks)))
	for i := 0; ; i++ {
		// Steps below 1 are divisions by a whole number, so that 3 steps of .1 are the float .3.
		factor := []float64{1, 2, 5}[i%3]
		digits := power + i/3
		value := func(k float64) float64 { return k * factor * math.Pow(10, float64(digits)) }
		if digits < 0 {
			value = func(k float64) float64 { return k * factor / math.Pow(10, float64(-digits)) }
		}
		first, last := math.Ceil(low/value(1)), math.Floor(high/value(1))
		if last-first >= mostTicks {
			continue
		}
		for k := first; k <= last; k++ {
			v := value(k) + 0 // no -0
			ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', max(0, -digits), 64)})
		}
		return ticks
	}
}

// nameAxis sets an x axis of named places at 0, 1, 2, ... with 0.6 of the distance of two places as margin. Its ticks
// are transparent: places are no numbers. The first place is the left one. Names are broken into lines, so that
// neighbours do not touch.
func nameAxis(p *plot.Plot, names []string) {
	var ticks []plot.Tick
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: foldName(n)})
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Tick.Length, p.X.Tick.LineStyle.Color = 4, color.Transparent
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
}

// foldName breaks a name at spaces into lines of at least four letters. Spaces in shorter lines stay: "no data
// at all" becomes "no data", "at all".
func foldName(name string) string {
	out, line := "", 0
	for _, c := range name {
		if c == ' ' && line >= 4 {
			out, line = out+"\n", 0
			continue
		}
		out, line = out+string(c), line+1
	}
	return out
}

// drawWhisker draws a vertical line with caps from low to high at x, shifted sideways by some points. low, high
// and at are in the units of the axes. The caps are 8 points wide.
func drawWhisker(c draw.Canvas, p *plot.Plot, at, low, high float64, shift vg.Length, colour color.Color) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: colour, Width: 1.2}
	m := x(at) + shift
	c.StrokeLine2(style, m, y(low), m, y(high))
	for _, end := range []float64{low, high} {
		c.StrokeLine2(style, m-4, y(end), m+4, y(end))
	}
}

// drawPath draws a line through points in the units of the axes. xs and ys have one length, and none of them is
// NaN. Points within a level stretch are left out: weights that never move need two.
func drawPath(c draw.Canvas, p *plot.Plot, xs, ys []float64, style draw.LineStyle) {
	x, y := p.Transforms(&c)
	points := make([]vg.Point, 0, len(xs))
	for i := range xs {
		if level := 0 < i && i < len(xs)-1 && ys[i-1] == ys[i] && ys[i] == ys[i+1]; !level {
			points = append(points, vg.Point{X: x(xs[i]), Y: y(ys[i])})
		}
	}
	c.StrokeLines(style, points)
}

// plotter makes a plot.Plotter of a function. It lets a kind of figure draw with a closure instead of a type of
// its own.
type plotter func(draw.Canvas, *plot.Plot)

// Plot implements plot.Plotter.
func (d plotter) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }
