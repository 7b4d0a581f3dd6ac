//go:build !js

package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/layers"
)

func init() { Networks.Add("mlp", mlp{}) }

// mlp is a multilayer perceptron with two hidden layers of rectified units:
//
//	h1 = max(0, x W1 + b1),   h2 = max(0, h1 W2 + b2),   out = h2 W3 + b3
//
// Under a generative head x is the features, the noised actions and the time step, side by side.
type mlp struct{}

// mlpDepth is the number of layers. Each has two parameters, a matrix [from, to] and a bias [to].
const mlpDepth = 3

func (mlp) About() string { return "multilayer perceptron, two hidden layers of rectified units" }

func (mlp) Dims(s Sizes) [][]int {
	return [][]int{
		{s.In + s.Condition, s.Hidden}, {s.Hidden},
		{s.Hidden, s.Hidden}, {s.Hidden},
		{s.Hidden, s.Out}, {s.Out},
	}
}

// Init draws weights as He et al. 2015 (Eq. 10) do for rectified layers, N(0, 2/from), and a tenth of that deviation
// for the last layer, so that training starts near the action zero. Biases are 0.
func (n mlp) Init(s Sizes, k seed.Key) [][]float32 {
	r := k.Rand()
	used := mlpInputs(s)
	from := []int{len(used), s.Hidden, s.Hidden}
	to := []int{s.Hidden, s.Hidden, s.Outputs}
	scale := []float64{1, 1, 0.1}
	var p [][]float32
	for i, d := range n.Dims(s) {
		v := make([]float32, layers.Volume(d))
		if l := i / 2; i%2 == 0 {
			sd := scale[l] * layers.HeDeviation(from[l])
			for j := range from[l] {
				row := j
				if l == 0 {
					row = used[j]
				}
				for c := range to[l] {
					v[row*d[1]+c] = float32(sd * r.NormFloat64())
				}
			}
		}
		p = append(p, v)
	}
	return p
}

// mlpInputs lists the input slots that are not spare: features, then noised actions, then the time step.
func mlpInputs(s Sizes) (used []int) {
	for i := range s.Features {
		used = append(used, i)
	}
	if s.Condition > 0 {
		for i := range s.Actions {
			used = append(used, s.In+i)
		}
		used = append(used, s.In+s.Slots)
	}
	return used
}

func (mlp) Forward(s Sizes, in Input, p []*graph.Node) *graph.Node {
	_, z := mlpLayers(SideBySide(s, in), p)
	return z[len(z)-1]
}

// mlpLayers returns the input h of each layer and its pre-activation z = h W + b.
func mlpLayers(x *graph.Node, p []*graph.Node) (h, z []*graph.Node) {
	for l := 0; l < 2*mlpDepth; l += 2 {
		if l > 0 {
			x = layers.ReLU(z[l/2-1])
		}
		h, z = append(h, x), append(z, layers.Dense(x, p[l], p[l+1]))
	}
	return h, z
}
