package results

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// leader is a mark with a name that stands apart from it.
type leader struct {
	name string
	at   vg.Point
	mark int // which colour and shape it has
}

// drawNames writes the names in a column at x with a thin line to the mark of each: names keep their distance and the order of
// their marks' heights, and stay inside the canvas.
func drawNames(c draw.Canvas, ls []leader, x vg.Length) {
	ls = slices.Clone(ls)
	slices.SortStableFunc(ls, func(a, b leader) int { return cmp.Compare(a.at.Y, b.at.Y) })
	for i, y := range apart(ls, small+1.5, c.Min.Y+small/2, c.Max.Y-small/2) {
		c.StrokeLines(draw.LineStyle{Color: faint(ink, 0.35), Width: 0.5}, []vg.Point{ls[i].at, {X: x - 3, Y: y}})
		style := typeset(small)
		style.XAlign = draw.XLeft
		c.FillText(style, vg.Point{X: x, Y: y}, ls[i].name)
	}
}

// drawMarks draws the marks themselves.
func drawMarks(c draw.Canvas, ls []leader) {
	for _, l := range ls {
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4, Shape: draw.CircleGlyph{}}, l.at)
		c.DrawGlyph(draw.GlyphStyle{Color: hue(l.mark), Radius: 3.2, Shape: draw.CircleGlyph{}}, l.at)
	}
}

// apart are the heights of names for marks of ascending heights: at least step from each other, between low and high where
// they fit, and near their marks.
func apart(ls []leader, step, low, high vg.Length) []vg.Length {
	at := make([]vg.Length, len(ls))
	below := vg.Length(math.Inf(-1))
	for i, l := range ls {
		at[i] = max(l.at.Y, below+step, low)
		below = at[i]
	}
	above := high + step
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = min(at[i], above-step)
		above = at[i]
	}
	return at
}
