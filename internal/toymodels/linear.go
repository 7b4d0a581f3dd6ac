package toymodels

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
)

// Linear is the smallest architecture: out = x W + b, where x are the features and, under a generative head, the
// noised actions and the time step. It is not network.Grammed, so training computes one gradient a group for methods
// that observe gradients.
type Linear struct{}

// About describes the network.
func (Linear) About() string { return "one linear layer" }

// Dims returns the dimensions of W and b.
func (Linear) Dims(s network.Sizes) [][]int { return [][]int{{s.In + s.Condition, s.Out}, {s.Out}} }

// Init starts at zero: a linear layer needs no symmetry broken.
func (n Linear) Init(s network.Sizes, _ seed.Key) (p [][]float32) {
	for _, d := range n.Dims(s) {
		p = append(p, make([]float32, layers.Volume(d)))
	}
	return p
}

// Forward computes x W + b.
func (Linear) Forward(s network.Sizes, in network.Input, p []*graph.Node) *graph.Node {
	return layers.Dense(network.SideBySide(s, in), p[0], p[1])
}
