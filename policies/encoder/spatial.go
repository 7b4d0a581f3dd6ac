package encoder

import (
	"counterpoise/internal/seed"
	"counterpoise/policies/layers"
)

// eye sees where things are in one picture. The picture is cut in square patches that do not overlap; each patch p, alone,
// goes through two rectified layers of 32 and a third to K numbers a_k(p) >= 0, how much of something it shows. So every k is a
// map of the picture, of which the eye tells the centre and the mass, with the middles (x_p, y_p) of the patches in [-1, 1]:
//
//	m_k = sum_p a_k(p)²,   x_k = sum_p a_k(p)² x_p / (m_k + ε),   y_k likewise,   s_k = m_k / (m_k + 1)
//
// These 3K features are local: what changes elsewhere in the picture leaves them as they are. A softmax over the patches
// (Levine et al. 2016) would do as well, but for its exponentials, which cost more than all else here, and it knows no
// nothing: a rectified map of what is not there is empty. Without the square many faint
// patches outweigh the few that count. Blocks are larger than patches, so centres are much finer than these.
type Spatial struct {
	size  int // of the picture, pixels a side, 3 bytes each
	pool  int // pixels a side that are averaged to one before anything else
	patch int // of these, a side of a patch
	Maps  int // K
}

const (
	hiddenWidth = 32   // width of both hidden layers
	massEps     = 1e-3 // ε
)

// The two cameras' pictures, see scenes.Observation.
var (
	Static  = Spatial{size: 200, pool: 2, patch: 4, Maps: 24}
	Gripper = Spatial{size: 84, pool: 1, patch: 6, Maps: 16}
)

// side is the number of patches along a side of the picture.
func (e Spatial) side() int { return e.size / (e.pool * e.patch) }

// patches is P, their number.
func (e Spatial) PatchCount() int { return e.side() * e.side() }

// inputs is the number of values of a patch.
func (e Spatial) PatchValues() int { return 3 * e.patch * e.patch }

// width is the number of features.
func (e Spatial) width() int { return 3 * e.Maps }

// bytes is the size of the picture.
func (e Spatial) PictureBytes() int { return 3 * e.size * e.size }

// slots is the number of maps with spare ones, whose weights are zero: kernels take 16 columns at a time.
func (e Spatial) slots() int { return (e.Maps + 15) / 16 * 16 }

// dims are the dimensions of the parameters: three weight matrices [from, to], each followed by its bias [to].
func (e Spatial) ParameterDims() [][]int {
	return [][]int{
		{e.PatchValues(), hiddenWidth}, {hiddenWidth},
		{hiddenWidth, hiddenWidth}, {hiddenWidth},
		{hiddenWidth, e.slots()}, {e.slots()},
	}
}

// cut writes the patches of a picture to z [P, inputs], by rows from the top left, pixel by pixel in opponent colours:
// brightness (r+g+b)/3 above 128, r-g and b-g, in units of 64 steps. What a block differs in from wood and metal is its hue,
// which the brightness of the lit and the shaded would drown.
func (e Spatial) CutPatches(z []float32, picture []uint8) {
	side, line := e.side(), 3*e.size
	n := float32(e.pool * e.pool)
	unit := 1 / (64 * n)
	i := 0
	for py := range side {
		for px := range side {
			for y := range e.patch {
				at := ((py*e.patch+y)*e.pool*e.size + px*e.patch*e.pool) * 3
				row := picture[at:]
				var below []uint8
				if e.pool == 2 {
					below = picture[at+line:]
				}
				for x := range e.patch {
					var r, g, b float32
					if e.pool == 2 {
						u, v := row[6*x:6*x+6], below[6*x:6*x+6]
						r = float32(int(u[0]) + int(u[3]) + int(v[0]) + int(v[3]))
						g = float32(int(u[1]) + int(u[4]) + int(v[1]) + int(v[4]))
						b = float32(int(u[2]) + int(u[5]) + int(v[2]) + int(v[5]))
					} else {
						u := row[3*x : 3*x+3]
						r, g, b = float32(u[0]), float32(u[1]), float32(u[2])
					}
					to := z[i : i+3]
					to[0], to[1], to[2] = ((r+g+b)/3-128*n)*unit, (r-g)*unit, (b-g)*unit
					i += 3
				}
			}
		}
	}
}

// middles are x_p and y_p of all patches.
func (e Spatial) PatchCentres() (x, y []float32) {
	n := e.side()
	for p := range e.PatchCount() {
		x = append(x, (2*float32(p%n)+1)/float32(n)-1)
		y = append(y, (2*float32(p/n)+1)/float32(n)-1)
	}
	return x, y
}

// look writes the features of a picture: all x_k, all y_k, all s_k. The same picture always gives the same bits.
func (e Spatial) encode(dst []float32, picture []uint8, w [][]float32, buf *scratch) {
	n, in, out := e.PatchCount(), e.PatchValues(), e.slots()
	z, h1, h2 := buf.a[:n*in], buf.b[:n*hiddenWidth], buf.a[:n*hiddenWidth]
	e.CutPatches(z, picture)
	dense(h1, z, w[0], w[1], n, in, hiddenWidth)
	dense(h2, h1, w[2], w[3], n, hiddenWidth, hiddenWidth)
	a := buf.b[:n*out]
	dense(a, h2, w[4], w[5], n, hiddenWidth, out)
	e.features(dst, a)
}

// weigh computes the features of maps a [P, slots].
func (e Spatial) features(dst, a []float32) {
	k, out, side := e.Maps, e.slots(), e.side()
	x, y, m := dst[:k], dst[k:2*k], dst[2*k:3*k]
	clear(dst[:3*k])
	line := make([]float32, k) // mass of a row of patches
	for py := range side {
		clear(line)
		for px := range side {
			at := (2*float32(px)+1)/float32(side) - 1
			for j, v := range a[(py*side+px)*out:][:k] {
				v *= v
				line[j] += v
				x[j] += v * at
			}
		}
		at := (2*float32(py)+1)/float32(side) - 1
		for j, v := range line {
			m[j] += v
			y[j] += v * at
		}
	}
	for j, mass := range m {
		x[j] /= mass + massEps
		y[j] /= mass + massEps
		m[j] = mass / (mass + 1)
	}
}

// glance is the memory that looking needs.
type scratch struct{ a, b []float32 }

func newScratch() *scratch {
	n := 0
	for _, e := range []Spatial{Static, Gripper} {
		n = max(n, e.PatchCount()*max(e.PatchValues(), hiddenWidth, e.slots()))
	}
	return &scratch{make([]float32, n), make([]float32, n)}
}

// initialise draws weights as He et al. 2015 (Eq. 10) do; biases are 0, those of the maps a tenth, so that no map starts empty.
func (e Spatial) initialise(k seed.Key) [][]float32 {
	r := k.Rand()
	var p [][]float32
	for l, d := range e.ParameterDims() {
		v := make([]float32, layers.Volume(d))
		switch {
		case l == 5:
			for j := range e.Maps {
				v[j] = 0.3
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
