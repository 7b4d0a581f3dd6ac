package balance

import (
	"counterpoise/internal/catalog"
	"counterpoise/scenes/demos"
)

// Method turns a grouped dataset into weights, at once or as training goes on.
type Method interface {
	// About describes the method for help texts, tables and reports.
	About() Description
	// Start returns the mixture of a new training run over groups g.
	Start(g demos.Groups) Mixture
}

// Mixture holds the weights of one training run. It is an alias of a nameless type: whoever trains knows it under a name of
// its own. A mixture that needs more than the methods here says so by having more, those of the interfaces below.
type Mixture = interface {
	// Alpha are the current group weights: k values, alpha_g >= 0, summing to 1. Callers must not keep or change the slice.
	Alpha() []float64
	// Observe tells the mixture the mean loss of each group at this step.
	Observe(loss []float64)
}

// Resampler is a mixture that may want frames drawn in proportion to its weights, rather than their losses multiplied.
type Resampler interface{ Resample() bool }

// Beginner is a mixture that wants to know, before the first step, how many there will be, and may want random numbers:
// uniform gives one in [0, 1) for any list of words, always the same for the same words of the same run.
type Beginner interface {
	Begin(steps int, uniform func(words ...any) float64)
}

// GradientObserver is a mixture that is told after each step how the groups' gradients lie:
// gram[i][j] = <∇L_i(θ'), ∇L_j(θ)> with θ' = θ - β ∇L_α(θ), β = LookAhead.
type GradientObserver interface {
	LookAhead() float64
	ObserveGradients(gram [][]float64)
}

// ExampleObserver is a mixture that is told the group of each frame of a batch, its loss, and its loss under the policy of
// the reference run before.
type ExampleObserver interface {
	ObserveExamples(group []int32, loss, ref []float32)
}

// HoldOut is a mixture that wants a share of each group's episodes kept out of training; ∇L_i(θ') is then theirs.
type HoldOut interface{ HoldOut() (share float64) }

// HeldOutObserver is a mixture that is told held-out losses as well, where some are held out.
type HeldOutObserver interface{ ObserveHeldOut(loss []float64) }

// Referenced is a mixture that wants other runs made before its own: Reference gives their mixtures one by one, then nil,
// and Refer is told after each the mean loss of every group that its policy reached.
type Referenced interface {
	Reference() Mixture
	Refer(loss []float64)
}

// Resumable is a mixture that remembers more from step to step than Begin tells it: Memory points to all of it.
type Resumable interface{ Memory() []*[]float64 }

// Methods holds every balancing method by name, with its defaults. Named also finds settings.
var Methods = catalog.New[Method]("method")
