package report

import (
	"fmt"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
)

// What docs/results/effects.md says of drawing a starved behaviour more often, and of training beyond the plateau,
// is what the records of `steps` give: paired by trial, and corrected by Holm where it says so.
func TestWordsOfSteps(t *testing.T) {
	all, records := recordtest.Committed(t, "../explain")
	plans, _ := frame.Plans(all)
	var upsampled []*analysis.Effect
	drawn, losses := map[string]map[int]float64{}, map[string]string{}
	for _, p := range plans {
		for _, d := range frame.Of(p, records).Designs {
			if d.Experiment.Name != "steps" {
				continue
			}
			plateau, err := bench.CalibratedSteps(d.Task, p.Size.Policy)
			if err != nil {
				t.Fatal(err)
			}
			arm := func(kind string, n int) bench.Arm { return d.Arm(fmt.Sprintf("%s, %d", kind, n)) }
			drawn[d.Task] = map[int]float64{}
			for _, n := range []int{125, 250, 500, 1000, 2000, 4000} {
				e := analysis.EffectOf("", d.Differences(arm("upsampled", n), arm("starved", n),
					d.Comparisons[0].Behaviour), frame.Alpha)
				upsampled, drawn[d.Task][n] = append(upsampled, &e), e.Test.MeanDifference.Or(0)
			}
			loss := analysis.EffectOf("", d.Differences(arm("balanced", plateau), arm("balanced", 4000),
				bench.AllBehaviours), frame.Alpha)
			losses[d.Task] = fmt.Sprintf("%s points in %s (%s)", apa.Format("%.1f", loss.Test.MeanDifference), d.Task,
				apa.P("p", loss.Test.P))
		}
	}
	analysis.CorrectEffects(upsampled)
	significant := func(e *analysis.Effect) bool { return e.Holm.Or(1) < frame.Alpha }
	if len(upsampled) != 12 || slices.ContainsFunc(upsampled, significant) {
		t.Errorf("of %d changes by drawing more often, some are significant after correction", len(upsampled))
	}
	later := func(task string, from int) (least, most float64) {
		var of []float64
		for n, v := range drawn[task] {
			if n >= from {
				of = append(of, v)
			}
		}
		return slices.Min(of), slices.Max(of)
	}
	least, most := later("picking", 500)
	low, high := later("opening", 500)
	golden.CheckWords(t, "../../docs/results/effects.md",
		fmt.Sprintf("changes that by %+.1f points at 125 steps, %+.1f at 250 and %+.1f to %+.1f from 500 on",
			drawn["picking"][125], drawn["picking"][250], least, most),
		fmt.Sprintf("changes that by %+.1f and %+.1f points at 125 and 250 steps and %+.1f to %+.1f later",
			drawn["opening"][125], drawn["opening"][250], low, high),
		"None of these twelve changes is significant after correction",
		fmt.Sprintf("balanced data lose %s and %s", losses["picking"], losses["opening"]))
}
