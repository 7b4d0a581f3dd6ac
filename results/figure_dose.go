package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// doses shows the dose-response: the success of each behaviour over its number of demonstrations, for the arms that are
// trained like the first. Arms that have the same number of a behaviour count together, trial by trial. Where no behaviour
// has two different numbers there is no figure, and none where the design is drawn over a factor of its own (see levels).
func (r reading) doses() (Figure, bool) {
	if r.design.Factor != "" {
		return Figure{}, false
	}
	var cs []response
	most, responds, amounts := 0, false, map[int]bool{}
	for _, b := range r.behaviours() {
		c := r.response(b)
		cs, responds = append(cs, c), responds || len(c.doses) > 1
		for _, d := range c.doses {
			amounts[d.n], most = true, max(most, d.n)
		}
	}
	if !responds {
		return Figure{}, false
	}
	p := panel("", "demonstrations of the behaviour", "success (%)")
	p.X.Min, p.X.Max = 0, float64(most)*1.22
	var ticks []plot.Tick
	for n := range amounts {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: fmt.Sprint(n)})
	}
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	percentAxis(p, 104)
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { drawResponses(c, p, cs) }))
	f := Figure{
		Name: r.name() + "-dose", width: 430, height: 290, panels: []*plot.Plot{p},
		Caption: fmt.Sprintf("Success of a behaviour over the number of its demonstrations, method %s, %s. Whiskers are %s intervals (t, over trials); points are set apart sideways.",
			r.design.Arms[0].Method, wording.Plural(r.plan.Size.Trials, "trial"), apa.Percent(level)),
	}
	f.Alt = "Success over the number of demonstrations. " + responseWords(cs)
	return f, true
}

// response is the success of a behaviour by its number of demonstrations, ascending.
type response struct {
	behaviour string
	doses     []dose
}

type dose struct {
	n    int
	mean float64 // percent
	ci   stats.Interval
}

// response collects, for each number of demonstrations, the mean success over the arms that have it, trial by trial.
func (r reading) response(behaviour string) response {
	byAmount := map[int][][]float64{}
	first := r.design.Arms[0]
	r.each(func(a bench.Arm, rec bench.Record) {
		if a.Method != first.Method || a.Setting != first.Setting {
			return
		}
		n := 0
		for _, g := range rec.Data.Groups {
			if g.Behaviour == behaviour {
				n += g.Demos
			}
		}
		trials := byAmount[n]
		if trials == nil {
			trials = make([][]float64, r.plan.Size.Trials)
		}
		trials[rec.Cell.Trial] = append(trials[rec.Cell.Trial], 100*successesOf(rec, behaviour)/float64(r.plan.Size.Rollouts))
		byAmount[n] = trials
	})
	out := response{behaviour: behaviour}
	for n, trials := range byAmount {
		if n > 0 {
			out.doses = append(out.doses, pooled(n, trials))
		}
	}
	slices.SortFunc(out.doses, func(a, b dose) int { return cmp.Compare(a.n, b.n) })
	return out
}

// pooled is a dose: mean and interval over trials of the mean over arms.
func pooled(n int, trials [][]float64) dose {
	var means []float64
	for _, t := range trials {
		if len(t) > 0 {
			means = append(means, stats.Mean([][]float64{t}))
		}
	}
	d := dose{n: n, mean: stats.Mean([][]float64{means})}
	if t, err := stats.PairedT(means, make([]float64, len(means)), level); err == nil {
		d.ci = t.CI
	}
	return d
}

// drawResponses draws a line for each behaviour, with its own colour and mark.
func drawResponses(c draw.Canvas, p *plot.Plot, cs []response) {
	marks := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}}
	x, y := p.Transforms(&c)
	var ends []label
	for i, r := range cs {
		shift := vg.Length(2*i-len(cs)+1) * 3.5
		var line []vg.Point
		for _, d := range r.doses {
			line = append(line, vg.Point{X: x(float64(d.n)) + shift, Y: y(d.mean)})
			if d.ci.Defined() {
				whisker(c, p, float64(d.n), max(0, d.ci.Low.Or(0)), min(100, d.ci.High.Or(0)), shift, hue(i+1))
			}
		}
		c.StrokeLines(draw.LineStyle{Color: hue(i + 1), Width: 2}, line)
		for _, at := range line {
			c.DrawGlyph(draw.GlyphStyle{Color: hue(i + 1), Radius: 4.5, Shape: marks[i%len(marks)]}, at)
		}
		if n := len(r.doses); n > 0 {
			ends = append(ends, label{r.behaviour, float64(r.doses[n-1].n) * 1.02, r.doses[n-1].mean})
		}
	}
	labelled(c, p, ends)
}

func responseWords(cs []response) string {
	var out []string
	for _, c := range cs {
		var points []string
		for _, d := range c.doses {
			points = append(points, fmt.Sprintf("%.0f %% with %d", d.mean, d.n))
		}
		out = append(out, c.behaviour+": "+strings.Join(points, ", ")+".")
	}
	return strings.Join(out, " ")
}
