package results

import (
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

// sweeps shows what given weights do and where methods are among them, for designs that have three given weights or more
// of two groups on one dataset: success over the weight of the group that is in question, a curve through the given weights, a
// ring around the best of them, and each method at the weight that it had on average. One dataset has a panel for
// each behaviour and the worst, several have a panel each for the worst.
func (r reading) sweeps() (Figure, bool) {
	all := slices.DeleteFunc(r.scales(), func(s scale) bool { return len(s.groups) != 2 })
	if len(all) == 0 {
		return Figure{}, false
	}
	f := Figure{Name: r.name() + "-sweep", width: 310, height: 300, columns: 3, Caption: r.scaleCaption("curves join given weights")}
	behaviours := []string{worst}
	if len(all) == 1 {
		behaviours = append(r.behaviours(), worst)
		if len(behaviours) == 4 {
			f.columns = 2
		}
	}
	seen := "Success in percent over a group's weight."
	for _, s := range all {
		for _, b := range behaviours {
			ps := r.placesOn(s, b)
			title := b
			if len(all) > 1 {
				title = s.groups[s.asked()] + " (" + b + ")"
			}
			y := ""
			if len(f.panels)%f.columns == 0 {
				y = "success (%)"
			}
			f.panels = append(f.panels, s.sweepPanel(title, y, ps))
			seen += " " + wording.Capitalize(title) + ": " + s.words(ps)
		}
	}
	f.Alt = seen
	return f, true
}

// scaleCaption says how to read a figure of given weights.
func (r reading) scaleCaption(given string) string {
	return fmt.Sprintf("Success under given weights, and each method at the weights that it had, mean over training: %s. Means over %s of %s per behaviour; whiskers are %s intervals (t, over trials, not adjusted). Ring: the best given weights, which the same rollouts chose and judge, which flatters them; cross-validated: their success where each trial's are chosen by the other trials.",
		given, wording.Plural(r.plan.Size.Trials, "trial"), wording.Plural(r.plan.Size.Rollouts, "rollout"), apa.Percent(level))
}

// scale is a dataset that is trained on under given weights.
type scale struct {
	groups []string
	arms   []bench.Arm // given weights and methods
}

// scales finds the datasets of a design that have at least three arms of given weights with records.
func (r reading) scales() (all []scale) {
	var recipes []string
	for _, a := range r.design.Arms {
		if !slices.Contains(recipes, a.Recipe) {
			recipes = append(recipes, a.Recipe)
		}
	}
	for _, recipe := range recipes {
		var s scale
		given := map[string]bool{}
		r.each(func(a bench.Arm, rec bench.Record) {
			if a.Recipe != recipe || len(rec.Training.Alpha) == 0 || len(s.groups) > 0 && !slices.Equal(s.groups, rec.Training.Groups) {
				return
			}
			s.groups = rec.Training.Groups
			if isGiven(a) {
				given[a.Name] = true
			}
			if !slices.Contains(s.arms, a) {
				s.arms = append(s.arms, a)
			}
		})
		if len(given) >= 3 {
			all = append(all, s)
		}
	}
	return all
}

// isGiven says whether an arm's weights are given.
func isGiven(a bench.Arm) bool { return strings.HasPrefix(a.Method, "fixed:") }

// asked is the group whose weight is in question: what is not optimal, or the first.
func (s scale) asked() int {
	if s.groups[0] == "optimal" {
		return 1
	}
	return 0
}

// place is an arm's success at its weights, mean over training and trials.
type place struct {
	name    string
	given   bool
	weights []float64
	mean    float64 // percent
	ci      stats.Interval
	trials  []float64 // percent; NaN where there is no record
}

// placesOn are the arms of a dataset with their success in a behaviour.
func (r reading) placesOn(s scale, behaviour string) (ps []place) {
	for _, a := range s.arms {
		p := place{name: a.Name, given: isGiven(a), mean: r.success(a, behaviour).Mean.Or(0), ci: r.interval(a, behaviour)}
		if _, method, ok := strings.Cut(a.Name, ", "); ok {
			p.name = method // the dataset is in the panel's title
		}
		for _, n := range r.successes(a, behaviour) {
			p.trials = append(p.trials, 100*n/float64(r.plan.Size.Rollouts))
		}
		p.weights = r.meanWeights(a, len(s.groups))
		ps = append(ps, p)
	}
	return ps
}

// meanWeights are an arm's weights, mean over the points that were kept of a training, and over trials.
func (r reading) meanWeights(a bench.Arm, groups int) []float64 {
	sum, n := make([]float64, groups), 0.0
	for t := range r.plan.Size.Trials {
		rec, ok := r.of(a, t)
		if !ok {
			continue
		}
		for _, p := range rec.Training.Alpha {
			n++
			for g, w := range p.Group {
				sum[g] += w
			}
		}
	}
	for g := range sum {
		sum[g] /= max(1, n)
	}
	return sum
}

// best is the place of the given weights with the highest mean; the first of equal ones.
func best(ps []place) (b place) {
	b.mean = -1
	for _, p := range ps {
		if p.given && p.mean > b.mean {
			b = p
		}
	}
	return b
}

// crossValidated is the success of the best given weights where each trial's are those that are best in the other trials: what
// choosing them is worth on rollouts that did not choose them. It needs two trials that all given weights have.
func crossValidated(ps []place) (percent float64, ok bool) {
	ps = slices.DeleteFunc(slices.Clone(ps), func(p place) bool { return !p.given })
	var whole []int // trials
	for t := range ps[0].trials {
		if !slices.ContainsFunc(ps, func(p place) bool { return p.trials[t] != p.trials[t] }) {
			whole = append(whole, t)
		}
	}
	if len(whole) < 2 {
		return 0, false
	}
	for _, out := range whole {
		most, there := -1.0, 0.0
		for _, p := range ps {
			others := 0.0
			for _, t := range whole {
				if t != out {
					others += p.trials[t]
				}
			}
			if others > most {
				most, there = others, p.trials[out]
			}
		}
		percent += there / float64(len(whole))
	}
	return percent, true
}

// oracle is the success of the best given weights in words.
func oracle(ps []place) string {
	text := fmt.Sprintf("best given weights %.0f", best(ps).mean)
	if v, ok := crossValidated(ps); ok {
		text += fmt.Sprintf(", cross-validated %.0f", v)
	}
	return text
}

// margin is the part of a sweep's panel to the right of the weights where methods are named.
const margin = 0.42

func (s scale) sweepPanel(title, y string, ps []place) *plot.Plot {
	p := panel(title, "weight of "+s.groups[s.asked()], y)
	percentAxis(p, 112)
	p.X.Min, p.X.Max = -0.03, 1+margin
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 0.25, Label: "0.25"}, {Value: 0.5, Label: "0.5"}, {Value: 0.75, Label: "0.75"}, {Value: 1, Label: "1"}}
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { s.drawSweep(c, p, ps) }))
	return p
}

