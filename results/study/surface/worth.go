package surface

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"counterpoise/bench/study"
	"counterpoise/results/frame"
)

// Worth compares the settings of the study's method with given weights on one dataset of the experiment
// "surface-success". Success is in percent, mean over behaviours and trials. Weights are those of the first group, mean
// over training and trials.
type Worth struct {
	Style         string
	Natural, Best float64
	BestWeight    float64
	Weights       [2]float64 // least and greatest of the settings of the method
	Success       [2]float64 // of these
	Settings      int
	Better        int        // settings with more success than natural data
	Distance      float64    // of settings from the curve through given weights, mean of the absolute values
	Off           [2]float64 // least and greatest difference from the curve
}

// worthSentences say for each style what the study's method is worth beside natural data and given weights, and how far
// its settings lie from the curve through given weights: at 0, what a policy can do depends on the weights alone, not
// on how they were found. There are none without records of the experiments "surface-success" and
// "surface-success-biased".
func worthSentences(d frame.Design) (sentences []string) {
	if name := d.Experiment.Name; name != study.SlicesExperiment && name != study.SlicesBiased {
		return nil
	}
	for _, w := range Worths(d) {
		sentences = append(sentences, fmt.Sprintf("%s: natural data %.1f %% (mean over behaviours), the best given "+
			"weight of the optimal demonstrations %.1f %% (at %.2f). The %d settings of the study's method give them "+
			"weights of %.2f to %.2f and succeed in %.1f to %.1f %%, %d of them more often than natural data. They "+
			"lie %.1f points from the curve through given weights on average (%+.1f to %+.1f); on it, only the "+
			"weights count.", w.Style, w.Natural, w.Best, w.BestWeight, w.Settings, w.Weights[0], w.Weights[1],
			w.Success[0], w.Success[1], w.Better, w.Distance, w.Off[0], w.Off[1]))
	}
	return sentences
}

// Worths computes the sentences' numbers, for the datasets whose arms all have records.
func Worths(d frame.Design) (all []Worth) {
	for _, s := range d.Sweeps() {
		if len(s.Groups) != 2 {
			continue
		}
		w := Worth{Style: s.Groups[1], Best: -1, Weights: [2]float64{1, 0}, Success: [2]float64{100, 0},
			Off: [2]float64{math.Inf(1), math.Inf(-1)}}
		var curve, settings [][2]float64 // weight of the first group and success
		for _, p := range meanOverBehaviours(d, s) {
			at := [2]float64{p.Weights[0], p.Mean}
			switch {
			case p.Given:
				curve = append(curve, at)
				if p.Mean > w.Best {
					w.Best, w.BestWeight = p.Mean, at[0]
				}
			case p.Arm.Method == "natural":
				w.Natural = p.Mean
			default:
				settings = append(settings, at)
			}
		}
		if len(settings) == 0 {
			continue
		}
		slices.SortFunc(curve, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		for _, at := range settings {
			off := at[1] - interpolate(curve, at[0])
			w.Distance += math.Abs(off) / float64(len(settings))
			w.Off = [2]float64{min(w.Off[0], off), max(w.Off[1], off)}
			w.Weights = [2]float64{min(w.Weights[0], at[0]), max(w.Weights[1], at[0])}
			w.Success = [2]float64{min(w.Success[0], at[1]), max(w.Success[1], at[1])}
			if at[1] > w.Natural {
				w.Better++
			}
		}
		w.Settings = len(settings)
		all = append(all, w)
	}
	return all
}

// meanOverBehaviours returns the arms of a sweep with the mean of their success over the behaviours.
func meanOverBehaviours(d frame.Design, s frame.Sweep) (all []frame.Weighted) {
	behaviours := d.Behaviours()
	for k, b := range behaviours {
		for i, w := range d.Weighted(s, b) {
			w.Mean /= float64(len(behaviours))
			if k == 0 {
				all = append(all, w)
			} else {
				all[i].Mean += w.Mean
			}
		}
	}
	return all
}

// interpolate returns the value at x of the lines through points that are sorted by x, and that of the first or last
// point beyond them.
func interpolate(points [][2]float64, x float64) float64 {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if x <= b[0] {
			return a[1] + (b[1]-a[1])*max(0, x-a[0])/(b[0]-a[0])
		}
	}
	return points[len(points)-1][1]
}
