package surface

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

func init() {
	analysis.All.Add("surface", analysis.Analysis{
		Place: 15, About: "on what the weights of the study's method hang, and what they are worth",
		Sentences: sentences,
	})
	analysis.Drawers.Add("map", analysis.Drawer{Place: 8, About: "weights over two settings", Untested: true,
		Draw: Figure})
}

// sentences says on what weights hang for policies that were not evaluated, and for others what they are worth.
func sentences(d frame.Design) []string {
	if d.Plan.Size.Rollouts > 0 {
		return worthSentences(d)
	}
	if s := Sentence(d); s != "" {
		return []string{s}
	}
	return nil
}

// Figure returns the maps of a design: two for each style that has records, of final and of time-mean weights. The
// study's Table 1 prints a weight and neither of the settings that led to it, so that its place on a map is where the
// map has that weight: points within .05 of it have a whole frame, and where there are none the nearest point has a
// dashed one. It is false without records of the experiment.
func Figure(f frame.Findings) (figures.Figure, bool) {
	all := Weights(f.Design)
	if len(all) == 0 {
		return figures.Figure{}, false
	}
	printed := printedWeight(f.Task)
	m := figures.Map{
		Name: f.Name() + "-map", XLabel: "search steps", YLabel: "eta T", Columns: 2,
		Lead: "Weight of the optimal demonstrations under the study's method.",
		Caption: fmt.Sprintf("Weight of the optimal demonstrations that the study's method finds, mean over %s, by "+
			"search steps and eta T: at the end (left), over time (right). Of the demonstrations two thirds are "+
			"optimal. The study prints a weight of %.3f and not at which point: a frame marks points within %.2f of "+
			"it, a dashed one the nearest point where there are none.",
			wording.Plural(f.Plan.Size.Trials, "trial"), printed, near),
	}
	styles, _, _ := study.SurfaceGrid()
	for _, style := range styles {
		if !slices.ContainsFunc(all, func(w Weight) bool { return w.Style == style }) {
			continue
		}
		for _, of := range []struct {
			title string
			value func(Weight) stats.Summary
		}{
			{"final", func(w Weight) stats.Summary { return w.Final }},
			{"time-mean", func(w Weight) stats.Summary { return w.Mean }},
		} {
			title := fmt.Sprintf("%s, %s (printed: %.2f)", style, of.title, printed)
			m.Panels = append(m.Panels, panel(all, style, title, of.value, printed))
		}
	}
	figure := m.Figure()
	figure.Note = fmt.Sprintf("Numbers are means over n = %s.", wording.Plural(f.Plan.Size.Trials, "trial"))
	return figure, true
}

// panel is the map of one style.
func panel(all []Weight, style, title string, value func(Weight) stats.Summary, printed float64) figures.MapPanel {
	_, etas, steps := study.SurfaceGrid()
	p := figures.MapPanel{Title: title}
	var nearest *figures.MapCell
	off := func(c figures.MapCell) float64 { return math.Abs(c.Value - printed) }
	for _, n := range steps {
		p.X = append(p.X, fmt.Sprint(n))
	}
	for _, eta := range etas {
		p.Y = append(p.Y, fmt.Sprintf("%g", eta))
		row := make([]figures.MapCell, len(steps))
		for i := range row {
			row[i].Empty = true
			for _, w := range all {
				if w.Style == style && w.Eta == eta && w.Steps == steps[i] {
					row[i] = figures.MapCell{Value: value(w).Mean.Or(0)}
					row[i].Ring = off(row[i]) <= near
				}
			}
		}
		p.Cells = append(p.Cells, row)
		for i := range row {
			if c := &row[i]; !c.Empty && (nearest == nil || off(*c) < off(*nearest)) {
				nearest = c
			}
		}
	}
	if nearest != nil {
		nearest.Dashed = !nearest.Ring
	}
	return p
}
