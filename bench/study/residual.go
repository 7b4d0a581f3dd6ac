package study

import (
	"slices"

	"counterpoise/bench"
)

// residual asks E1's question of the image encoder that the field trains: a residual network on each picture, end to
// end, on a graphics card. It is repeated by the fourth freeze (results/freeze.md), on the difficulty of opening in
// which both behaviours have room from pictures.
//
// Steps were twice the largest number that had been tried on balanced data for picking, and the largest for opening,
// whose behaviours succeeded in 85 and 93 % there. More have been tried since (residual-steps, two trials): neither
// task gained by them.
var _ = register(bench.Experiment{
	Name:     Residual,
	Question: "Does a behaviour succeed less often when it has fewer demonstrations, under a residual network?",
	Source:   "E1, repeated by the fourth freeze with the image encoder of diffusion policy",
	Designs:  residuals(),
})

// Residual is the name of the experiment on residual networks.
const Residual = "residual"

// Gradient steps of residual, of 64 frames each.
const residualPicking, residualOpening = 2000, 1000

// residuals returns the designs of E1 with these numbers of steps.
func residuals() []bench.Design {
	all := written["E1"].Designs
	out := []bench.Design{all[0], all[1]}
	out[1].Task = bench.OpenInexact
	for i, steps := range []int{residualPicking, residualOpening} {
		out[i].Arms = slices.Clone(out[i].Arms)
		for j := range out[i].Arms {
			out[i].Arms[j].Steps = steps
		}
	}
	return out
}

// residual-steps is balanced cloning under the residual network over gradient steps, on the calibration's seed.
var _ = register(bench.Experiment{
	Name:     "residual-steps",
	Question: "How often does balanced cloning succeed after more gradient steps, under a residual network?",
	Source:   "what the study leaves open: training steps of other networks",
	Designs: append(plateaus([]int{250, 500, 1000, 2000, 4000}, "picking"),
		plateaus([]int{250, 500, 1000, 2000}, bench.OpenInexact)...),
})
