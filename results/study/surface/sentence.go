package surface

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// near is the largest distance from the printed weight at which a point counts as near and has a frame in the figure.
const near = 0.05

// printedWeight is what the study's Table 1 prints for the weight of the optimal demonstrations under its method.
func printedWeight(task string) float64 {
	i := slices.IndexFunc(study.TableOnes, func(t study.TableOne) bool { return t.Task == task })
	return study.TableOnes[i].OursOptimal
}

// Sentence says between which weights the points of each style end, at how many of them the method prefers the optimal
// demonstrations or the others, and how many come near the printed weight. It is empty without records of the
// experiment.
//
// The ascent begins at one half: with two groups that is the weight of each. A point prefers a group where the 95 %
// interval over trials, not adjusted for the number of points, lies on its side of one half.
func Sentence(d frame.Design) string {
	all := Weights(d)
	if len(all) == 0 {
		return ""
	}
	var styles []string
	names, _, _ := study.SurfaceGrid()
	for _, name := range names {
		low, high := 1.0, 0.0
		for _, w := range all {
			if w.Style == name {
				v := w.Final.Mean.Or(.5)
				low, high = min(low, v), max(high, v)
			}
		}
		if low <= high {
			styles = append(styles, fmt.Sprintf("%s %s to %s", name, apa.Fraction(stats.Some(low)),
				apa.Fraction(stats.Some(high))))
		}
	}
	printed, optimal, others, final, mean := printedWeight(d.Task), 0, 0, 0, 0
	for _, w := range all {
		low, high := interval(w)
		if low > .5 {
			optimal++
		}
		if high < .5 {
			others++
		}
		final += isNear(w.Final, printed)
		mean += isNear(w.Mean, printed)
	}
	return fmt.Sprintf("The weight of the optimal demonstrations ends between these means over trials: %s. Of %s, "+
		"%d prefer the optimal demonstrations and %d the suboptimal ones (the 95 %% interval lies on one side of .5); "+
		"%d end within %s of the printed %s, and %d are there over time.",
		strings.Join(styles, ", "), wording.Plural(len(all), "point"), optimal, others,
		final, apa.Fraction(stats.Some(near)), apa.Fraction3(stats.Some(printed)), mean)
}

// interval is the 95 % interval of a weight over trials: the weight itself where all trials have the same, and all
// weights for a single trial.
func interval(w Weight) (low, high float64) {
	if mean, ok := w.Final.Mean.Get(); ok && w.Final.N > 1 && !w.CI.Low.Defined() {
		return mean, mean
	}
	return w.CI.Low.Or(0), w.CI.High.Or(1)
}

// isNear returns 1 if the mean weight is near the printed one, else 0.
func isNear(w stats.Summary, printed float64) int {
	if v, ok := w.Mean.Get(); ok && math.Abs(v-printed) <= near {
		return 1
	}
	return 0
}
