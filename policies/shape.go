package policies

// shape is the size of a network: features -> hidden -> hidden -> what its head makes of chunk x 7 action components.
//
// Inputs, targets and outputs are rounded up to a multiple of 64 slots, whose spare ones are zero and stay zero: their inputs
// are 0, so their weights get no gradient, and no head looks at spare outputs but to find them equal to spare targets. At
// 64 slots and a batch of 256 every matrix product of a training step reaches the backend's fast kernels; with 56
// outputs a step takes a sixth longer.
type shape struct {
	features, in   int // numbers that the network encodes; input slots
	hidden         int
	actions, slots int // components of a chunk, chunk x 7; slots of a target
	outputs, out   int // numbers that the head wants for them; output slots
}

func newShape(features int, c Config, h Head) shape {
	n := c.Chunk * actionSize
	return shape{
		features: features, in: slots(features),
		hidden:  c.Hidden,
		actions: n, slots: slots(n),
		outputs: h.outputs(n), out: slots(h.outputs(n)),
	}
}

func slots(n int) int { return (n + 63) / 64 * 64 }

// dims are the dimensions of the parameters: three weight matrices [from, to], each followed by its bias [to].
func (s shape) dims() [][]int {
	return [][]int{
		{s.in, s.hidden}, {s.hidden},
		{s.hidden, s.hidden}, {s.hidden},
		{s.hidden, s.out}, {s.out},
	}
}

// size is the number of parameters, spare slots included.
func (s shape) size() int {
	return (s.in+1)*s.hidden + (s.hidden+1)*s.hidden + (s.hidden+1)*s.out
}

// product is the largest number of multiplications that one row of inputs costs in one matrix product.
func (s shape) product() int { return s.hidden * max(s.in, s.hidden, s.out) }
