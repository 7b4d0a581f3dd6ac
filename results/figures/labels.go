package figures

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabel is a name to the right of a point, in the units of the axes. It belongs to the end of a line.
type endLabel struct {
	name string
	x, y float64
}

// drawEndLabels writes names to the right of their points. From the lowest to the highest point, a name that would
// overlap the one below it moves upwards until it is two points clear of it. Names keep their order from bottom
// to top, so no two change places. O(n log n).
func drawEndLabels(c draw.Canvas, p *plot.Plot, labels []endLabel) {
	x, y := p.Transforms(&c)
	labels = slices.Clone(labels)
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(a.y, b.y) })
	const distance = small + 2
	below := vg.Length(math.Inf(-1))
	for _, l := range labels {
		at := max(y(l.y), below+distance)
		below = at
		c.FillText(leftAligned(), vg.Point{X: x(l.x) + 7, Y: at}, l.name)
	}
}

// mark is a point on the canvas with a name that is written apart from it. at is in points from the lower left
// corner.
type mark struct {
	name  string
	at    vg.Point
	style int // index of its colour and shape
}

// drawNames writes the names of marks in a column at x, with a thin line from each name to its mark. The names keep a
// distance and the order of their marks' heights, and stay inside the canvas. Names are drawn before the marks,
// so that marks cover the ends of the lines.
func drawNames(c draw.Canvas, marks []mark, x vg.Length) {
	marks = slices.Clone(marks)
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(a.at.Y, b.at.Y) })
	for i, y := range spread(marks, small+1.5, c.Min.Y+small/2, c.Max.Y-small/2) {
		line := draw.LineStyle{Color: withOpacity(ink, 0.35), Width: 0.5}
		c.StrokeLines(line, []vg.Point{marks[i].at, {X: x - 3, Y: y}})
		c.FillText(leftAligned(), vg.Point{X: x, Y: y}, marks[i].name)
	}
}

// drawMarks draws the marks themselves. A black disc 0.8 points larger lies below each as its outline.
func drawMarks(c draw.Canvas, marks []mark) {
	for _, m := range marks {
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4, Shape: draw.CircleGlyph{}}, m.at)
		c.DrawGlyph(draw.GlyphStyle{Color: paletteColour(m.style), Radius: 3.2, Shape: draw.CircleGlyph{}}, m.at)
	}
}

// spread returns heights for the names of marks that are sorted by height: at least step apart, between low and high
// where they fit, and near their marks. A pass upwards sets the distances, a pass downwards the upper limit.
// O(n). Where n names need more than high - low, the lowest ones fall below low: distances come first, then
// high, then low.
func spread(marks []mark, step, low, high vg.Length) []vg.Length {
	at := make([]vg.Length, len(marks))
	below := vg.Length(math.Inf(-1))
	for i, m := range marks {
		at[i] = max(m.at.Y, below+step, low)
		below = at[i]
	}
	above := high + step
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = min(at[i], above-step)
		above = at[i]
	}
	return at
}
