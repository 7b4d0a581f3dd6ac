package balance

import (
	"slices"

	"counterpoise/scenes/demos"
)

// Fixed is any given weights, one a group in the groups' order: the yardstick of sweeps (see Sweep). It
// has no entry in Methods, since it means nothing without its numbers; Named reads them ("fixed:.2,.8"). Weights that
// do not fit the groups are refused by the trainer.
type Fixed []float64

func (Fixed) Family() Family { return Yardstick }

func (Fixed) About() string {
	return "given weights, such as fixed:.2,.8"
}

func (f Fixed) Start(demos.Groups) Mixture { return constant(slices.Clone(f)) }
