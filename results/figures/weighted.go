package figures

import (
	"fmt"
	"strings"
)

// WeightedPoint is a mean in percent under weights of groups. Sweep and Simplex draw it. Two groups make a
// Sweep, three a Simplex.
type WeightedPoint struct {
	Name    string
	Line    string    // what it is one of several settings of; a Sweep names these by their colour. May be empty
	Given   bool      // the weights were given, not found by a method
	Weights []float64 // one for each group; they sum to 1
	Mean    float64   // percent
	Interval
}

// WeightedPanel is one panel of points, of which Best is the index of the best one with given weights. There
// must be a point with given weights.
type WeightedPanel struct {
	Title  string
	Points []WeightedPoint
	Best   int
	Note   string // what stands below or above the points: how good the best is
}

// words describes a panel: the best given weights, then the methods and where their weights are. Methods are in
// the order of Points.
func (w WeightedPanel) words() string {
	out := []string{fmt.Sprintf("%s at %s", w.Note, weightsText(w.Points[w.Best].Weights))}
	for _, p := range w.Points {
		if !p.Given {
			out = append(out, fmt.Sprintf("%s %.0f at %s", p.Name, p.Mean, weightsText(p.Weights)))
		}
	}
	return strings.Join(out, ", ") + "."
}

// weightsText is weights with two decimals: "0.20/0.80". The weights are in the order of the groups.
func weightsText(weights []float64) string {
	var out []string
	for _, w := range weights {
		out = append(out, fmt.Sprintf("%.2f", w))
	}
	return strings.Join(out, "/")
}
