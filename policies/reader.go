package policies

import "counterpoise/scenes"

// Reader is a policy that can read observations one by one and answer all of them together later. What it reads is
// small beside two pictures: environments that are drawn and read one after the other share the memory of one
// observation, which stays in the processor's cache.
type Reader interface {
	// Reads is the number of values that Read writes; 0 if the policy cannot answer from values alone.
	Reads() int
	// Read writes to x what the policy needs of an observation.
	Read(x []float32, o *scenes.Observation) error
	// ActOn is Act for observations that were read; the values of dst[i] begin at x[i Reads].
	ActOn(dst [][]scenes.Action, x []float32) error
}

var _ Reader = (*Neural)(nil)
