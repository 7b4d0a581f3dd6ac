package mixture

import (
	"errors"
	"fmt"
	"math"

	"counterpoise/internal/seed"
)

// Initialize tells a mixture how many steps its run has, if it is an Initializer. The key seeds its random numbers.
func Initialize(m Mixture, steps int, k seed.Key) {
	if b, ok := m.(Initializer); ok {
		b.Begin(steps, func(words ...any) float64 { return k.With(words...).Rand().Float64() })
	}
}

// Resamples reports whether the weights of a mixture act by drawing frames.
func Resamples(m Mixture) bool {
	r, ok := m.(Resampler)
	return ok && r.Resample()
}

// HeldOutShare returns the share of episodes that a mixture keeps out of training, in [0, 1), 0 for a mixture that is
// not a HoldOut. A share outside that range is an error.
func HeldOutShare(m Mixture) (float64, error) {
	h, ok := m.(HoldOut)
	if !ok {
		return 0, nil
	}
	share := h.HoldOut()
	if !(share >= 0 && share < 1) {
		return 0, fmt.Errorf("mixture: a held-out share of %v; use at least 0 and less than 1", share)
	}
	return share, nil
}

// Steps returns the number of steps of a run with mixture m where the main run takes main steps.
func Steps(m Mixture, main int) int {
	if p, ok := m.(Budgeted); ok {
		return p.Steps(main)
	}
	return main
}

// Check refuses a mixture that moves θ, or unrolls a look-ahead, and observes no gradients. It refuses one that
// observes both gradients and examples: with gradients observed every group has a batch of its own, so there is no
// common batch whose examples could be reported. It also refuses one that weighs frames and observes gradients,
// resamples or holds episodes out: these take the frames of a group as equal.
func Check(m Mixture) error {
	_, gradients := m.(GradientObserver)
	_, examples := m.(ExampleObserver)
	_, frames := m.(FrameWeigher)
	_, holdsOut := m.(HoldOut)
	_, moves := m.(Mover)
	_, unrolls := m.(Unroller)
	switch {
	case (moves || unrolls) && !gradients:
		return fmt.Errorf("mixture: %T decides how the parameters move, and observes no gradients", m)
	case gradients && examples:
		return fmt.Errorf("mixture: %T observes both gradients and examples; implement one of the two", m)
	case frames && (gradients || holdsOut || Resamples(m)):
		return fmt.Errorf("mixture: %T weighs frames, and observes gradients, resamples or holds episodes out; "+
			"do one of the two", m)
	}
	return nil
}

// simplexSlack is how far the sum of the weights may be from 1. Rounding of k float64 weights stays under k times
// 1e-16; a method with a wrong formula is off by far more than 1e-9.
const simplexSlack = 1e-9

// ErrNotNumbers is wrapped by the error of weights that have a NaN: a method's exponentials have overflowed.
var ErrNotNumbers = errors.New("not numbers; a setting of the method is too large for these losses, or the losses " +
	"have diverged: use a smaller step size or the method's defaults")

// CheckSimplex returns an error unless alpha are weights of k groups: k numbers, none negative or NaN, with sum 1.
func CheckSimplex(alpha []float64, k int) error {
	if len(alpha) != k {
		return fmt.Errorf("%d weights for %d groups", len(alpha), k)
	}
	sum := 0.0
	for _, a := range alpha {
		if math.IsNaN(a) {
			return fmt.Errorf("weights %v: %w", alpha, ErrNotNumbers)
		}
		if a < 0 {
			return fmt.Errorf("weights %v: not all are at least 0", alpha)
		}
		sum += a
	}
	if !(math.Abs(sum-1) <= simplexSlack) {
		return fmt.Errorf("weights %v: their sum is %v, not 1", alpha, sum)
	}
	return nil
}
