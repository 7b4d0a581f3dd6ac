package policies

import (
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"

	"github.com/gomlx/gomlx/core/graph"
)

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
		for _, e := range encoder.Cameras {
			n += e.PatchCount() * e.PatchValues()
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
	for _, e := range encoder.Cameras {
		n := e.PatchCount() * e.PatchValues()
		z := graph.Reshape(layers.Columns(x, at, at+n), x.Shape().Dimensions[0], e.PatchCount(), e.PatchValues())
		mx, my := e.PatchCentres()
		seen = append(seen, e.Forward(z, constant(mx), constant(my), own[:len(e.ParameterDims())]))
		at, own = at+n, own[len(e.ParameterDims()):]
	}
	s := graph.Sub(graph.Concatenate(seen, 1), graph.ExpandLeftToRank(constant(f.inputs.mean[:encoder.Width]), 2))
	s = graph.Mul(s, graph.ExpandLeftToRank(constant(f.inputs.gain[:encoder.Width]), 2))
	return graph.Concatenate([]*graph.Node{s, layers.Columns(x, encoder.Width, f.shape.in)}, 1), p[:layerParams]
}
