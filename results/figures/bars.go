package figures

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func init() {
	Kinds.Add("bars", Kind{
		About: "means in percent with standard deviations, and brackets with the p values of comparisons",
		Example: func() Figure {
			bars := []Bar{
				{"first", 40, 8, "40.0 ± 8.0"}, {"second", 60, 5, "60.0 ± 5.0"}, {"third", 55, math.NaN(), "55.0"},
			}
			joined := []Bracket{{From: 2, To: 0, Label: "p = .200"}, {From: 1, To: 0, Label: "p = .010 *"}}
			return Bars{
				Name: "bars", Caption: "Means and standard deviations.", Subject: "made-up numbers", YLabel: "percent",
				Panels: []BarPanel{{Title: "a panel", Bars: bars, Brackets: joined}},
			}.Figure()
		},
	})
}

// Bars is a bar chart of means in percent: a panel for each group of bars, whiskers of one standard deviation, and
// brackets between bars that are compared.
type Bars struct {
	Name, Caption string
	Subject       string // what the bars are, for Alt: "success in percent"
	YLabel        string
	Panels        []BarPanel
}

// BarPanel is one group of bars.
type BarPanel struct {
	Title    string
	Bars     []Bar
	Brackets []Bracket
}

// Bar is a mean with its standard deviation, in percent; NaN where there is none.
type Bar struct {
	Name     string
	Mean, SD float64
	Text     string // mean and standard deviation in words: "71.0 ± 8.2"
}

// Bracket joins two bars, by their indices in either order, under a label.
type Bracket struct {
	From, To int    // indices into BarPanel.Bars
	Label    string // "p = .010 *"
	row      int    // row above the bars, from 0
}

// Figure lays the bars out.
//
// A panel is 70 points wide plus 58 for each bar of the fullest panel, at least two, so that bars have one
// width in the whole figure.
func (b Bars) Figure() Figure {
	f := Figure{Name: b.Name, Caption: b.Caption, height: 270}
	panels := make([]BarPanel, len(b.Panels))
	top, most := 100.0, 2
	for i, p := range b.Panels {
		panels[i] = p.stacked()
		top, most = max(top, panels[i].top()), max(most, len(p.Bars))
	}
	f.width = vg.Length(70 + 58*most)
	var words []string
	for _, p := range panels {
		f.panels = append(f.panels, p.plot(textIf(f.leftmost(), b.YLabel), top))
		words = append(words, p.words())
	}
	f.Alt = "Bar chart of " + b.Subject + ". " + strings.Join(words, " ")
	return f
}

// stacked puts each bracket in the lowest row where it crosses no other, short brackets first, so that they stand
// below the long ones.
//
// Greedy first fit in O(n² rows) for n brackets. Sorting is stable, so equal lengths keep the order of
// comparisons.
func (b BarPanel) stacked() BarPanel {
	brackets := slices.Clone(b.Brackets)
	b.Brackets = nil
	for i, n := range brackets {
		brackets[i].From, brackets[i].To = min(n.From, n.To), max(n.From, n.To)
	}
	slices.SortStableFunc(brackets, func(a, b Bracket) int { return cmp.Compare(a.To-a.From, b.To-b.From) })
	for _, n := range brackets {
		for slices.ContainsFunc(b.Brackets, n.crosses) {
			n.row++
		}
		b.Brackets = append(b.Brackets, n)
	}
	return b
}

// crosses reports whether two brackets are in one row and share a stretch between bars. Brackets that only meet
// at a bar do not cross.
func (n Bracket) crosses(o Bracket) bool { return o.row == n.row && o.From < n.To && n.From < o.To }

// Rows of brackets, percentage points.
const (
	firstRow = 106 // where the first row stands: clear of the rule at 100
	rowStep  = 13  // distance of two rows: a line of small text at the panel's height of 270 points
)

