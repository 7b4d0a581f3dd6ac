//go:build !js

package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

func init() { Networks.Add("cnn", cnn{}) }

// cnn reads the pictures by convolutions and trains everything end to end, from random weights. Each picture goes
// through three convolutions, with the kernels and strides of Mnih et al. (2015), "Human-level control through deep
// reinforcement learning": 8x8 at stride 4, 4x4 at stride 2, 3x3. The expected positions of the last maps (Levine et
// al. 2016, section 5.1) and the features of the robot enter a multilayer perceptron:
//
//	h1 = max(0, conv(x)),  h2 = max(0, conv(h1)),  out = mlp(spatial softmax(conv(h2)), robot)
//
// The static camera's picture, 200x200 pixels, is averaged to 100x100. Pictures enter as blocks of 4x4 pixels [side/4,
// side/4, 48], on which the first convolution is one of 2x2 blocks at stride 1: the same sums, and no gradient by
// single pixels.
type cnn struct{}

// cnnBlock is the side of a block, the stride of the first convolution.
const cnnBlock = 4

// CNNLayers are the convolutions of network cnn on blocks. Mnih et al. have 32, 64 and 64 maps, for three times the
// multiplications.
var CNNLayers = [3]struct{ Kernel, Stride, Maps int }{{2, 1, 16}, {4, 2, 32}, {3, 1, cnnMaps}}

// cnnMaps is the number of maps of the spatial softmax.
const cnnMaps = 32

func (cnn) About() string {
	return "three convolutions on each picture, spatial softmax, multilayer perceptron; end to end"
}

// Unbatched: positions are rows of its matrix products.
func (cnn) Unbatched() {}

// Revision: the first one computed matrix products of shifted pictures.
func (cnn) Revision() string { return "convolutions" }

// Pictures are squares of blocks.
func (cnn) Pictures() (out []Picture) {
	for i, c := range encoder.Cameras {
		c = c.WithPatches(cnnBlock)
		out = append(out, Picture{
			Camera: Camera(i), Dims: []int{c.Side(), c.Side(), c.PatchValues()}, Fill: c.CutPatches,
		})
	}
	return out
}

func (cnn) Dims(s Sizes) (d [][]int) {
	for range encoder.Cameras {
		from := 3 * cnnBlock * cnnBlock
		for _, l := range CNNLayers {
			d = append(d, []int{l.Kernel, l.Kernel, from, l.Maps}, []int{l.Maps})
			from = l.Maps
		}
	}
	return append(d, mlp{}.Dims(behindPictures(s, cnnMaps))...)
}

// behindPictures returns the sizes of the perceptron, whose inputs are the expected positions of a number of maps of
// each picture of the history and then the features.
func behindPictures(s Sizes, maps int) Sizes {
	n := s.frames() * len(encoder.Cameras) * 2 * maps
	s.Features += n
	s.In += n
	return s
}

// Init draws kernels from N(0, 2/inputs) (He et al. 2015, Eq. 10), and the perceptron as network "mlp" does. Biases are
// 0.
func (n cnn) Init(s Sizes, k seed.Key) (p [][]float32) {
	r := k.With("convolutions").Rand()
	for _, d := range n.Dims(s)[:n.convolutions()] {
		p = append(p, convolutionInit(r, d))
	}
	return append(p, mlp{}.Init(behindPictures(s, cnnMaps), k)...)
}

// convolutionInit draws a kernel [k, k, from, to], or returns a bias of zeros.
func convolutionInit(r *rand.Rand, dims []int) []float32 {
	if len(dims) == 1 {
		return constant(0, dims)
	}
	return normal(r, layers.HeDeviation(dims[0]*dims[1]*dims[2]), dims)
}

// convolutions is the number of parameters of all convolutions.
func (cnn) convolutions() int { return 2 * len(encoder.Cameras) * len(CNNLayers) }

func (n cnn) Forward(s Sizes, in Input, p []*graph.Node) *graph.Node {
	var parts []*graph.Node
	for i, x := range in.Pictures {
		at := i % len(encoder.Cameras) * 2 * len(CNNLayers)
		for l, of := range CNNLayers {
			x = layers.Conv(x, p[at], p[at+1], of.Stride)
			if at += 2; l < len(CNNLayers)-1 {
				x = layers.ReLU(x)
			}
		}
		parts = append(parts, layers.SpatialSoftmax(x))
	}
	in.Features = graph.Concatenate(append(parts, in.Features), 1)
	return mlp{}.Forward(behindPictures(s, cnnMaps), in, p[n.convolutions():])
}
