package plateau

import (
	"counterpoise/bench"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

const (
	Tolerance = 2.0 // points of success behind the best that count as none
	Level     = 0.9 // of the intervals
)

// Curve is success over numbers of gradient steps, on the data of one line of a design.
type Curve struct {
	Line   string
	Points []Point // in the design's order, which is that of the numbers
	Best   int     // index of the greatest mean; the first of equal ones
	Least  int     // index of the plateau: the first point within Tolerance of the best
}

// Point is one number of steps.
type Point struct {
	Steps   int
	Success stats.Summary // percent, mean over behaviours, over trials
	// Behind is the success of the best number minus this one's, paired by trial, with an interval of Level. It is
	// undefined for the best itself, and with fewer than two trials.
	Behind stats.Test
}

// AtEnd reports whether the best number is the last of the grid: success may go on rising beyond it.
func (c Curve) AtEnd() bool { return c.Best == len(c.Points)-1 }

// Of returns the curves of a design that varies the number of steps and compares nothing else, line by line; none for
// other designs. Points without records are left out.
func Of(d findings.Design) (curves []Curve) {
	if d.Factor != "gradient steps" || len(d.Comparisons) > 0 {
		return nil
	}
	at := map[string]int{}
	var successes [][][]float64 // by curve, point and trial: percent
	behaviours := float64(len(d.Behaviours()))
	for _, a := range d.Arms {
		counts := d.Successes(a, bench.AllBehaviours)
		for t := range counts {
			counts[t] = d.Percent(counts[t]) / behaviours
		}
		s, err := stats.Summarise(counts)
		if err != nil || !s.Mean.Defined() {
			continue
		}
		i, seen := at[a.Line]
		if !seen {
			i = len(curves)
			at[a.Line] = i
			curves, successes = append(curves, Curve{Line: a.Line}), append(successes, nil)
		}
		curves[i].Points = append(curves[i].Points, Point{Steps: a.Steps, Success: s})
		successes[i] = append(successes[i], counts)
	}
	for i := range curves {
		curves[i].decide(successes[i])
	}
	return curves
}

// decide finds the best point and the plateau.
func (c *Curve) decide(successes [][]float64) {
	mean := func(i int) float64 { return c.Points[i].Success.Mean.Or(0) }
	for i := range c.Points {
		if mean(i) > mean(c.Best) {
			c.Best = i
		}
	}
	for c.Least = 0; mean(c.Best)-mean(c.Least) > Tolerance; c.Least++ {
	}
	for i := range c.Points {
		if i != c.Best {
			c.Points[i].Behind, _ = stats.PairedT(successes[c.Best], successes[i], Level)
		}
	}
}
