//go:build !js

package network

import "counterpoise/policies/layers"

// Sizes are the dimensions that observer, head and settings give a network.
//
// Inputs, targets and outputs are padded with zeros to a multiple of 64 slots. Spare slots stay zero: their inputs
// are 0, so their weights get no gradient, and a head either ignores spare outputs or compares them with spare
// targets. At 64 slots and a batch of 256 every matrix product of a training step of the multilayer perceptron
// reaches the fast kernels of gomlx's Go backend; with 56 outputs a step takes a sixth longer.
type Sizes struct {
	Features, In   int     // features of the observer, of all observations of the history; the same in slots
	History        int     // observations of the history; 0 is 1
	Hidden         int     // width of hidden layers
	Actions, Slots int     // components of a chunk of actions, chunk x ActionSize; the same in slots
	Outputs, Out   int     // outputs that the head needs; the same in slots
	Tokens         [][]int // token -> its features, from an observer that is a Tokenizer; else nil
	Condition      int     // slots that a generative head adds to the input, noised actions and time; else 0
}

// NewSizes returns the sizes of a network with hidden units a layer that predicts chunks of actions under a head.
func NewSizes(features, hidden, chunk int, h Head) Sizes {
	return sizesOf(features, hidden, chunk*ActionSize, h)
}

// sizesOf is NewSizes for a chunk of n components in all.
func sizesOf(features, hidden, n int, h Head) Sizes {
	s := Sizes{
		Features: features, In: slots(features),
		Hidden:  hidden,
		Actions: n, Slots: slots(n),
		Outputs: h.Outputs(n), Out: slots(h.Outputs(n)),
	}
	if _, ok := h.(Generative); ok {
		s.Condition = s.Slots + slots(1)
	}
	return s
}

// frames returns the number of observations that the features come from.
func (s Sizes) frames() int { return max(1, s.History) }

// slots rounds a size up to a multiple of 64.
func slots(n int) int { return (n + 63) / 64 * 64 }

// KernelSwitch is the number of multiplications in a matrix product from which on gomlx's Go backend (compute v0.1.2,
// noSIMDSmallMatMulSizeThreshold) uses other kernels, which sum in an order that depends on the number of rows.
// Inference stays below it with MinBlock rows at least, so that the answer to an observation does not depend on the
// batch.
const (
	KernelSwitch = 1 << 22
	MinBlock     = 3
)

// Count returns the number of parameters of a network, spare slots included.
func Count(n Network, s Sizes) (count int) {
	for _, d := range n.Dims(s) {
		count += layers.Volume(d)
	}
	return count
}

// LargestProduct returns the number of multiplications that one row of inputs takes in the largest matrix product of a
// network, taking each parameter matrix as one product.
func LargestProduct(n Network, s Sizes) (most int) {
	for _, d := range n.Dims(s) {
		if len(d) > 1 {
			most = max(most, layers.Volume(d))
		}
	}
	return most
}
