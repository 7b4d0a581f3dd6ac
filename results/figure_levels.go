package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// levels shows success over what the arms are levels of, for designs with a factor: a panel for each behaviour with a line
// for each of the design's lines; or, where the design has but one line, a single panel with a line for each behaviour.
func (r reading) levels() (Figure, bool) {
	if r.design.Factor == "" || len(r.behaviours()) == 0 {
		return Figure{}, false
	}
	var names []string
	for _, a := range r.design.Arms {
		if !slices.Contains(names, a.Line) {
			names = append(names, a.Line)
		}
	}
	f := Figure{
		Name: r.name() + "-levels", width: 300, height: 285,
		Caption: fmt.Sprintf("Success over %s. Points are means over %s of %s per behaviour, whiskers %s intervals (t, over trials, not adjusted); lines are set apart sideways.",
			r.design.Factor, wording.Plural(r.plan.Size.Trials, "trial"), wording.Plural(r.plan.Size.Rollouts, "rollout"), apa.Percent(level)),
	}
	seen := "Success in percent over " + r.design.Factor + "."
	if len(names) == 1 {
		var all []trend
		for _, b := range r.behaviours() {
			all = append(all, r.trend(b, names[0], b))
		}
		f.width = 430
		f.panels = []*plot.Plot{r.levelPanel("", true, all)}
		f.Alt = seen + " " + trendWords(all)
		return f, true
	}
	for i, b := range r.behaviours() {
		var all []trend
		for _, n := range names {
			all = append(all, r.trend(n, n, b))
		}
		f.panels = append(f.panels, r.levelPanel(b, i == 0, all))
		seen += " " + wording.Capitalize(b) + ", " + trendWords(all)
	}
	f.Alt = seen
	return f, true
}

// trend is the success of a behaviour over the levels of some arms, ascending.
type trend struct {
	name   string
	points []spot
}

// spot is mean and interval of a success in percent at x.
type spot struct {
	x, mean float64
	ci      stats.Interval
}

// trend collects the arms of one of the design's lines; those without a record are left out.
func (r reading) trend(name, of, behaviour string) trend {
	l := trend{name: name}
	for _, a := range r.design.Arms {
		if mean, ok := r.success(a, behaviour).Mean.Get(); ok && a.Line == of {
			l.points = append(l.points, spot{a.Level, mean, r.interval(a, behaviour)})
		}
	}
	slices.SortStableFunc(l.points, func(a, b spot) int { return cmp.Compare(a.x, b.x) })
	return l
}

func (r reading) levelPanel(title string, first bool, ls []trend) *plot.Plot {
	y := ""
	if first {
		y = "success (%)"
	}
	p := panel(title, r.design.Factor, y)
	percentAxis(p, 104)
	letters := 0
	for _, l := range ls {
		letters = max(letters, len(l.name))
	}
	var ticks plot.ConstantTicks
	low, high := r.design.Arms[0].Level, r.design.Arms[0].Level
	for _, a := range r.design.Arms {
		low, high = min(low, a.Level), max(high, a.Level)
		ticks = append(ticks, plot.Tick{Value: a.Level, Label: fmt.Sprintf("%g", a.Level)})
	}
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	p.X.Tick.Marker = slices.CompactFunc(ticks, func(a, b plot.Tick) bool { return a.Value == b.Value })
	wide := high - low
	if wide == 0 {
		wide = 1
	}
	p.X.Min, p.X.Max = low-float64(wide*0.06), high+float64(wide*(0.17+float64(0.032*float64(letters))))
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { drawTrends(c, p, ls) }))
	return p
}

// drawTrends draws each line in its own colour and with its own mark, and its name at its end.
func drawTrends(c draw.Canvas, p *plot.Plot, ls []trend) {
	x, y := p.Transforms(&c)
	var ends []leader
	for i, l := range ls {
		if len(l.points) == 0 {
			continue
		}
		shift := vg.Length(2*i-len(ls)+1) * 2.5
		var at []vg.Point
		for _, q := range l.points {
			at = append(at, vg.Point{X: x(q.x) + shift, Y: y(q.mean)})
			if q.ci.Defined() {
				whisker(c, p, q.x, q.ci.Low.Or(0), q.ci.High.Or(100), shift, hue(i+1))
			}
		}
		c.StrokeLines(draw.LineStyle{Color: hue(i + 1), Width: 2}, at)
		for _, q := range at {
			c.DrawGlyph(draw.GlyphStyle{Color: hue(i + 1), Radius: 4.5, Shape: glyph(i)}, q)
		}
		ends = append(ends, leader{l.name, at[len(at)-1], i})
	}
	nameTrends(c, ends)
}

// nameTrends writes the names of lines beside their ends, each after its own mark, so that lines that end in one place can
// be told apart.
func nameTrends(c draw.Canvas, ends []leader) {
	slices.SortStableFunc(ends, func(a, b leader) int { return cmp.Compare(a.at.Y, b.at.Y) })
	right := vg.Length(0)
	for _, e := range ends {
		right = max(right, e.at.X)
	}
	for i, y := range apart(ends, small+2, c.Min.Y+small/2, c.Max.Y) {
		e := ends[i]
		c.DrawGlyph(draw.GlyphStyle{Color: hue(e.mark + 1), Radius: 3, Shape: glyph(e.mark)}, vg.Point{X: right + 14, Y: y})
		style := typeset(small)
		style.XAlign = draw.XLeft
		c.FillText(style, vg.Point{X: right + 21, Y: y}, e.name)
	}
}

// glyph is the mark of the i-th line.
func glyph(i int) draw.GlyphDrawer {
	marks := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}}
	return marks[i%len(marks)]
}

func trendWords(ls []trend) string {
	var out []string
	for _, l := range ls {
		var points []string
		for _, q := range l.points {
			points = append(points, fmt.Sprintf("%.0f at %g", q.mean, q.x))
		}
		out = append(out, l.name+": "+strings.Join(points, ", "))
	}
	return strings.Join(out, "; ") + "."
}
