package policies

import (
	"fmt"
	"math"

	"counterpoise/internal/seed"
)

// Mixture is what Train needs of a balancing method: group weights, and somewhere to report losses.
type Mixture interface {
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
