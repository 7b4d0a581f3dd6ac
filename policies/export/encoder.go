package export

import (
	"math"

	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
)

// encoded returns the features [batch, 3K] of the picture of a camera in the observation of an age, by the equations of
// encoder.Spatial. The averaging over pixels and the opponent colours are linear, so that they are part of the first
// layer's weights.
func (b *builder) encoded(camera network.Camera, age int, e encoder.Spatial, w [][]float32) string {
	dims := e.ParameterDims()
	hidden := dims[0][1]
	x, side := b.patches(camera, age, e.Side())
	first, bias := foldPatches(e.PatchValues(), side, w[0], w[1])
	x = b.relu(b.dense(x, first, bias, len(bias)))
	x = b.relu(b.dense(x, w[2], w[3], hidden))
	x = b.relu(b.dense(x, columns(w[4], dims[4][1], 0, 1, e.Maps), w[5][:e.Maps], e.Maps))
	a := b.Op("Mul", []string{x, x}) // a_k(p)²
	sum := func(v string) string {
		return b.Op("ReduceSum", []string{v, b.Ints(1)}, attr{Name: "keepdims", Value: 0})
	}
	mass := sum(a)
	total := b.Op("Add", []string{mass, b.number(encoder.MassEpsilon)})
	cx, cy := e.PatchCentres()
	centroid := func(at []float32) string {
		moment := sum(b.Op("Mul", []string{a, b.Floats(at, e.PatchCount(), 1)}))
		return b.Op("Div", []string{moment, total})
	}
	presence := b.Op("Div", []string{mass, b.Op("Add", []string{mass, b.number(1)})})
	return b.concat(centroid(cx), centroid(cy), presence)
}

// patches returns the picture of a camera in the observation of an age as squares [batch, count², 3 side²] of bytes, by
// rows, and the side of a square in pixels. count is the number of squares along a side of the picture.
func (b *builder) patches(camera network.Camera, age, count int) (x string, side int) {
	input, picture := inputStatic, staticSide
	if camera == network.GripperCamera {
		input, picture = inputEgo, egoSide
	}
	side = picture / count
	x = b.Op("Cast", []string{b.observed(input, true, age, picture, picture, 3)}, attr{Name: "to", Value: 1})
	x = b.Op("Reshape", []string{x, b.Ints(-1, count, side, count, side, 3)})
	x = b.Op("Transpose", []string{x}, attr{Name: "perm", Value: []int{0, 1, 3, 2, 4, 5}})
	return b.Op("Reshape", []string{x, b.Ints(-1, count*count, 3*side*side)}), side
}

// foldPatches returns the weights [3 side², units] and the bias of a layer on patches of a number of values for the
// bytes of a patch of side x side pixels. encoder.Spatial.CutPatches makes three values of each averaged pixel from the
// sums r, g, b over n pixels:
//
//	((r+g+b)/3 - 128 n) / (64 n),   (r - g) / (64 n),   (b - g) / (64 n)
func foldPatches(values, side int, w, bias []float32) (folded, shifted []float32) {
	patch := int(math.Sqrt(float64(values / 3))) // averaged pixels
	pool, units := side/patch, len(bias)
	n := float64(pool * pool)
	colours := [3][3]float64{{1. / 3, 1. / 3, 1. / 3}, {1, -1, 0}, {0, -1, 1}}
	folded, shifted = make([]float32, 3*side*side*units), make([]float32, units)
	for j := range units {
		offset := float64(bias[j])
		for at := range patch * patch {
			offset -= 2 * float64(w[3*at*units+j]) // 128 n / (64 n)
		}
		shifted[j] = float32(offset)
		for y := range side {
			for x := range side {
				at := 3 * (y/pool*patch + x/pool)
				for c := range 3 {
					v := 0.0
					for k := range 3 {
						v += float64(colours[k][c] * float64(w[(at+k)*units+j]))
					}
					folded[(3*(y*side+x)+c)*units+j] = float32(v / (64 * n))
				}
			}
		}
	}
	return folded, shifted
}
