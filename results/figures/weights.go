package figures

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/wording"
)

func init() {
	Kinds.Add("weights", Kind{
		About: "weights of groups over the steps of training",
		Example: func() Figure {
			alpha := [][][]float64{{{0.5, 0.5}, {0.3, 0.7}}, {{0.5, 0.5}, {0.4, 0.6}}}
			return Weights{
				Name: "weights", Caption: "Weights over training.", Columns: 3,
				Panels: []WeightRuns{{"a method", []string{"one", "two"}, []int{0, 100}, alpha}},
			}.Figure()
		},
	})
}

// Weights shows the weights of groups over the steps of training: a panel for each method, a thin line for each run
// and a thick line for the mean over runs, with the name of the group at its end. Runs are trials in a report
// and repetitions elsewhere. All runs of a panel have its Steps.
type Weights struct {
	Name, Caption string
	Columns       int // panels in a row
	Panels        []WeightRuns
	// FitNames makes panels as wide and as high as the names of groups need, shortens names of more than 28
	// characters, and ends the y axis at 0.2 or 0.4 where no weight is higher. Otherwise panels are 235 by 250
	// points, and the axis ends at 1.
	FitNames bool
}

// WeightFigure shows the weights of methods over training, three panels in a row, with room for the names of many
// groups. All methods have the groups of the first. It is for the commands that weigh data of other people,
// whose groups may number dozens.
func WeightFigure(name string, methods []WeightRuns) Figure {
	const caption = "Group weights (alpha) over training: thin lines are runs, thick lines their mean over %s."
	return Weights{
		Name: name, Columns: min(3, len(methods)), FitNames: true, Panels: methods,
		Caption: fmt.Sprintf(caption, wording.Plural(len(methods[0].Alpha), "run")),
	}.Figure()
}

// WeightRuns is the weights of one method: Alpha[run][point][group] at gradient step Steps[point].
type WeightRuns struct {
	Method string
	Groups []string
	Steps  []int
	Alpha  [][][]float64
}

// Sizes of panels, points.
const (
	weightsWidth  = vg.Length(235)
	weightsHeight = vg.Length(250)
	curvesWidth   = vg.Length(150) // with FitNames: the width of the curves
	letterWidth   = vg.Length(5.2) // with FitNames: the mean width of a letter of small text
)

// Figure lays the panels out.
//
// With FitNames the width is that of the curves plus the longest name and 75 points for the y axis, and the
// height has room for all names at the distance that drawEndLabels keeps. Without it, the axis ends 30 % beyond
// the last step.
func (w Weights) Figure() Figure {
	f := Figure{Name: w.Name, Caption: w.Caption, width: weightsWidth, height: weightsHeight, columns: w.Columns}
	top, names := 1.0, vg.Length(0)
	if w.FitNames {
		top = w.top()
		for _, g := range w.Panels[0].Groups {
			names = max(names, letterWidth*vg.Length(len([]rune(shorten(g)))))
		}
		f.width = curvesWidth + names + 75
	}
	var words []string
	for _, r := range w.Panels {
		last := float64(r.Steps[len(r.Steps)-1])
		// An axis needs a length even where there is only step 0.
		end := max(1, last*1.3)
		if w.FitNames {
			f.height = max(f.height, (small+2)*1.3*vg.Length(len(r.Groups)))
			r.Groups = shortened(r.Groups)
			end = max(1, last*float64(1+(names+12)/curvesWidth))
		}
		f.panels = append(f.panels, r.plot(textIf(f.leftmost(), "weight"), end, top))
		words = append(words, r.Method+" ends at "+r.endWords()+".")
	}
	f.Alt = "Weights of the groups over training. " + strings.Join(words, " ")
	return f
}

// top is the end of the y axis with FitNames: 1, or lower where many groups share the weight. All panels have
// one y axis, so weights can be compared between methods.
func (w Weights) top() float64 {
	most := 0.0
	for _, r := range w.Panels {
		for _, run := range r.Alpha {
			for _, alpha := range run {
				most = max(most, slices.Max(alpha))
			}
		}
	}
	switch {
	case most <= 0.2:
		return 0.2
	case most <= 0.4:
		return 0.4
	}
	return 1
}

// shortened shortens each name. The given slice is left as it is: callers share it.
func shortened(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = shorten(n)
	}
	return out
}

// shorten cuts a name of more than 28 characters, so that it leaves room for the curves. Characters are
// counted, not bytes.
func shorten(name string) string {
	if r := []rune(name); len(r) > 28 {
		return string(r[:26]) + ".."
	}
	return name
}

// group returns the curve of one group in one run. It has one value per recorded step.
func (r WeightRuns) group(run, g int) []float64 {
	var y []float64
	for _, alpha := range r.Alpha[run] {
		y = append(y, alpha[g])
	}
	return y
}

// mean returns the mean curve of one group over runs. The mean over runs of weights that sum to 1 sums to 1
// too.
func (r WeightRuns) mean(g int) []float64 {
	m := make([]float64, len(r.Steps))
	for run := range r.Alpha {
		for i, v := range r.group(run, g) {
			m[i] += v / float64(len(r.Alpha))
		}
	}
	return m
}

// endWords says where the mean weights end: "left 0.44, right 0.56". The order is that of the groups.
func (r WeightRuns) endWords() string {
	var parts []string
	for g, name := range r.Groups {
		m := r.mean(g)
		parts = append(parts, fmt.Sprintf("%s %.2f", name, m[len(m)-1]))
	}
	return strings.Join(parts, ", ")
}

// plot draws the curves over steps from 0 to end and weights from 0 to top. The x axis has ticks at 0 and at
// the last step alone; the y axis has five, from 0 to top.
func (r WeightRuns) plot(yLabel string, end, top float64) *plot.Plot {
	p := newPanel(r.Method, "gradient step", yLabel)
	steps := make([]float64, len(r.Steps))
	for i, s := range r.Steps {
		steps[i] = float64(s)
	}
	last := steps[len(steps)-1]
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, end, 0, top
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: last, Label: fmt.Sprintf("%.0f", last)}}
	var ticks rules
	for i := range 5 {
		v := top * float64(i) / 4
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.2f", v)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Add(ticks)
	p.Add(plotter(func(c draw.Canvas, p *plot.Plot) { r.draw(c, p, steps) }))
	return p
}

// draw draws the curves of each group in its colour: the runs thin and translucent, their mean thick with an outline,
// and its name at its end. Means stand over the runs of all groups: sixty runs are a band of the full colour, in which
// a mean without an outline would not be seen. Names of groups whose weights end close together are moved apart
// upwards.
func (r WeightRuns) draw(c draw.Canvas, p *plot.Plot, steps []float64) {
	for g := range r.Groups {
		thin := draw.LineStyle{Color: withOpacity(paletteColour(g+1), 0.35), Width: 0.7}
		for run := range r.Alpha {
			drawPath(c, p, steps, r.group(run, g), thin)
		}
	}
	var ends []endLabel
	for g, name := range r.Groups {
		m := r.mean(g)
		drawPath(c, p, steps, m, draw.LineStyle{Color: ink, Width: 3})
		drawPath(c, p, steps, m, draw.LineStyle{Color: paletteColour(g + 1), Width: 1.9})
		ends = append(ends, endLabel{name, steps[len(steps)-1], m[len(m)-1]})
	}
	drawEndLabels(c, p, ends)
}
