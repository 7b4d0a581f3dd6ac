package weigh

import (
	"context"
	"math"

	"counterpoise/internal/seed"
	"counterpoise/policies/ridge"
)

// Settings of the fits of HeldOutLosses, chosen on 2026-11-22 by the held-out loss on optimal demonstrations of the
// tabletop alone, among widths of 4 and 8 and penalties of 1e-5, 1e-3, 1e-2 and 1e-1: 0.53 of the variance of the
// actions for opening with these, 0.68 with ten times the penalty, 0.81 with half the width, and above 1 with the
// penalty of Weigh (1e-5), which is for losses on the frames that were fitted.
//
// The width is that of states of 39 numbers, the tabletop's. Distances of standardised states grow with the square
// root of their number, and the width with them.
const (
	heldOutWidth  = 8
	heldOutInputs = 39
	heldOutLambda = 1e-3
)

// heldOutConfig returns the settings of the fits to inputs of some numbers.
func heldOutConfig(inputs int) ridge.Config {
	cfg := RidgeConfig()
	cfg.Width, cfg.Lambda = heldOutWidth*math.Sqrt(float64(inputs)/heldOutInputs), heldOutLambda
	return cfg
}

// HeldOutLosses returns the mean loss of each episode of a closed corpus under ridges that were fitted to the other
// folds, one list for each choice of groups to fit, see ridge.HeldOutLosses: loss[i][e] is that of episode e under the
// fit to the groups for which keep[i] is true. In a fit every frame of the dataset counts the same, whatever share of
// its group the corpus took.
func (c *Corpus) HeldOutLosses(ctx context.Context, fold []int, k int, keep [][]bool, key seed.Key) (
	[][]float64, error) {
	weights := make([][]float64, len(keep))
	for i, kept := range keep {
		for g, ok := range kept {
			w := 0.0
			if ok {
				w = float64(c.groups.Frames[g]) / float64(len(c.set.ByGroup[g]))
			}
			weights[i] = append(weights[i], w)
		}
	}
	return ridge.HeldOutLosses(ctx, &c.set, fold, k, weights, heldOutConfig(c.Inputs()), key)
}