func (s scale) drawSweep(c draw.Canvas, p *plot.Plot, ps []place) {
	x, y := p.Transforms(&c)
	g := s.asked()
	given := slices.DeleteFunc(slices.Clone(ps), func(p place) bool { return !p.given })
	slices.SortFunc(given, func(a, b place) int { return byWeight(a, b, g) })
	var curve []vg.Point
	for _, q := range given {
		at := vg.Point{X: x(q.weights[g]), Y: y(q.mean)}
		curve = append(curve, at)
		if q.ci.Defined() {
			whisker(c, p, q.weights[g], q.ci.Low.Or(0), q.ci.High.Or(100), 0, faint(hue(6), 0.5))
		}
	}
	c.StrokeLines(draw.LineStyle{Color: hue(6), Width: 2}, curve)
	for _, at := range curve {
		c.DrawGlyph(draw.GlyphStyle{Color: hue(6), Radius: 3, Shape: draw.CircleGlyph{}}, at)
	}
	top := best(ps)
	c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 7, Shape: draw.RingGlyph{}}, vg.Point{X: x(top.weights[g]), Y: y(top.mean)})
	var marks []leader
	for _, q := range ps {
		if !q.given {
			marks = append(marks, leader{q.name, vg.Point{X: x(q.weights[g]), Y: y(q.mean)}, 1})
		}
	}
	drawNames(c, marks, x(1.08))
	drawMarks(c, marks)
	c.FillText(typeset(small), vg.Point{X: x(0.5), Y: y(107)}, oracle(ps))
}

func byWeight(a, b place, g int) int {
	switch {
	case a.weights[g] < b.weights[g]:
		return -1
	case a.weights[g] > b.weights[g]:
		return 1
	}
	return 0
}

// words are what a panel shows, for those who don't see it.
func (s scale) words(ps []place) string {
	top := best(ps)
	out := []string{fmt.Sprintf("%s at %s", oracle(ps), spelt(top.weights))}
	for _, p := range ps {
		if !p.given {
			out = append(out, fmt.Sprintf("%s %.0f at %s", p.name, p.mean, spelt(p.weights)))
		}
	}
	return strings.Join(out, ", ") + "."
}

func spelt(weights []float64) string {
	var out []string
	for _, w := range weights {
		out = append(out, fmt.Sprintf("%.2f", w))
	}
	return strings.Join(out, "/")
}
