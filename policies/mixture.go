package policies

import (
	"fmt"
	"math"

	"counterpoise/internal/seed"
)

// Mixture is what Train needs of a balancing method: group weights, and somewhere to report losses. It is an alias of a
// nameless type, so that methods may hand mixtures over without importing this package.
//
// A mixture that wants more says so by having more methods: those of the interfaces below, in any combination.
type Mixture = interface {
	// Alpha are the weights for the next step: one a group, alpha_g >= 0, summing to 1.
	Alpha() []float64
	// Observe is told the mean loss of each group, once a step. A group without a frame in the batch keeps its last value.
	Observe(loss []float64)
}

// Resampler is a Mixture that may want its weights applied by drawing frames in proportion to alpha, rather than by
// multiplying their losses: the same objective in expectation, see sampler.
type Resampler interface{ Resample() bool }

// Beginner is a Mixture that wants to know, before the first step, how many there will be, and a source of numbers in
// [0, 1) keyed by words.
type Beginner interface {
	Begin(steps int, uniform func(words ...any) float64)
}

// GradientObserver is a Mixture that wants to know how the gradients of the groups lie to each other. After every step it
// is told, with θ the parameters and α the weights of that step,
//
//	gram[i][j] = <∇L_i(θ'), ∇L_j(θ)>,   θ' = θ - β ∇L_α(θ),   L_α = sum_j α_j L_j
//
// where β is LookAhead: d L_i(θ')/d α_j = -β gram[i][j] exactly, so the meta-gradient needs no second derivative. See groupwise.
type GradientObserver interface {
	// LookAhead is β >= 0; at 0, θ' = θ.
	LookAhead() float64
	ObserveGradients(gram [][]float64)
}

// ExampleObserver is a Mixture that wants the loss of every frame of the batch, its group, and its loss under the policy of
// the reference run before this one; ref is nil where there was none. The slices are only lent. A mixture cannot observe gradients
// as well.
type ExampleObserver interface {
	ObserveExamples(group []int32, loss, ref []float32)
}

// HoldOut is a Mixture that wants a share of each group's episodes kept out of training. Gradients L_i(θ') are then those
// of held-out frames, and so are the losses that a reference run ends with. A group of one episode cannot be divided: its
// held-out frames are its training frames.
type HoldOut interface{ HoldOut() (share float64) }

// HeldOutObserver is a Mixture that is told mean held-out losses of the groups, once a step, after Observe, where some
// are held out.
type HeldOutObserver interface{ ObserveHeldOut(loss []float64) }

// Referenced is a Mixture that wants other runs over the same data before its own: reference policies, proxies. They are made
// one after another, from initialisations of their own, and may not be Referenced themselves.
type Referenced interface {
	// Reference is the mixture of the next run to make, or nil when there is none left.
	Reference() Mixture
	// Refer is told the mean loss of each group under the policy which that run ended with, over all training frames, or
	// over all held-out ones where it held some out.
	Refer(loss []float64)
}

// Paced is the Mixture of a reference run that takes another number of steps than the run that it prepares.
type Paced interface{ Steps(main int) int }

// Headed is the Mixture of a reference run whose policy has a head of its own, by name.
type Headed interface{ Head() string }

// begin tells the mixture so if it asks.
func begin(m Mixture, steps int, k seed.Key) {
	if b, ok := m.(Beginner); ok {
		b.Begin(steps, func(words ...any) float64 { return k.With(words...).Rand().Float64() })
	}
}

func resamples(m Mixture) bool {
	r, ok := m.(Resampler)
	return ok && r.Resample()
}

// heldOut is the share that the mixture wants kept out of training, in [0, 1).
func heldOut(m Mixture) (float64, error) {
	h, ok := m.(HoldOut)
	if !ok {
		return 0, nil
	}
	share := h.HoldOut()
	if !(share >= 0 && share < 1) {
		return 0, fmt.Errorf("policies: the mixture holds out a share of %v; use at least 0 and less than 1", share)
	}
	return share, nil
}

// oneKind refuses a mixture that observes both gradients and examples: for gradients the groups have batches of their own,
// so there is no batch whose examples could be shown.
func oneKind(m Mixture) error {
	_, gradients := m.(GradientObserver)
	_, examples := m.(ExampleObserver)
	if gradients && examples {
		return fmt.Errorf("policies: a mixture (%T) cannot observe both gradients and examples", m)
	}
	return nil
}

// simplexSlack is how far rounding may take the sum of the weights from 1.
const simplexSlack = 1e-9

// onSimplex says what is wrong with weights for k groups, if anything.
func onSimplex(alpha []float64, k int) error {
	if len(alpha) != k {
		return fmt.Errorf("%d weights for %d groups", len(alpha), k)
	}
	sum := 0.0
	for _, a := range alpha {
		if !(a >= 0) {
			return fmt.Errorf("weights %v: not all are at least 0", alpha)
		}
		sum += a
	}
	if !(math.Abs(sum-1) <= simplexSlack) {
		return fmt.Errorf("weights %v: their sum is %v, not 1", alpha, sum)
	}
	return nil
}
