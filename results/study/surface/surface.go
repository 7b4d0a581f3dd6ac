package surface

import (
	"counterpoise/bench/study"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Weight is the weight of the optimal demonstrations at one point of the grid, over trials.
type Weight struct {
	Style string
	Eta   float64
	Steps int
	Final stats.Summary  // at the end of the ascent; a second stage under the final weights has it throughout
	CI    stats.Interval // of the mean of Final over trials, 95 %; undefined for one trial
	Mean  stats.Summary  // mean over the ascent; a second stage under the time-mean has it throughout
}

// Weights returns the points of a design of the experiments "surface" and "surface-biased" that have records, in the
// design's order.
func Weights(d frame.Design) (all []Weight) {
	if name := d.Experiment.Name; name != study.SurfaceExperiment && name != study.SurfaceBiased {
		return nil
	}
	styles, etas, _ := study.SurfaceGrid()
	at := map[string]Weight{}
	for _, style := range styles {
		for _, eta := range etas {
			at[study.SurfaceLine(style, eta)] = Weight{Style: style, Eta: eta}
		}
	}
	for _, a := range d.Arms {
		w := at[a.Line]
		w.Steps = int(a.Level)
		var final, mean []float64
		for r := range d.Of(a) {
			points := r.Training.Alpha
			if len(points) == 0 {
				continue
			}
			sum := 0.0
			for _, p := range points {
				sum += p.Group[0]
			}
			final, mean = append(final, points[len(points)-1].Group[0]), append(mean, sum/float64(len(points)))
		}
		if len(final) > 0 {
			w.Final, _ = stats.Summarise(final)
			w.Mean, _ = stats.Summarise(mean)
			t, _ := stats.PairedT(final, make([]float64, len(final)), frame.Level)
			w.CI = t.CI
			all = append(all, w)
		}
	}
	return all
}
