package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/bench"
	"counterpoise/internal/wording"
)

// alphas shows what a method does during training: the weight of each group over the gradient steps, a panel for each
// arm, a thin line for each trial and a thick one for their mean. Arms of given weights are left out, and where no arm's
// weights ever move there is no figure.
func (r reading) alphas() (Figure, bool) {
	f := Figure{
		Name:    r.name() + "-weights",
		Caption: fmt.Sprintf("Group weights (alpha) over training: thin lines are trials, thick lines their mean over %s.", wording.Plural(r.plan.Size.Trials, "trial")),
		width:   235, height: 250, columns: min(4, len(r.design.Arms)),
	}
	moves := false
	var seen []string
	for _, a := range r.design.Arms {
		w := r.weights(a)
		if len(w) == 0 || isGiven(a) {
			continue
		}
		moves = moves || slices.ContainsFunc(w, curve.moves)
		y := ""
		if len(f.panels)%f.columns == 0 {
			y = "weight"
		}
		f.panels = append(f.panels, weightPanel(a.Name, y, w, 1))
		seen = append(seen, a.Name+" ends at "+ending(w)+".")
	}
	f.Alt = "Weights of the groups over training. " + strings.Join(seen, " ")
	return f, moves
}

// curve is one group's weight over training.
type curve struct {
	group  string
	steps  []float64
	trials [][]float64 // trial, then point
}

// weights are the curves of an arm's groups. Trials whose points differ from the first's are left out: no two runs of the
// same length have such.
func (r reading) weights(a bench.Arm) (cs []curve) {
	r.each(func(b bench.Arm, rec bench.Record) {
		points := rec.Training.Alpha
		if b.Name != a.Name || len(points) == 0 || cs != nil && len(cs[0].steps) != len(points) {
			return
		}
		if cs == nil {
			cs = make([]curve, len(points[0].Group))
			for g := range cs {
				cs[g].group = groupName(rec, g)
				for _, p := range points {
					cs[g].steps = append(cs[g].steps, float64(p.Step))
				}
			}
		}
		for g := range cs {
			var y []float64
			for _, p := range points {
				y = append(y, p.Group[g])
			}
			cs[g].trials = append(cs[g].trials, y)
		}
	})
	return cs
}

// groupName is what a record's group is called.
func groupName(rec bench.Record, g int) string {
	if g < len(rec.Training.Groups) {
		return rec.Training.Groups[g]
	}
	return fmt.Sprint(g + 1)
}

// mean is the mean over trials.
func (c curve) mean() []float64 {
	m := make([]float64, len(c.steps))
	for _, t := range c.trials {
		for i, v := range t {
			m[i] += v / float64(len(c.trials))
		}
	}
	return m
}

func (c curve) moves() bool {
	return slices.ContainsFunc(c.trials, func(t []float64) bool { return slices.Max(t)-slices.Min(t) > 1e-9 })
}

// ending says where the mean weights end.
func ending(cs []curve) string {
	var parts []string
	for _, c := range cs {
		m := c.mean()
		parts = append(parts, fmt.Sprintf("%s %.2f", c.group, m[len(m)-1]))
	}
	return strings.Join(parts, ", ")
}

// weightPanel draws curves over the weights from 0 to top.
func weightPanel(title, y string, cs []curve, top float64) *plot.Plot {
	p := panel(title, "gradient step", y)
	last := cs[0].steps[len(cs[0].steps)-1]
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, max(1, last*1.3), 0, top
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: last, Label: fmt.Sprintf("%.0f", last)}}
	var ticks rules
	for i := range 5 {
		v := top * float64(i) / 4
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.2f", v)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Add(ticks)
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) {
		var ends []label
		for g, cu := range cs {
			colour := hue(g + 1)
			for _, t := range cu.trials {
				path(c, p, cu.steps, t, draw.LineStyle{Color: faint(colour, 0.35), Width: 0.7})
			}
			m := cu.mean()
			path(c, p, cu.steps, m, draw.LineStyle{Color: colour, Width: 2.2})
			ends = append(ends, label{cu.group, last, m[len(m)-1]})
		}
		labelled(c, p, ends)
	}))
	return p
}

// path is a line through points.
func path(c draw.Canvas, p *plot.Plot, xs, ys []float64, style draw.LineStyle) {
	x, y := p.Transforms(&c)
	pts := make([]vg.Point, len(xs))
	for i := range xs {
		pts[i] = vg.Point{X: x(xs[i]), Y: y(ys[i])}
	}
	c.StrokeLines(style, pts)
}

// label is a word to the right of a point.
type label struct {
	word string
	x, y float64
}

// labelled writes the labels, moved apart where they would stand on each other.
func labelled(c draw.Canvas, p *plot.Plot, ls []label) {
	x, y := p.Transforms(&c)
	ls = slices.Clone(ls)
	slices.SortStableFunc(ls, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	const apart = small + 2
	below := vg.Length(math.Inf(-1))
	for _, l := range ls {
		at := max(y(l.y), below+apart)
		below = at
		style := typeset(small)
		style.XAlign = draw.XLeft
		c.FillText(style, vg.Point{X: x(l.x) + 7, Y: at}, l.word)
	}
}
