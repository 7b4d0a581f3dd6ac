package results

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// How all figures look. Their words are ASCII, which is all that the PDF library's fonts have in common with the others.

// hues are colours that the colour-blind tell apart (Okabe & Ito, "Color Universal Design", 2008), without the black.
// The first two, grey for what is compared against and orange for what is compared, are the study's.
var hues = []color.NRGBA{
	{0x99, 0x99, 0x99, 255}, {0xE6, 0x9F, 0x00, 255}, {0x56, 0xB4, 0xE9, 255}, {0x00, 0x9E, 0x73, 255},
	{0xD5, 0x5E, 0x00, 255}, {0xCC, 0x79, 0xA7, 255}, {0x00, 0x72, 0xB2, 255}, {0xF0, 0xE4, 0x42, 255},
}

// hue is the i-th colour; after the last the first again.
func hue(i int) color.NRGBA { return hues[i%len(hues)] }

// faint is a colour that lets through what is below.
func faint(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(255 * opacity)
	return c
}

var (
	ink  = color.NRGBA{A: 255}
	grid = faint(ink, 0.14)
)

// typeset is text of a size (points) in a figure.
func typeset(size vg.Length) text.Style {
	return text.Style{
		Color: ink, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign: draw.XCenter, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler,
	}
}

const (
	small  = vg.Length(9.5)
	normal = vg.Length(10.5)
	large  = vg.Length(12)
)

// panel is an empty plot in the style of all figures.
func panel(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.Title.Text, p.Title.Padding = title, 6
	p.Title.TextStyle = typeset(large)
	p.Title.TextStyle.YAlign = draw.YTop
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = typeset(normal).Font
		a.Tick.Label.Font = typeset(small).Font
		a.LineStyle.Width, a.Tick.LineStyle.Width, a.Tick.Length = 0.8, 0.8, 4
		a.Padding = 0
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Padding, p.Y.Label.Padding = 4, 4
	return p
}

// percentAxis is a y axis of success in percent, with room above for what stands there.
func percentAxis(p *plot.Plot, top float64) {
	p.Y.Min, p.Y.Max = 0, max(100, top)
	var ticks []plot.Tick
	for v := 0.0; v <= 100; v += 20 {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.0f", v)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Add(rules(ticks))
}

// rules are horizontal lines at ticks.
type rules []plot.Tick

func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range r {
		at := y(t.Value)
		c.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.6}, c.Min.X, at, c.Max.X, at)
	}
}

// named is an x axis of n places at 0, 1, 2, ... with names.
func named(p *plot.Plot, names []string) {
	var ticks []plot.Tick
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: folded(n)})
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Tick.Length, p.X.Tick.LineStyle.Color = 4, color.Transparent
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
}

// folded is a name in lines of at least 6 letters, broken at spaces.
func folded(name string) string {
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

// whisker is a vertical line with caps from low to high at x, shifted sideways.
func whisker(c draw.Canvas, p *plot.Plot, at, low, high float64, shift vg.Length, colour color.Color) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: colour, Width: 1.2}
	m := x(at) + shift
	c.StrokeLine2(style, m, y(low), m, y(high))
	for _, end := range []float64{low, high} {
		c.StrokeLine2(style, m-4, y(end), m+4, y(end))
	}
}

// drawing is a plotter that is a function.
type drawing func(draw.Canvas, *plot.Plot)

func (d drawing) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }
