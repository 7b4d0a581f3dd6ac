package rivals

import (
	"fmt"
	"math"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/figures"
)

// Figure draws the effect of each method over both tasks with its 95 % interval, one below the other, the yardstick
// first.
func (c Comparison) Figure() figures.Figure {
	size := c.designs[0].Plan.Size
	f := figures.Forest{
		Name: c.Experiment, XLabel: fmt.Sprintf("success, %s (points against plain cloning)", c.First),
		Lead: "Effects of methods on success.", Margin: bench.VerdictMargin,
		Caption: fmt.Sprintf("%s: success in %s under each method minus that under plain cloning, mean of both tasks, "+
			"with 95 %% intervals, over %s of %s of each behaviour, policy %s. %s is no method. Within the "+
			"band, of %g points, an effect would count as none.", c.Experiment, c.measured,
			wording.Plural(size.Trials, "trial"), wording.Plural(size.Rollouts, "rollout"), size.Policy,
			wording.Capitalize(c.Yardstick.Method), bench.VerdictMargin),
	}
	for _, m := range append([]Row{c.Yardstick}, c.Methods...) {
		row := figures.ForestRow{Name: m.Method, Estimate: m.First.Test.MeanDifference.Or(math.NaN()),
			Interval: figures.NoInterval}
		if ci := m.First.Test.CI; ci.Defined() {
			row.Interval = figures.Interval{Low: ci.Low.Or(0), High: ci.High.Or(0)}
		}
		f.Rows = append(f.Rows, row)
	}
	figure := f.Figure()
	figure.Title = c.Experiment + ": effects of methods on success."
	figure.Note = wording.Sample([]int{size.Trials}, size.Rollouts, "95 % intervals")
	return figure
}
