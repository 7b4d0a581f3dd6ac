package bypolicy

import (
	"fmt"
	"math"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

// Figure draws the difference of each comparison under each policy with its 95 % interval, one below the other, in
// percentage points.
func (p Policies) Figure() figures.Figure {
	d := p.Designs[0]
	var trials []int // of each row
	for _, c := range p.Comparisons {
		for _, by := range c.By {
			trials = append(trials, by.Test.N.Total())
		}
	}
	f := figures.Forest{
		Name:   d.Name() + "-policies",
		XLabel: fmt.Sprintf("difference of success, %s - %s (points)", d.Sides[0], d.Sides[1]),
		Lead:   "Differences of success under several policies.", Margin: bench.Margin,
		Caption: fmt.Sprintf("%s: the difference under each policy with its 95 %% interval, over %s of %s of each "+
			"behaviour. Within the band, of %g points, a difference would not matter. Success is by %s.", d.Compared,
			wording.PluralRange(trials, "trial"), wording.Plural(d.Plan.Size.Rollouts, "rollout"), bench.Margin,
			frame.OracleText(d.Oracle)),
	}
	for _, c := range p.Comparisons {
		for i, by := range c.By {
			row := figures.ForestRow{
				Name: c.Behaviour + ", " + p.Names[i], Estimate: by.Test.MeanDifference.Or(math.NaN()),
				Interval: figures.NoInterval,
			}
			if !d.ComparesOnce() {
				row.Name = fmt.Sprintf("%s, %s - %s, %s", c.Behaviour, c.Arm, c.Against, p.Names[i])
			}
			if by.Test.CI.Defined() {
				row.Interval = figures.Interval{Low: by.Test.CI.Low.Or(0), High: by.Test.CI.High.Or(0)}
			}
			f.Rows = append(f.Rows, row)
		}
	}
	figure := f.Figure()
	figure.Note = wording.Sample(trials, d.Plan.Size.Rollouts, "95 % intervals")
	return figure
}
