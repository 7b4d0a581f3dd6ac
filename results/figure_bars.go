package results

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// bars is the study's figure: a panel for each behaviour that is compared, a bar for each arm with its standard
// deviation, and a bracket with the adjusted p between arms that are compared. A design with a factor has levels in its
// place.
func (r reading) bars(fs []Finding) (Figure, bool) {
	if r.design.Factor != "" {
		return Figure{}, false
	}
	panels := r.barPanels(fs)
	if len(panels) == 0 {
		return Figure{}, false
	}
	f := Figure{
		Name: r.name() + "-bars",
		Caption: fmt.Sprintf("Success over %s of %s per behaviour. Bars are means, whiskers one standard deviation, brackets the p of the paired t-test after the correction of Holm.",
			wording.Plural(r.plan.Size.Trials, "trial"), wording.Plural(r.plan.Size.Rollouts, "rollout")),
		height: 270,
	}
	top, widest := 100.0, 2
	for _, b := range panels {
		top, widest = max(top, b.top()), max(widest, len(b.arms))
	}
	f.width = vg.Length(70 + 58*widest)
	var seen []string
	for i, b := range panels {
		f.panels = append(f.panels, b.plot(top, i == 0))
		seen = append(seen, b.words())
	}
	f.Alt = "Bar chart of success in percent. " + strings.Join(seen, " ")
	return f, true
}

// name is what files of a design are called: "e1-picking".
func (r reading) name() string {
	return strings.ToLower(r.experiment.Name + "-" + r.design.Task)
}

// barPanel is one behaviour.
type barPanel struct {
	behaviour string
	arms      []string // as they are called below the bars
	success   []stats.Summary
	brackets  []bracket
}

// bracket joins two bars.
type bracket struct {
	from, to, level int // bars, and the row above the bars
	label           string
}

func (r reading) barPanels(fs []Finding) (panels []barPanel) {
	for _, behaviour := range r.behaviours() {
		arms := r.compared(behaviour)
		if len(arms) == 0 {
			continue
		}
		b := barPanel{behaviour: behaviour, arms: arms}
		for _, a := range arms {
			b.success = append(b.success, r.success(r.arm(a), behaviour))
		}
		for span := range arms { // short brackets first: they stand below the long ones
			for _, f := range fs {
				i, j := slices.Index(arms, f.Against), slices.Index(arms, f.Arm)
				if f.Behaviour == behaviour && max(i-j, j-i) == span {
					b.join(i, j, f)
				}
			}
		}
		if len(arms) == 2 { // the design's words for its two sides are shorter than the arms' names
			b.arms = []string{r.design.Sides[1], r.design.Sides[0]}
			if r.isArm(fs, behaviour, arms[0]) {
				slices.Reverse(b.arms)
			}
		}
		panels = append(panels, b)
	}
	return panels
}

// isArm says whether a behaviour's comparison has the arm on its first side.
func (r reading) isArm(fs []Finding, behaviour, arm string) bool {
	return slices.ContainsFunc(fs, func(f Finding) bool { return f.Behaviour == behaviour && f.Arm == arm })
}

// join adds a bracket in the lowest row where it crosses no other.
func (b *barPanel) join(i, j int, f Finding) {
	n := bracket{from: min(i, j), to: max(i, j), label: "no test"}
	if f.Holm.Defined() {
		n.label = apa.P("p", f.Holm) + apa.Stars(f.Holm)
	}
	for slices.ContainsFunc(b.brackets, func(o bracket) bool { return o.level == n.level && o.from < n.to && n.from < o.to }) {
		n.level++
	}
	b.brackets = append(b.brackets, n)
}

// Rows of brackets (percentage points): where the first stands, clear of the line at 100, and how far they are apart.
const (
	firstRow = 106
	rowStep  = 13
)

// top is how high the axis has to reach.
func (b barPanel) top() float64 {
	rows := 0
	for _, n := range b.brackets {
		rows = max(rows, n.level+1)
	}
	return b.row(rows) - 3
}

// row is the height of a row of brackets: above all whiskers.
func (b barPanel) row(level int) float64 {
	base := float64(firstRow)
	for _, s := range b.success {
		base = max(base, s.Mean.Or(0)+s.SD.Or(0)+6)
	}
	return base + rowStep*float64(level)
}

func (b barPanel) plot(top float64, first bool) *plot.Plot {
	y := ""
	if first {
		y = "success (%)"
	}
	p := panel(b.behaviour, "", y)
	percentAxis(p, top)
	named(p, b.arms)
	p.Add(drawing(b.drawBars), drawing(b.drawBrackets))
	return p
}

func (b barPanel) drawBars(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range b.success {
		mean, ok := s.Mean.Get()
		if !ok {
			continue
		}
		at := vg.Rectangle{Min: vg.Point{X: x(float64(i)) - 17, Y: y(0)}, Max: vg.Point{X: x(float64(i)) + 17, Y: y(mean)}}
		box(c, at, hue(i))
		if sd, ok := s.SD.Get(); ok {
			whisker(c, p, float64(i), max(0, mean-sd), mean+sd, 0, ink)
		}
	}
}

// box is a filled rectangle with an outline.
func box(c draw.Canvas, at vg.Rectangle, fill color.Color) {
	c.SetColor(fill)
	c.Fill(at.Path())
	c.StrokeLines(draw.LineStyle{Color: ink, Width: 0.6}, []vg.Point{
		at.Min, {X: at.Min.X, Y: at.Max.Y}, at.Max, {X: at.Max.X, Y: at.Min.Y}, at.Min,
	})
}

func (b barPanel) drawBrackets(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: ink, Width: 0.9}
	for _, n := range b.brackets {
		left, right := x(float64(n.from))+3, x(float64(n.to))-3
		at := y(b.row(n.level))
		c.StrokeLines(style, []vg.Point{{X: left, Y: at - 4}, {X: left, Y: at}, {X: right, Y: at}, {X: right, Y: at - 4}})
		word := typeset(small)
		word.YAlign = draw.YBottom
		c.FillText(word, vg.Point{X: (left + right) / 2, Y: at + 2}, n.label)
	}
}

// words are what the panel shows, for those who don't see it.
func (b barPanel) words() string {
	var out []string
	for i, a := range b.arms {
		out = append(out, a+" "+apa.MeanSD(b.success[i]))
	}
	for _, n := range b.brackets {
		out = append(out, fmt.Sprintf("%s against %s %s", b.arms[n.from], b.arms[n.to], n.label))
	}
	return b.behaviour + ": " + strings.Join(out, ", ") + "."
}
