//go:build !js

package network

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

func init() { Networks.Add("spatial", spatial{}) }

// spatial is the picture encoder and a multilayer perceptron behind it, trained together ("end to end"). Its
// parameters are the perceptron's, then those of the encoder for the static camera and for the gripper camera, which
// start as the frozen encoder's.
//
// The features of the pictures are standardised by the moments of the frozen encoder's features, so that training
// starts with the network that the frozen encoder and an mlp make. On a processor a frame costs about a hundred times
// what it costs with the frozen encoder; a graphics card is the place for it.
type spatial struct{}

// visionFeatures is the number of features of one observation.
var visionFeatures = encoder.Width + robotFeatures

// maxGain bounds the gain of a feature that training can change. Where a feature of the frozen encoder hardly varies,
// its gain is large, and a small step of the encoder's weights would become a large step of the perceptron's input.
const maxGain = 20

func (spatial) About() string {
	return "the picture encoder and a multilayer perceptron, trained together from the frozen encoder on"
}

func (spatial) Pictures() []Picture { return inPatches(encoder.Cameras) }

// inPatches returns the pictures of both cameras as lists of patches, cut as spatial encoders cut them.
func inPatches(cameras [2]encoder.Spatial) (out []Picture) {
	for i, c := range cameras {
		out = append(out, Picture{Camera: Camera(i), Dims: []int{c.PatchCount(), c.PatchValues()}, Fill: c.CutPatches})
	}
	return out
}

func (spatial) LimitInputs(s Standardizer) {
	for j, g := range s.Gain {
		if j%visionFeatures < encoder.Width {
			s.Gain[j] = min(g, maxGain)
		}
	}
}

func (spatial) Dims(s Sizes) [][]int {
	d := mlp{}.Dims(s)
	for _, c := range encoder.Cameras {
		d = append(d, c.ParameterDims()...)
	}
	return d
}

func (spatial) Init(s Sizes, k seed.Key) [][]float32 {
	frozen := encoder.Frozen()
	return append(append(mlp{}.Init(s, k), frozen.Static...), frozen.Gripper...)
}

func (n spatial) Forward(s Sizes, in Input, p []*graph.Node) *graph.Node {
	return mlp{}.Forward(s, n.encoded(s, in, p), p[:2*mlpDepth])
}

// encoded is the input of the perceptron: in with the features of the pictures computed, standardised, in their place.
func (spatial) encoded(s Sizes, in Input, p []*graph.Node) Input {
	x := in.Features
	constant := func(v []float32) *graph.Node { return graph.ConvertDType(graph.Const(x.Graph(), v), x.DType()) }
	var parts []*graph.Node
	for age := range s.frames() {
		var features []*graph.Node
		at := 2 * mlpDepth
		for i, c := range encoder.Cameras {
			cx, cy := c.PatchCentres()
			own := p[at:][:len(c.ParameterDims())]
			picture := in.Pictures[age*len(encoder.Cameras)+i]
			features = append(features, c.Forward(picture, constant(cx), constant(cy), own))
			at += len(own)
		}
		first := age * visionFeatures
		own := func(v *graph.Node) *graph.Node { // the numbers of these features, as a row
			v = graph.ConvertDType(graph.Slice(v, graph.AxisRange(first, first+encoder.Width)), x.DType())
			return graph.ExpandLeftToRank(v, 2)
		}
		f := graph.Mul(graph.Sub(graph.Concatenate(features, 1), own(in.Mean)), own(in.Gain))
		to := first + visionFeatures
		if age == s.frames()-1 {
			to = s.In // with the spare slots
		}
		parts = append(parts, f, layers.Columns(x, first+encoder.Width, to))
	}
	in.Features = graph.Concatenate(parts, 1)
	return in
}

func (spatial) KnownCount() int { return mlp{}.KnownCount() }

// Backward computes the gradients of all parameters. Inner products of gradients are over the perceptron's layers
// alone: the encoder's weights are shared by all patches of a picture, so their gradients are no outer products.
func (n spatial) Backward(s Sizes, in Input, p []*graph.Node, loss func(*graph.Node) *graph.Node, w *graph.Node) (
	rows *graph.Node, gradients, known []*graph.Node,
) {
	x := SideBySide(s, n.encoded(s, in, p))
	rows, gradients, known = mlpBackward(x, p[:2*mlpDepth], loss, w)
	own := graph.Gradient(graph.ReduceAllSum(graph.Mul(rows, w)), p[2*mlpDepth:]...)
	return rows, append(gradients, own...), known
}

func (n spatial) Products(s Sizes, in Input, p []*graph.Node, loss func(*graph.Node) *graph.Node, known []*graph.Node) (
	rows, products *graph.Node,
) {
	return mlpProducts(SideBySide(s, n.encoded(s, in, p)), p[:2*mlpDepth], loss, known)
}

// Deploy returns the perceptron behind the encoder as it was trained.
func (spatial) Deploy(m *Model) (*Model, error) {
	if _, ok := m.Observer.(PictureObserver); !ok {
		return nil, fmt.Errorf("network: %q behind observer %q, which sees no pictures", m.Spec.Network,
			m.Spec.Observer)
	}
	out := *m
	own := m.Weights[2*mlpDepth:]
	n := len(encoder.Static.ParameterDims())
	out.Observer = vision{encoder.New(own[:n:n], own[n:])}
	out.Network = mlp{}
	out.Spec.Network = "mlp"
	out.Weights = m.Weights[: 2*mlpDepth : 2*mlpDepth]
	return &out, nil
}
