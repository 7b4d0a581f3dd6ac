package report

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

func init() {
	analysis.Drawers.Add("weights", analysis.Drawer{
		Place: 7, About: "weights of the groups over training", EveryTrial: true,
		Draw: weights,
	})
}

// weights shows the weight of each group over the steps of training: a panel for each arm whose weights are not
// given, up to four in a row. An arm whose weights do not move is shown as long as another's do, for comparison;
// there is no figure where no arm's weights ever move. Records keep at most record.TrajectoryPoints points of a
// run. The axis is a weight from 0 to 1 over gradient steps; the weights of one step sum to 1.
func weights(f frame.Findings) (figures.Figure, bool) {
	w := figures.Weights{
		Name: f.Name() + "-weights",
		Caption: fmt.Sprintf("Group weights (alpha) over training: "+
			"thin lines are trials, thick lines their mean over %s.",
			wording.Plural(f.Plan.Size.Trials, "trial")),
	}
	moves := false
	for _, a := range f.Arms {
		c := f.WeightCourse(a)
		// Given weights are constant by definition, and an arm without records has nothing to draw.
		if len(c.Groups) == 0 || frame.HasGivenWeights(a) {
			continue
		}
		moves = moves || c.Moves()
		w.Panels = append(w.Panels, figures.WeightRuns{Method: a.Name, Groups: c.Groups, Steps: c.Steps,
			Alpha: c.Alpha})
	}
	w.Columns = min(4, len(w.Panels))
	if !moves {
		return figures.Figure{}, false
	}
	figure := w.Figure()
	figure.Note = fmt.Sprintf("n = %s; thick: their mean.", wording.Plural(f.Plan.Size.Trials, "trial"))
	return figure, true
}
