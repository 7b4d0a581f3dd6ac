package encoder

import (
	"counterpoise/internal/seed"
	"counterpoise/policies/layers"
	"counterpoise/scenes"
)

// Spatial is the architecture of a spatial encoder, which turns one picture into 3K features: for each of K
// activation maps its centroid and its squashed mass.
//
// The picture is cut into P square patches that do not overlap. Three dense layers with ReLU, shared by all patches,
// map the values of patch p to activations a_k(p) >= 0. With the patch centres (x_p, y_p) in [-1, 1]:
//
//	m_k = sum_p a_k(p)²                         mass of map k
//	x_k = sum_p a_k(p)² x_p / (m_k + ε)         centroid, to the right; y_k alike, downwards
//	s_k = m_k / (m_k + 1)                       presence, in [0, 1)
//
// Levine et al. (2016) normalise with a softmax over positions instead. ReLU activations are used for two reasons:
// they can be zero everywhere, which a softmax cannot, so the map of an absent object gives s_k = 0; and they need
// no exponentials, which took more time than all the rest. The square keeps many weak activations from moving the
// centroid.
//
// Patches are smaller than the blocks, so an object activates several patches, and its centroid is finer than one
// patch.
type Spatial struct {
	size  int // side of the picture, pixels of 3 bytes
	pool  int // the picture is first averaged over pool x pool pixels; 1 or 2
	patch int // side of a patch, in averaged pixels
	Maps  int // K
}

const (
	hiddenWidth = 32   // units of both hidden layers
	massEps     = 1e-3 // ε: keeps the quotient finite; draws the centroid of a faint map to the picture's middle
)

// MassEpsilon is the ε of Spatial.
const MassEpsilon = massEps

// The architectures for the pictures of scenes.Observation: patches of 8 x 8 pixels (P = 625) for the static
// camera, of 6 x 6 (P = 196) for the gripper camera, which is closer to the blocks and needs fewer maps.
var (
	Static  = Spatial{size: scenes.StaticSize, pool: 2, patch: 4, Maps: 24}
	Gripper = Spatial{size: scenes.GripperSize, pool: 1, patch: 6, Maps: 16}
)

// Size returns the side of a picture in pixels.
func (e Spatial) Size() int { return e.size }

// Side returns the number of patches along a side of the picture.
func (e Spatial) Side() int { return e.size / (e.pool * e.patch) }

// PatchCount returns P, the number of patches of a picture.
func (e Spatial) PatchCount() int { return e.Side() * e.Side() }

// PatchValues returns the number of values of a patch, three for each averaged pixel.
func (e Spatial) PatchValues() int { return 3 * e.patch * e.patch }

// Features returns the number of features of a picture, 3K.
func (e Spatial) Features() int { return 3 * e.Maps }

// PictureBytes returns the size of a picture in bytes.
func (e Spatial) PictureBytes() int { return 3 * e.size * e.size }

// paddedMaps returns K rounded up to a multiple of 16, the number of columns that the vector kernel computes at a
// time. The parameters of the padding are zero and receive no gradient.
func (e Spatial) paddedMaps() int { return (e.Maps + 15) / 16 * 16 }

// ParameterDims returns the dimensions of the six parameters: three weight matrices [from, to], each followed by its
// bias [to].
func (e Spatial) ParameterDims() [][]int {
	return [][]int{
		{e.PatchValues(), hiddenWidth}, {hiddenWidth},
		{hiddenWidth, hiddenWidth}, {hiddenWidth},
		{hiddenWidth, e.paddedMaps()}, {e.paddedMaps()},
	}
}

// mapBias is the initial bias of the activation maps. It is positive so that no map starts at zero everywhere,
// where it would have no gradient.
const mapBias = 0.3

// initialise draws initial parameters: weights are normal with the variance of He et al. (2015), Eq. 10; the biases
// of hidden layers are 0, those of the maps mapBias.
func (e Spatial) initialise(k seed.Key) [][]float32 {
	r := k.Rand()
	var p [][]float32
	for l, d := range e.ParameterDims() {
		v := make([]float32, layers.Volume(d))
		switch {
		case l == 5:
			for j := range e.Maps {
				v[j] = mapBias
			}
		case l%2 == 0:
			to := d[1]
			if l == 4 {
				to = e.Maps
			}
			for i := range d[0] {
				for j := range to {
					v[i*d[1]+j] = float32(layers.HeDeviation(d[0]) * r.NormFloat64())
				}
			}
		}
		p = append(p, v)
	}
	return p
}
