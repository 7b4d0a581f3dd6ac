//go:build !js

package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

func init() { Networks.Add("resnet18", resnet18{}) }

// resnet18 reads each picture by a residual network of 18 layers (He et al. 2016, "Deep Residual Learning for Image
// Recognition", Table 1) as diffusion policy does (Chi et al. 2023, "Diffusion Policy", section III-B): from random
// weights, end to end, one network a camera, with group normalisation in the place of batch normalisation, and a
// spatial softmax in the place of the mean over positions. The expected positions of 32 maps and the features of the
// robot enter a multilayer perceptron. For a picture x [side, side, 3],
//
//	h = pool(max(0, norm(conv(x))))                            7x7 at stride 2; the greatest of 3x3 at stride 2
//	h <- max(0, norm(conv(max(0, norm(conv(h))))) + s(h))      eight blocks of 3x3; s(h) = h, or norm(conv(h)), 1x1,
//	                                                           where a block halves the side and doubles the maps
//	out = mlp(spatial softmax(conv(h)), robot)                 1x1 to 32 maps
//
// Both pictures enter at full size, 200x200 and 84x84. The first block has a quarter as many maps as the perceptron has
// hidden units, 64 at the default of 256, and the last ones eight times as many.
//
// It is made for a graphics card: one row takes 1.9 G multiplications forward and three times as many in training. An
// AVX-512 core trains about three frames a second on XLA and one on the Go backend, and a step of 256 frames, the
// default, takes 13 GB on XLA: vision+resnet18:Batch=16 is a step of 16 frames. One demonstration is learned in 80
// steps of 8 frames, 215 seconds of one core, from a loss of .25 to .02:
//
//	counterpoise train picking left=1 --policy vision+resnet18:Batch=8 --steps 80 --device xla-cpu
type resnet18 struct{}

const (
	// resnetBlocks is the number of blocks of each of the four stages.
	resnetBlocks = 2
	// resnetMaps is the number of maps of the spatial softmax. Diffusion policy has it from robomimic
	// (Mandlekar et al. 2021, Table 11: SpatialSoftmax, 32 keypoints).
	resnetMaps = 32
	// mapsOfGroup is the number of maps that are normalised together (Chi et al. 2023, published code).
	mapsOfGroup = 16
)

func (resnet18) About() string {
	return "ResNet-18 with group normalisation on each picture, spatial softmax, multilayer perceptron; end to end"
}

// Unbatched: positions are rows of its matrix products.
func (resnet18) Unbatched() {}

// Pictures are all pixels.
func (resnet18) Pictures() (out []Picture) {
	for i, c := range encoder.Cameras {
		c = c.Unpooled().WithPatches(1)
		out = append(out, Picture{
			Camera: Camera(i), Dims: []int{c.Side(), c.Side(), c.PatchValues()}, Fill: c.CutPatches,
		})
	}
	return out
}

// ResidualBlock are the sizes of a block of network resnet18: maps before and after it, and its stride.
type ResidualBlock struct{ From, To, Stride int }

// ResidualBlocks lists the eight blocks of a picture's network.
func ResidualBlocks(s Sizes) (blocks []ResidualBlock) {
	width := (s.Hidden + 15) / 16 * 4
	from := width
	for stage := range 4 {
		for i := range resnetBlocks {
			b := ResidualBlock{From: from, To: width << stage, Stride: 1}
			if stage > 0 && i == 0 {
				b.Stride = 2
			}
			blocks, from = append(blocks, b), b.To
		}
	}
	return blocks
}

// Projects reports whether the shortcut of a block is a convolution.
func (b ResidualBlock) Projects() bool { return b.Stride > 1 || b.From != b.To }

// dims returns a kernel, a gain and a bias for each convolution: 3x3, 3x3 and the shortcut's.
func (b ResidualBlock) dims() [][]int {
	d := append(normalised(3, b.From, b.To), normalised(3, b.To, b.To)...)
	if b.Projects() {
		d = append(d, normalised(1, b.From, b.To)...)
	}
	return d
}

// normalised returns the dimensions of a convolution of side k without bias, and of the normalisation after it.
func normalised(k, from, to int) [][]int { return [][]int{{k, k, from, to}, {to}, {to}} }

// pictureDims returns the dimensions of the parameters of one picture's network.
func (resnet18) pictureDims(s Sizes) [][]int {
	blocks := ResidualBlocks(s)
	d := normalised(7, 3, blocks[0].From)
	for _, b := range blocks {
		d = append(d, b.dims()...)
	}
	return append(d, []int{1, 1, blocks[len(blocks)-1].To, resnetMaps}, []int{resnetMaps})
}

func (n resnet18) Dims(s Sizes) (d [][]int) {
	for range encoder.Cameras {
		d = append(d, n.pictureDims(s)...)
	}
	return append(d, mlp{}.Dims(behindPictures(s, resnetMaps))...)
}

// Init draws kernels from N(0, 2/inputs) (He et al. 2015, Eq. 10), and the perceptron as network "mlp" does. Gains of
// normalisations are 1, biases 0.
func (n resnet18) Init(s Sizes, k seed.Key) (p [][]float32) {
	r, own := k.With("convolutions").Rand(), n.pictureDims(s)
	for range encoder.Cameras {
		for i, d := range own {
			if gain := i%3 == 1 && i < len(own)-1; gain {
				p = append(p, constant(1, d))
				continue
			}
			p = append(p, convolutionInit(r, d))
		}
	}
	return append(p, mlp{}.Init(behindPictures(s, resnetMaps), k)...)
}

func (n resnet18) Forward(s Sizes, in Input, p []*graph.Node) *graph.Node {
	count := len(n.pictureDims(s))
	var parts []*graph.Node
	for i, x := range in.Pictures {
		own := p[i%len(encoder.Cameras)*count:][:count]
		parts = append(parts, layers.SpatialSoftmax(n.maps(s, x, own)))
	}
	in.Features = graph.Concatenate(append(parts, in.Features), 1)
	return mlp{}.Forward(behindPictures(s, resnetMaps), in, p[len(encoder.Cameras)*count:])
}

// maps returns the maps [batch, to, to, resnetMaps] of pictures x [batch, side, side, 3].
func (resnet18) maps(s Sizes, x *graph.Node, p []*graph.Node) *graph.Node {
	next := func(x *graph.Node, stride int) *graph.Node {
		x = convNorm(x, p, stride)
		p = p[3:]
		return x
	}
	h := layers.MaxPool(layers.ReLU(next(x, 2)))
	for _, b := range ResidualBlocks(s) {
		y := layers.ReLU(next(h, b.Stride))
		y = next(y, 1)
		if b.Projects() {
			h = next(h, b.Stride)
		}
		h = layers.ReLU(graph.Add(y, h))
	}
	return layers.Conv(h, p[0], p[1], 1)
}

// convNorm returns the group normalisation of a convolution, by kernel, gain and bias.
func convNorm(x *graph.Node, p []*graph.Node, stride int) *graph.Node {
	return layers.GroupNorm(layers.ConvSame(x, p[0], stride), p[1], p[2], NormGroups(p[0].Shape().Dimensions[3]))
}

// NormGroups is the number of groups in which network resnet18 normalises a number of maps.
func NormGroups(maps int) int {
	groups := max(1, maps/mapsOfGroup)
	for maps%groups > 0 {
		groups-- // for widths that 16 does not divide
	}
	return groups
}
