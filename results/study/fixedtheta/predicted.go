package fixedtheta

import "math"

// weights are the predicted weights of the optimal demonstrations under a fixed policy, by task and style, as the
// seventh freeze has them.
var weights = map[string]map[string]float64{
	"picking": {"hasty": .92, "biased": .50, "noisy": .34, "slow": .17, "early": .79, "erratic": .17},
	"opening": {"hasty": 1.00, "biased": .51, "noisy": .42, "slow": .24, "early": .85, "erratic": .38},
}

// styles are the styles in the order of the freeze.
var styles = []string{"hasty", "biased", "noisy", "slow", "early", "erratic"}

// Tolerance is how far from its prediction a weight may lie.
const Tolerance = .05

// region is a range in which a prediction places a number.
type region struct{ low, high float64 }

// regions of claim C42 for hasty demonstrations.
var (
	reached = region{.8, math.Inf(1)} // the weight of the optimal ones under the study's method
	even    = region{.4, .6}          // that under zero references
)

// signs are the styles whose effect on success has a predicted sign: fixed minus plain, by task.
var (
	// primary are tested together, at .05 after Holm's correction over the four.
	primary = map[string]map[string]float64{
		"picking": {"hasty": +1, "erratic": -1}, "opening": {"hasty": +1, "erratic": -1},
	}
	// secondary are judged by their interval alone.
	secondary = map[string]map[string]float64{"picking": {"noisy": -1, "slow": -1}}
)

// Trials is the number of trials at which a style is looked at.
const Trials = 30
