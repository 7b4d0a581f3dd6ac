package results

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
)

// dots shows what the tests see: a panel for each comparison, a dot for each trial, and a line between the two of a pair.
func (r reading) dots(fs []Finding) (Figure, bool) {
	f := Figure{
		Name: r.name() + "-trials",
		Caption: fmt.Sprintf("The same success, trial by trial: a line is a pair, which shares demonstrations, initial weights and initial states. Thick lines are means. %s of %s per behaviour.",
			wording.Capitalize(wording.Plural(r.plan.Size.Trials, "trial")), wording.Plural(r.plan.Size.Rollouts, "rollout")),
		width: 190, height: 270,
		columns: perBehaviour(fs),
	}
	var seen []string
	for _, finding := range fs {
		d := r.paired(finding)
		if len(d.pairs) == 0 {
			continue
		}
		y := ""
		if f.columns == 0 && len(f.panels) == 0 || f.columns > 0 && len(f.panels)%f.columns == 0 {
			y = "success (%)"
		}
		p := panel(d.title, "", y)
		percentAxis(p, 0)
		named(p, d.sides[:])
		p.Y.Max = 104 // dots at 100 % whole
		p.Add(drawing(d.draw))
		f.panels = append(f.panels, p)
		seen = append(seen, d.words())
	}
	f.Alt = "Success of each trial in percent, pairs joined by lines. " + strings.Join(seen, " ")
	return f, len(f.panels) > 0
}

// perBehaviour is the number of comparisons of each behaviour, where it is the same for all and more than one; else 0.
func perBehaviour(fs []Finding) int {
	n := map[string]int{}
	for _, f := range fs {
		n[f.Behaviour]++
	}
	for _, f := range fs {
		if n[f.Behaviour] != n[fs[0].Behaviour] || n[f.Behaviour] == 1 {
			return 0
		}
	}
	if len(fs) == 0 {
		return 0
	}
	return n[fs[0].Behaviour]
}

// pairs is one comparison, trial by trial.
type pairs struct {
	title string
	sides [2]string    // what is compared against, and what is compared
	pairs [][2]float64 // in percent
}

func (r reading) paired(f Finding) pairs {
	d := pairs{title: f.Behaviour, sides: [2]string{f.Against, f.Arm}}
	if len(r.compared(f.Behaviour)) == 2 {
		d.sides = [2]string{r.design.Sides[1], r.design.Sides[0]}
	}
	a, b := r.successes(r.arm(f.Against), f.Behaviour), r.successes(r.arm(f.Arm), f.Behaviour)
	for t := range a {
		if !math.IsNaN(a[t]) && !math.IsNaN(b[t]) {
			n := float64(r.plan.Size.Rollouts)
			d.pairs = append(d.pairs, [2]float64{100 * a[t] / n, 100 * b[t] / n})
		}
	}
	return d
}

func (d pairs) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := d.places()
	for _, pair := range at {
		ends := [2]vg.Point{{X: x(0) + pair[0].X, Y: y(float64(pair[0].Y))}, {X: x(1) + pair[1].X, Y: y(float64(pair[1].Y))}}
		c.StrokeLine2(draw.LineStyle{Color: faint(ink, 0.4), Width: 0.9}, ends[0].X, ends[0].Y, ends[1].X, ends[1].Y)
		for side, e := range ends {
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 4, Shape: draw.CircleGlyph{}}, e)
			c.DrawGlyph(draw.GlyphStyle{Color: hue(side), Radius: 3.3, Shape: draw.CircleGlyph{}}, e)
		}
	}
	for side := range 2 {
		m := y(d.mean(side))
		out := vg.Length(2*side - 1)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: 2.4}, x(float64(side))+out*16, m, x(float64(side))+out*30, m)
	}
}

// places are where the dots go: Y in percent, X a shift (points) that sets dots of one height beside each other.
func (d pairs) places() [][2]vg.Point {
	var seen [2]map[float64]int
	seen[0], seen[1] = map[float64]int{}, map[float64]int{}
	at := make([][2]vg.Point, len(d.pairs))
	for i, pair := range d.pairs {
		for side, v := range pair {
			k := seen[side][v]
			seen[side][v]++
			shift := vg.Length((k+1)/2) * 5 // 0, 5, -5, 10, -10, ...
			if k%2 == 0 {
				shift = -shift
			}
			at[i][side] = vg.Point{X: shift, Y: vg.Length(v)}
		}
	}
	return at
}

func (d pairs) mean(side int) float64 {
	sum := 0.0
	for _, p := range d.pairs {
		sum += p[side]
	}
	return sum / float64(len(d.pairs))
}

// words are what the panel shows, for those who don't see it.
func (d pairs) words() string {
	up, down := 0, 0
	for _, p := range d.pairs {
		switch {
		case p[1] > p[0]:
			up++
		case p[1] < p[0]:
			down++
		}
	}
	return fmt.Sprintf("%s: of %d pairs, %s is higher in %d and lower in %d than %s.", d.title, len(d.pairs), d.sides[1], up, down, d.sides[0])
}
