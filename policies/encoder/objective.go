package encoder

import (
	"counterpoise/policies/layers"
	"github.com/gomlx/gomlx/core/graph"
)

// readOut is what the features tell, ŷ [batch, labels], for inputs patches of both eyes, their middles, and the parameters.
func readOut(in []*graph.Node) *graph.Node {
	y, _ := readOutMaps(in)
	return y
}

func readOutMaps(in []*graph.Node) (y *graph.Node, maps [2]*graph.Node) {
	p := in[6:]
	var f [2]*graph.Node
	for i, e := range Cameras {
		f[i], maps[i] = e.withMaps(in[i], in[2+2*i], in[3+2*i], p[6*i:][:6])
	}
	return layers.Dense(graph.Concatenate(f[:], 1), p[12], p[13]), maps
}

// objective is what the training minimises, for inputs as readOut's, labels y and weights w [batch, labels], and of each eye the
// shares [batch, P, parts] and their weights [parts].
func objective(in []*graph.Node) *graph.Node {
	last := len(in) - 6
	y, w, more := in[last], in[last+1], in[last+2:]
	out, maps := readOutMaps(in[:last])
	d := graph.Sub(out, y)
	loss := graph.ReduceAllSum(graph.Mul(w, graph.Mul(d, d)))
	for i, a := range maps {
		share, w := more[2*i], more[2*i+1]
		n := share.Shape().Dimensions[2]
		d := graph.Sub(graph.Slice(a, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, n)), share)
		w = graph.BroadcastToShape(graph.Reshape(w, 1, 1, n), d.Shape())
		loss = graph.Add(loss, graph.ReduceAllSum(graph.Mul(w, graph.Mul(d, d))))
	}
	return loss
}
