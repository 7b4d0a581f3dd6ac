package figures

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func init() {
	Kinds.Add("pairs", Kind{
		About: "paired values in percent, a dot each, a line between the two of a pair",
		Example: func() Figure {
			return Pairs{
				Name: "pairs", Caption: "Pairs.", Lead: "Made-up numbers.", YLabel: "percent",
				Panels: []PairPanel{{"a panel", [2]string{"before", "after"},
					[][2]float64{{10, 40}, {30, 40}, {100, 90}}}},
			}.Figure()
		},
	})
}

// Pairs shows paired values in percent: a panel for each comparison, a dot for each value, a line between the two
// values of a pair, and a thick line at the mean of each side.
type Pairs struct {
	Name, Caption string
	Lead          string // first sentence of Alt
	YLabel        string
	Columns       int // panels in a row; 0: all
	Panels        []PairPanel
}

// PairPanel is one comparison.
type PairPanel struct {
	Title string
	Sides [2]string    // names of the baseline and of what is compared with it
	Pairs [][2]float64 // percent, in the order of Sides; none is NaN
}

// Figure lays the pairs out.
//
// Side 0 stands at x = 0 and side 1 at x = 1. The y axis ends at 104, so that marks at 100 are whole.
func (s Pairs) Figure() Figure {
	f := Figure{Name: s.Name, Caption: s.Caption, width: 190, height: 270, columns: s.Columns}
	var words []string
	for _, d := range s.Panels {
		p := newPanel(d.Title, "", textIf(f.leftmost(), s.YLabel))
		percentAxis(p, 0)
		nameAxis(p, d.Sides[:])
		p.Y.Max = 104 // a dot at 100 % is drawn whole
		p.Add(plotter(d.draw))
		f.panels = append(f.panels, p)
		words = append(words, d.words())
	}
	f.Alt = s.Lead + " " + strings.Join(words, " ")
	return f
}

// draw draws the lines of the pairs, then the dots over them, then the means at the outer sides. The means are
// 14 points long and stand 16 points outside of their side, clear of the shifted dots.
func (d PairPanel) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line := draw.LineStyle{Color: withOpacity(ink, 0.4), Width: 0.9}
	dots := d.dots()
	at := func(side int, dot dot) vg.Point {
		return vg.Point{X: x(float64(side)) + dot.shift, Y: y(dot.value)}
	}
	for _, dot := range dots {
		c.StrokeLines(line, []vg.Point{at(0, dot[0]), at(1, dot[1])})
	}
	for side := range 2 {
		for _, dot := range dots {
			e := at(side, dot[side])
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4, Shape: draw.CircleGlyph{}}, e)
			c.DrawGlyph(draw.GlyphStyle{Color: paletteColour(side), Radius: 3.3, Shape: draw.CircleGlyph{}}, e)
		}
	}
	for side := range 2 {
		mean := y(d.mean(side))
		outwards := vg.Length(2*side - 1)
		middle := x(float64(side))
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: 2.4}, middle+outwards*16, mean, middle+outwards*30, mean)
	}
}

// dot is a value in percent and a shift in points that sets dots of one height beside each other. Counts of
// successes repeat often, so many dots of one side have one height.
type dot struct {
	value float64
	shift vg.Length
}

// dots places the values: the k-th dot at one height is shifted by 0, 5, -5, 10, -10, ... points. The result
// has one entry per pair, in order; its two entries are the sides.
func (d PairPanel) dots() [][2]dot {
	// How many dots of each side stand at a height already. Heights are counts over one number of rollouts, so
	// equal rates are equal floats.
	seen := [2]map[float64]int{{}, {}}
	at := make([][2]dot, len(d.Pairs))
	for i, pair := range d.Pairs {
		for side, v := range pair {
			k := seen[side][v]
			seen[side][v]++
			shift := vg.Length((k+1)/2) * 5
			if k%2 == 0 {
				shift = -shift
			}
			at[i][side] = dot{v, shift}
		}
	}
	return at
}

// mean is the mean of one side. A panel must have a pair.
func (d PairPanel) mean(side int) float64 {
	sum := 0.0
	for _, p := range d.Pairs {
		sum += p[side]
	}
	return sum / float64(len(d.Pairs))
}

// words describes the panel in a sentence. Pairs of equal values count in neither number.
func (d PairPanel) words() string {
	up, down := 0, 0
	for _, p := range d.Pairs {
		switch {
		case p[1] > p[0]:
			up++
		case p[1] < p[0]:
			down++
		}
	}
	return fmt.Sprintf("%s: of %d pairs, %s is higher in %d and lower in %d than %s.",
		d.Title, len(d.Pairs), d.Sides[1], up, down, d.Sides[0])
}
