//go:build !js

package encoder

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
)

// The graphs of the training take one list of inputs, in this order:
//
//	0, 1      patches of the static and the gripper camera [batch, P, PatchValues]
//	2 ... 5   patch centres x and y [P] of the static camera, then of the gripper camera
//	6 ... 17  parameters of both spatial encoders, six each
//	18, 19    read-out layer: matrix [Width, labels] and bias [labels]
//	20, 21    labels and their weights [batch, labels]             (objective only)
//	22 ... 25 shares [batch, P, objects] and their weights [objects] of each camera   (objective only)
const (
	firstParam = 6  // index of the first trained input
	readOutAt  = 12 // index of the read-out layer among the trained inputs
	targets    = 6  // number of inputs that only objective takes
)

// readOut returns the predicted labels ŷ [batch, labels], a linear function of the features of both cameras.
func readOut(in []*graph.Node) *graph.Node {
	y, _ := readOutWithMaps(in)
	return y
}

// readOutWithMaps also returns the activation maps of each camera before their ReLU.
func readOutWithMaps(in []*graph.Node) (y *graph.Node, maps [2]*graph.Node) {
	p := in[firstParam:]
	var f [2]*graph.Node
	for i, e := range Cameras {
		f[i], maps[i] = e.forwardWithMaps(in[i], in[2+2*i], in[3+2*i], p[6*i:][:6])
	}
	return layers.Dense(graph.Concatenate(f[:], 1), p[readOutAt], p[readOutAt+1]), maps
}

// objective returns the loss that Train minimises, for labels y with weights w, and for the shares q of each camera's
// patches with weights u. The first maps of a camera belong to the objects, in order:
//
//	sum_{r,j} w_rj (ŷ_rj - y_rj)²  +  sum_cameras sum_{r,p,k} u_k (raw_rk(p) - q_rk(p))²
func objective(in []*graph.Node) *graph.Node {
	last := len(in) - targets
	y, w, more := in[last], in[last+1], in[last+2:]
	out, maps := readOutWithMaps(in[:last])
	d := graph.Sub(out, y)
	loss := graph.ReduceAllSum(graph.Mul(w, graph.Mul(d, d)))
	for i, a := range maps {
		share, u := more[2*i], more[2*i+1]
		n := share.Shape().Dimensions[2]
		d := graph.Sub(graph.Slice(a, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, n)), share)
		u = graph.BroadcastToShape(graph.Reshape(u, 1, 1, n), d.Shape())
		loss = graph.Add(loss, graph.ReduceAllSum(graph.Mul(u, graph.Mul(d, d))))
	}
	return loss
}