// top is the height that the axis has to reach, percent. It lies 3 percentage points below the row after the
// last, where the label of the last row ends.
func (b BarPanel) top() float64 {
	rows := 0
	for _, n := range b.Brackets {
		rows = max(rows, n.row+1)
	}
	return b.rowHeight(rows) - 3
}

// rowHeight is the height of a row of brackets, percent:
//
//	max(firstRow, max over bars of mean + SD + 6) + rowStep row
//
// so that the lowest row is clear of the rule at 100 and of all whiskers by 6 percentage points. NaN counts as
// 0.
func (b BarPanel) rowHeight(row int) float64 {
	base := float64(firstRow)
	for _, s := range b.Bars {
		base = max(base, orZero(s.Mean)+orZero(s.SD)+6)
	}
	return base + rowStep*float64(row)
}

// orZero is v, or 0 where v is NaN.
func orZero(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// plot returns the panel with an axis that reaches to top percent. All panels of a figure have the same top, so bars
// can be compared between panels. The first bar stands at x = 0, the next at 1, and so on.
func (b BarPanel) plot(yLabel string, top float64) *plot.Plot {
	p := newPanel(b.Title, "", yLabel)
	percentAxis(p, top)
	var names []string
	for _, s := range b.Bars {
		names = append(names, s.Name)
	}
	nameAxis(p, names)
	p.Add(plotter(b.drawBars), plotter(b.drawBrackets))
	return p
}

// drawBars draws the bars, 34 points wide, and their whiskers. The lower end of a whisker is cut at 0. A bar without
// a mean leaves its place empty. Colours follow the palette: the baseline is grey.
func (b BarPanel) drawBars(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range b.Bars {
		if math.IsNaN(s.Mean) {
			continue
		}
		middle := x(float64(i))
		fillBox(c, vg.Rectangle{
			Min: vg.Point{X: middle - 17, Y: y(0)},
			Max: vg.Point{X: middle + 17, Y: y(s.Mean)},
		}, paletteColour(i))
		if !math.IsNaN(s.SD) {
			drawWhisker(c, p, float64(i), max(0, s.Mean-s.SD), s.Mean+s.SD, 0, ink)
		}
	}
}

// fillBox draws a filled rectangle with an outline. The outline is 0.6 points wide and closed.
func fillBox(c draw.Canvas, at vg.Rectangle, fill color.Color) {
	c.SetColor(fill)
	c.Fill(at.Path())
	c.StrokeLines(draw.LineStyle{Color: ink, Width: 0.6}, []vg.Point{
		at.Min, {X: at.Min.X, Y: at.Max.Y}, at.Max, {X: at.Max.X, Y: at.Min.Y}, at.Min,
	})
}

// drawBrackets draws the brackets, with feet of 4 points that end 3 points inside the middle of their bars, so that
// two brackets in one row that meet at a bar stay apart.
func (b BarPanel) drawBrackets(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: ink, Width: 0.9}
	for _, n := range b.Brackets {
		left, right := x(float64(n.From))+3, x(float64(n.To))-3
		at := y(b.rowHeight(n.row))
		c.StrokeLines(style, []vg.Point{
			{X: left, Y: at - 4}, {X: left, Y: at}, {X: right, Y: at}, {X: right, Y: at - 4},
		})
		label := textStyle(small)
		// The label stands 2 points above its bracket.
		label.YAlign = draw.YBottom
		c.FillText(label, vg.Point{X: (left + right) / 2, Y: at + 2}, n.Label)
	}
}

// words describes the panel in a sentence. It has the same numbers as the drawing, for readers who cannot see
// it.
func (b BarPanel) words() string {
	var out []string
	for _, s := range b.Bars {
		out = append(out, s.Name+" "+s.Text)
	}
	for _, n := range b.Brackets {
		out = append(out, fmt.Sprintf("%s against %s %s", b.Bars[n.From].Name, b.Bars[n.To].Name, n.Label))
	}
	return b.Title + ": " + strings.Join(out, ", ") + "."
}
