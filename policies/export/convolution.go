package export

import (
	"counterpoise/policies/layers"
	"counterpoise/policies/network"
)

// maps are the maps [batch, count, side, side] of a picture.
type maps struct {
	value       string
	count, side int
}

// convolutions makes the networks of pictures of cnn and resnet18.
type convolutions struct {
	*builder
	*parameters
}

// positions returns the expected positions [batch, n] of the maps of all pictures, the number of parameters of their
// networks, and n.
func (b *builder) positions() (x string, read, n int) {
	var all []string
	m := b.model
	for age := range m.Sizes.History {
		c := convolutions{b, b.parameters()} // past pictures have the networks of the present ones
		for _, of := range m.Network.(network.PictureReader).Pictures() {
			var last maps
			if m.Spec.Network == "cnn" {
				last = c.cnn(of, age)
			} else {
				last = c.resnet(of, age)
			}
			all = append(all, b.spatialSoftmax(last))
			n += 2 * last.count
		}
		read = len(m.Weights) - len(c.left)
	}
	return b.concat(all...), read, n
}

// cnn returns the last maps of network cnn for the picture of a camera in the observation of an age. Its first
// convolution is on blocks of averaged pixels in opponent colours, which is linear and part of its weights here.
func (c convolutions) cnn(of network.Picture, age int) maps {
	blocks, side := c.patches(of.Camera, age, of.Dims[0])
	w, d := c.next()
	bias, _ := c.next()
	bias = append([]float32(nil), bias...)
	values, units := d[2], d[3]
	var folded []float32
	for from := 0; from < len(w); from += values * units {
		part, shift := foldPatches(values, side, w[from:][:values*units], make([]float32, units))
		folded = append(folded, part...)
		for j := range bias {
			bias[j] += shift[j]
		}
	}
	x := c.planes(blocks, 3*side*side, of.Dims[0])
	x = c.convolve(x, folded, d[0], units, network.CNNLayers[0].Stride, 0, bias)
	for _, l := range network.CNNLayers[1:] {
		x.value = c.relu(x.value)
		w, d := c.next()
		bias, _ := c.next()
		x = c.convolve(x, w, d[0], d[3], l.Stride, 0, bias)
	}
	return x
}

// resnet returns the last maps of network resnet18 for the picture of a camera in the observation of an age.
func (c convolutions) resnet(of network.Picture, age int) maps {
	bytes, side := c.patches(of.Camera, age, of.Dims[0])
	// The borders of convolutions are zeros in opponent colours, so the colours are computed before them.
	colours, shift := foldPatches(3, side, []float32{1, 0, 0, 0, 1, 0, 0, 0, 1}, make([]float32, 3))
	x := c.planes(c.dense(bytes, colours, shift, 3), 3, of.Dims[0])
	x = c.convNorm(x, 2)
	x.value = c.relu(x.value)
	x.value = c.Op("MaxPool", []string{x.value}, pair("kernel_shape", 3), pair("strides", 2), around(1))
	x.side = (x.side-1)/2 + 1
	for _, block := range network.ResidualBlocks(c.model.Sizes) {
		y := c.convNorm(x, block.Stride)
		y.value = c.relu(y.value)
		y = c.convNorm(y, 1)
		if block.Projects() {
			x = c.convNorm(x, block.Stride)
		}
		y.value = c.relu(c.Op("Add", []string{y.value, x.value}))
		x = y
	}
	w, d := c.next()
	bias, _ := c.next()
	return c.convolve(x, w, d[0], d[3], 1, 0, bias)
}

// planes returns values [batch, side², count] of places as maps.
func (b *builder) planes(x string, count, side int) maps {
	x = b.Op("Transpose", []string{x}, attr{Name: "perm", Value: []int{0, 2, 1}})
	return maps{b.Op("Reshape", []string{x, b.Ints(-1, count, side, side)}), count, side}
}

// convolve is layers.Conv of maps with a border of zeros, by a kernel w [k, k, maps, to]; bias may be nil.
func (b *builder) convolve(x maps, w []float32, k, to, stride, border int, bias []float32) maps {
	kernel := make([]float32, len(w)) // [to, maps, k, k]
	for i, v := range w {
		place, from, unit := i/to/x.count, i/to%x.count, i%to
		kernel[(unit*x.count+from)*k*k+place] = v
	}
	in := []string{x.value, b.Floats(kernel, to, x.count, k, k)}
	if bias != nil {
		in = append(in, b.row(bias))
	}
	value := b.Op("Conv", in, pair("strides", stride), around(border))
	return maps{value, to, (x.side+2*border-k)/stride + 1}
}

// convNorm is layers.ConvSame and layers.GroupNorm with the next three parameters. The maps of a group are one channel
// of an instance normalisation.
func (c convolutions) convNorm(x maps, stride int) maps {
	w, d := c.next()
	gain, _ := c.next()
	bias, _ := c.next()
	x = c.convolve(x, w, d[0], d[3], stride, (d[0]-1)/2, nil)
	groups := network.NormGroups(x.count)
	ones := make([]float32, groups)
	for g := range ones {
		ones[g] = 1
	}
	y := c.Op("Reshape", []string{x.value, c.Ints(-1, groups, x.count/groups*x.side*x.side)})
	y = c.Op("InstanceNormalization", []string{y, c.row(ones), c.row(make([]float32, groups))},
		attr{Name: "epsilon", Value: float32(layers.NormEps)})
	y = c.Op("Reshape", []string{y, c.Ints(-1, x.count, x.side, x.side)})
	y = c.Op("Mul", []string{y, c.Floats(gain, x.count, 1, 1)})
	x.value = c.Op("Add", []string{y, c.Floats(bias, x.count, 1, 1)})
	return x
}

// spatialSoftmax is layers.SpatialSoftmax: the expected positions [batch, 2 maps], all horizontal ones first.
func (b *builder) spatialSoftmax(x maps) string {
	places := make([]float32, 0, 2*x.side*x.side)
	for p := range x.side * x.side {
		for _, i := range []int{p % x.side, p / x.side} {
			places = append(places, float32(2*float64(i)/float64(x.side-1)-1))
		}
	}
	s := b.Op("Reshape", []string{x.value, b.Ints(-1, x.count, x.side*x.side)})
	s = b.Op("Softmax", []string{s}, attr{Name: "axis", Value: -1})
	s = b.Op("MatMul", []string{s, b.Floats(places, x.side*x.side, 2)})
	s = b.Op("Transpose", []string{s}, attr{Name: "perm", Value: []int{0, 2, 1}})
	return b.Op("Reshape", []string{s, b.Ints(-1, 2*x.count)})
}

// pair is a setting that is the same along both sides of a picture.
func pair(name string, v int) attr { return attr{Name: name, Value: []int{v, v}} }

// around is the setting of a border of a width.
func around(width int) attr {
	return attr{Name: "pads", Value: []int{width, width, width, width}}
}
