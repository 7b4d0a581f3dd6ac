package policies

import (
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

// shape is the size of a network: features -> hidden -> hidden -> what its head makes of chunk x 7 action components.
//
// Inputs, targets and outputs are rounded up to a multiple of 64 slots, whose spare ones are zero and stay zero: their inputs
// are 0, so their weights get no gradient, and no head looks at spare outputs but to find them equal to spare targets. At
// 64 slots and a batch of 256 every matrix product of a training step reaches the backend's fast kernels; with 56
// outputs a step takes a sixth longer.
type shape struct {
	features, in   int // numbers that the network encodes; input slots
	hidden         int
	actions, slots int  // components of a chunk, chunk x 7; slots of a target
	outputs, out   int  // numbers that the head wants for them; output slots
	eyes           bool // an encoder's parameters are the network's too, see front
}

func newShape(features int, c Config, h Head) shape {
	n := c.Chunk * actionSize
	return shape{
		features: features, in: slots(features),
		hidden:  c.Hidden,
		actions: n, slots: slots(n),
		outputs: h.outputs(n), out: slots(h.outputs(n)), eyes: c.EndToEnd,
	}
}

func slots(n int) int { return (n + 63) / 64 * 64 }

// layerParams is the number of parameters of the three layers, the first ones.
const layerParams = 6

// dims are the dimensions of the parameters: three weight matrices [from, to], each followed by its bias [to], and then those of the
// encoder's eyes if they are trained too.
func (s shape) Dims() [][]int {
	d := [][]int{
		{s.in, s.hidden}, {s.hidden},
		{s.hidden, s.hidden}, {s.hidden},
		{s.hidden, s.out}, {s.out},
	}
	if s.eyes {
		d = append(append(d, encoder.Static.ParameterDims()...), encoder.Gripper.ParameterDims()...)
	}
	return d
}

// size is the number of parameters, spare slots included.
func (s shape) size() (n int) {
	for _, d := range s.Dims() {
		n += layers.Volume(d)
	}
	return n
}

// product is the largest number of multiplications that one row of inputs costs in one matrix product.
func (s shape) product() int { return s.hidden * max(s.in, s.hidden, s.out) }
