//go:build !js

package network

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

func init() { Networks.Add("vit", vit{}) }

// vit is network "transformer" on pictures, from random weights, end to end: each picture is cut into patches, and each
// patch is a token (Dosovitskiy et al. 2021, "An Image is Worth 16x16 Words", Eq. 1), beside one token for the robot:
//
//	z_p = x_p W + b_p,   one W a camera, b_p the embedding of the position;   z_robot = x W_r + b_r
//
// Pictures of past observations have embeddings of their own.
//
// ACT has a convolutional network in the place of W, which costs far more.
type vit struct{}

// patchSides are the sides of a patch, in averaged pixels: 100 patches of the static camera's 100x100, 49 of the
// gripper camera's 84x84. The cost of attention grows with the square of the number.
var patchSides = [2]int{10, 12}

func (vit) About() string {
	return "patches of both pictures as tokens, a query for each action of the chunk, attention; end to end"
}

// Unbatched: tokens are rows of its matrix products.
func (vit) Unbatched() {}

func (vit) Pictures() []Picture {
	cameras := encoder.Cameras
	for i, side := range patchSides {
		cameras[i] = cameras[i].WithPatches(side)
	}
	return inPatches(cameras)
}

func (n vit) Dims(s Sizes) (d [][]int) {
	b := blockOf(s)
	for _, of := range n.Pictures() {
		d = append(d, []int{of.Dims[1], b.width}, []int{of.Dims[0], b.width})
	}
	for range s.frames() - 1 {
		for _, of := range n.Pictures() {
			d = append(d, []int{of.Dims[0], b.width})
		}
	}
	d = append(d, []int{s.In, b.width}, []int{b.width})
	return append(append(d, encoderDims(b)...), actionDecoder{}.dims(s)...)
}

// Init draws W from N(0, 1/inputs) and b from N(0, 1), as network "transformer" does.
func (n vit) Init(s Sizes, k seed.Key) (p [][]float32) {
	r, b := k.Rand(), blockOf(s)
	for _, of := range n.Pictures() {
		p = append(p, normal(r, 1/math.Sqrt(float64(of.Dims[1])), []int{of.Dims[1], b.width}),
			normal(r, 1, []int{of.Dims[0], b.width}))
	}
	for range s.frames() - 1 {
		for _, of := range n.Pictures() {
			p = append(p, normal(r, 1, []int{of.Dims[0], b.width}))
		}
	}
	robot := normal(r, 1/math.Sqrt(float64(s.Features)), []int{s.In, b.width})
	clear(robot[s.Features*b.width:]) // spare slots
	p = append(p, robot, normal(r, 1, []int{b.width}))
	return append(append(p, encoderInit(b, r)...), actionDecoder{}.init(s, r)...)
}

func (n vit) Forward(s Sizes, in Input, p []*graph.Node) *graph.Node {
	var tokens []*graph.Node
	batch := in.Features.Shape().Dimensions[0]
	cameras := len(encoder.Cameras)
	for i, x := range in.Pictures {
		count, values := x.Shape().Dimensions[1], x.Shape().Dimensions[2]
		w, place := p[i%cameras*2], p[i%cameras*2+1]
		if i >= cameras {
			place = p[cameras+i] // 2 cameras parameters for the present, then one for each picture of the past
		}
		z := graph.Dot(graph.Reshape(x, batch*count, values), w).Product()
		z = graph.Add(graph.Reshape(z, batch, count, -1), graph.ExpandAxes(place, 0))
		tokens = append(tokens, z)
	}
	p = p[cameras+len(in.Pictures):]
	tokens = append(tokens, graph.ExpandAxes(layers.Dense(in.Features, p[0], p[1]), 1))
	p = p[2:]
	at := len(encoderDims(blockOf(s)))
	memory := encode(blockOf(s), graph.Concatenate(tokens, 1), p[:at])
	return actionDecoder{}.forward(s, in, memory, p[at:])
}
