package balance

import (
	"counterpoise/internal/catalog"
	"counterpoise/scenes/demos"
)

// Method turns a grouped dataset into weights, at once or as training goes on.
type Method interface {
	// Start begins a new training run over groups g.
	Start(g demos.Groups) Mixture
}

// Mixture holds the weights of one training run. A mixture that needs more than the methods here says so by having
// more: Resample() bool makes the trainer draw frames in proportion to the weights instead of multiplying losses;
// Begin, see Beginner; Refer, see Referenced.
type Mixture interface {
	// Alpha are the current group weights: k values, alpha_g >= 0, summing to 1. Callers must not keep or change the slice.
	Alpha() []float64
	// Observe tells the mixture the mean loss of each group at this step.
	Observe(loss []float64)
}

// Beginner is a mixture that wants to know, before the first step, how many there will be, and may want random numbers:
// uniform gives one in [0, 1) for any list of words, always the same for the same words of the same run.
type Beginner interface {
	Mixture
	Begin(steps int, uniform func(words ...any) float64)
}

// Referenced is a mixture that compares losses with those of a reference policy. Whoever starts the training first
// trains that policy under constant weights, and tells its losses; until then the references are unknown.
type Referenced interface {
	Mixture
	// ReferenceWeights are the weights to train the reference policy under.
	ReferenceWeights() []float64
	// Refer tells the reference policy's mean loss of each group over the training data. Observe panics without it.
	Refer(loss []float64)
}

// Methods holds every balancing method by name.
var Methods = catalog.New[Method]("method")
