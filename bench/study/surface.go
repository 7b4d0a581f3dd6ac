package study

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// surface is the sensitivity of the study's method to what its text leaves open: how long it searches for references,
// how far its ascent reaches, and what the suboptimal demonstrations are like. It is the weight that the method gives
// to the optimal demonstrations, at every point of a grid of search steps, ηT and styles.
//
// The weights need no rollouts and no second stage: the first of two stages is bit for bit the run with one stage
// (mixture.Staged), so one record has the final weights, those of a second stage under them, and the time-mean, those
// of a second stage under it. What the weights are worth is in surface-success, on named slices through the grid,
// beside a sweep of fixed weights:
//
//	counterpoise run surfaces
//	counterpoise run surface-success --trials 5 --rollouts 50
//
// From pictures both have the style of E5 alone, surface-biased and surface-success-biased:
//
//	counterpoise run surface-pictures
//	counterpoise run surface-success-biased --policy vision --trials 5 --rollouts 50
var _ = registerLater(SurfaceExperiment, func() bench.Experiment {
	return bench.Experiment{
		Name:     SurfaceExperiment,
		Question: "On which search steps, ηT and style do the weights of the study's method hang?",
		Source:   "arXiv:2508.06319, Eq. 14-19 and Table 1: what the study leaves open",
		GivenFit: true,
		Designs:  []bench.Design{surface("picking", surfaceStyles), surface("opening", surfaceStyles)},
	}
})

// surface-biased is the part of it that the claims stand on: bad demonstrations in the style of E4 and E5.
var _ = registerLater(SurfaceBiased, func() bench.Experiment {
	return bench.Experiment{
		Name: SurfaceBiased,
		Question: "On which search steps and ηT do the weights of the study's method hang, on the demonstrations of " +
			"E5?",
		Source:   "arXiv:2508.06319, Eq. 14-19 and Table 1: what the study leaves open",
		GivenFit: true,
		Designs:  []bench.Design{surface("picking", surfaceStyles[:1]), surface("opening", surfaceStyles[:1])},
	}
})

var _ = profile(bench.Profile{
	Name:        "surfaces",
	About:       "weights of the study's method over search steps, ηT and style, without rollouts",
	Experiments: []string{SurfaceExperiment},
	Size:        record.Size{Trials: 5, Seed: 1, Policy: bench.StatePolicy},
})

var _ = profile(bench.Profile{
	Name:        "surface-pictures",
	About:       "weights of the study's method over search steps and ηT, from pictures, without rollouts",
	Experiments: []string{SurfaceBiased},
	Size:        record.Size{Trials: 5, Seed: 1, Policy: bench.VisionPolicy},
})

var _ = registerLater(SlicesExperiment, func() bench.Experiment {
	return bench.Experiment{
		Name:     SlicesExperiment,
		Question: "What are these weights worth, in one stage and in two, beside the best fixed weights?",
		Source:   "slices through the surface of weights",
		GivenFit: true,
		Designs:  []bench.Design{slicesOf("picking", surfaceStyles), slicesOf("opening", surfaceStyles)},
	}
})

// surface-success-biased has the slices of surface-biased.
var _ = registerLater(SlicesBiased, func() bench.Experiment {
	return bench.Experiment{
		Name: SlicesBiased,
		Question: "What are these weights worth on the demonstrations of E5, in one stage and in two, beside the " +
			"best fixed weights?",
		Source:   "slices through the surface of weights",
		GivenFit: true,
		Designs:  []bench.Design{slicesOf("picking", surfaceStyles[:1]), slicesOf("opening", surfaceStyles[:1])},
	}
})

// Names of the experiments on weights and on what they are worth.
const (
	SurfaceExperiment = "surface"
	SurfaceBiased     = "surface-biased"
	SlicesExperiment  = "surface-success"
	SlicesBiased      = "surface-success-biased"
)

// The grid of the surface: six numbers of search steps, from far above the losses of plain cloning to below them, the
// fit's five values of ηT, and three styles: consistent and wrong, erratic and wrong, and noisy.
var (
	surfaceSteps  = []int{5, 10, 20, 50, 200, 1000}
	surfaceStyles = []string{"biased", "erratic", "noisy"}
)

// styled returns the recipe of E5 with suboptimal demonstrations of a style.
func styled(task, style string) string {
	if task == "opening" {
		return fmt.Sprintf("slider=10,drawer=10,slider:%[1]s=5,drawer:%[1]s=5", style)
	}
	return fmt.Sprintf("left=20,middle=20,right=20,left:%[1]s=10,middle:%[1]s=10,right:%[1]s=10", style)
}

// surfaceArm is the method with settings of the grid, in one stage or in two.
func surfaceArm(task, style string, eta float64, steps, stages int) bench.Arm {
	method := fmt.Sprintf("ours:EtaT=%g,MetaSteps=%d", eta, steps)
	name := fmt.Sprintf("%s, eta %g, %d search steps", style, eta, steps)
	if stages == 2 {
		method, name = method+",Stages=2", name+", two stages"
	}
	return bench.Arm{Name: name, Recipe: styled(task, style), Groups: demos.ByStyle, Method: method}
}

// staged returns an arm as one of the settings with its number of stages.
func staged(a bench.Arm, stages int) bench.Arm {
	a.Line = []string{"ours, 1 stage", "ours, 2 stages"}[stages-1]
	return a
}

// surface returns the grid of weights of a task. The line of an arm is its style and ηT, see SurfaceLine.
func surface(task string, styles []string) bench.Design {
	d := bench.Design{Task: task, Factor: "search steps"}
	for _, style := range styles {
		for _, eta := range fitEtas {
			for _, n := range surfaceSteps {
				d.Arms = append(d.Arms, surfaceArm(task, style, eta, n, 1).At(float64(n), SurfaceLine(style, eta)))
			}
		}
	}
	return d
}

// SurfaceLine names the line of a style and an ηT.
func SurfaceLine(style string, eta float64) string { return fmt.Sprintf("%s, ηT %g", style, eta) }

// SurfaceGrid returns the values of the grid.
func SurfaceGrid() (styles []string, etas []float64, steps []int) {
	return surfaceStyles, fitEtas, surfaceSteps
}

// slicesOf returns two slices through the grid for each style, along the search steps at the greatest ηT and along ηT
// at the number of search steps that comes near the printed weights, both in one stage and in two, and fixed weights of
// the optimal demonstrations.
func slicesOf(task string, styles []string) bench.Design {
	d := bench.Design{Task: task}
	for _, style := range styles {
		for _, w := range []float64{0, .25, .5, .75, .94, 1} {
			d.Arms = append(d.Arms, bench.Arm{
				Name: fmt.Sprintf("%s, %g", style, w), Recipe: styled(task, style), Groups: demos.ByStyle,
				Method: fmt.Sprintf("fixed:%g,%g", w, 1-w),
			})
		}
		d.Arms = append(d.Arms, bench.Arm{
			Name: style + ", natural", Recipe: styled(task, style), Groups: demos.ByStyle, Method: "natural",
		})
		for _, stages := range []int{1, 2} {
			for _, n := range surfaceSteps {
				d.Arms = append(d.Arms, staged(surfaceArm(task, style, printedEta, n, stages), stages))
			}
			for _, eta := range fitEtas {
				if eta != printedEta {
					d.Arms = append(d.Arms, staged(surfaceArm(task, style, eta, printedSteps, stages), stages))
				}
			}
		}
	}
	return d
}
