package policies

import "github.com/gomlx/gomlx/core/graph"

// front is what stands before the layers: nothing, or the two eyes of an encoder that is trained with them.
//
// A row of inputs is then the features' slots, of which the encoder's are the eyes' to fill, and behind them the patches of both
// pictures. Features are standardised by the frozen encoder's moments, so that training begins with the network that the frozen
// encoder makes.
type front struct {
	shape  shape
	inputs standard
}

func (p *Policy) front() front { return front{p.shape, p.inputs} }

// row is the number of inputs of a row.
func (s shape) row() int {
	n := s.in
	if s.eyes {
		for _, e := range eyes {
			n += e.patches() * e.inputs()
		}
	}
	return n
}

// enter is what enters the first layer [batch, in], and the parameters of the layers.
func (f front) enter(x *graph.Node, p []*graph.Node) (*graph.Node, []*graph.Node) {
	if !f.shape.eyes {
		return x, p
	}
	constant := func(v []float32) *graph.Node { return graph.ConvertDType(graph.Const(x.Graph(), v), x.DType()) }
	var seen []*graph.Node
	at, own := f.shape.in, p[layerParams:]
	for _, e := range eyes {
		n := e.patches() * e.inputs()
		z := graph.Reshape(columns(x, at, at+n), x.Shape().Dimensions[0], e.patches(), e.inputs())
		mx, my := e.middles()
		seen = append(seen, e.forward(z, constant(mx), constant(my), own[:len(e.dims())]))
		at, own = at+n, own[len(e.dims()):]
	}
	s := graph.Sub(graph.Concatenate(seen, 1), graph.ExpandLeftToRank(constant(f.inputs.mean[:encoderWidth]), 2))
	s = graph.Mul(s, graph.ExpandLeftToRank(constant(f.inputs.gain[:encoderWidth]), 2))
	return graph.Concatenate([]*graph.Node{s, columns(x, encoderWidth, f.shape.in)}, 1), p[:layerParams]
}
