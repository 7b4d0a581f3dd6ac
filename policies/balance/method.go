package balance

import (
	"counterpoise/internal/catalog"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// Method turns a grouped dataset into group weights: before training, or step by step while a policy is trained.
type Method interface {
	// About describes the method for help texts, tables and reports.
	About() Description
	// Start returns the mixture of a new training run over groups g. The method may read the slices of g but must not
	// change them. Mixtures of different runs share no state.
	Start(g demos.Groups) mixture.Mixture
}

// Methods holds every balancing method by name, with its default settings. Named applies other settings.
var Methods = catalog.New[Method]("method")
