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

// Mixture holds the weights of one training run.
type Mixture interface {
	// Alpha are the current group weights: k values, alpha_g >= 0, summing to 1. Callers must not keep or change the slice.
	Alpha() []float64
	// Observe tells the mixture the mean loss of each group at this step.
	Observe(loss []float64)
}

// Methods holds every balancing method by name.
var Methods = catalog.New[Method]("method")
