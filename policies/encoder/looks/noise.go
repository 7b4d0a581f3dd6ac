package looks

import (
	"math"
	"math/rand/v2"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// Ranges of what is laid over the pictures. The grain of CALVIN's wood has streaks of one to three pixels with a
// standard deviation of 22 to 29 of 255; ours has 16 to 29 in wide bands.
const (
	maxFine     = 14   // standard deviation of the noise of single pixels, of 255
	maxCoarse   = 14   // of the noise of patches of coarseCell pixels, interpolated linearly
	coarseCell  = 3    // pixels
	maxShadows  = 3    // blotches of shadow, as cast by arm and cabinet
	minShadow   = 0.55 // factor of the darkest blotch
	noiseLength = 1 << 12
)

// Noise is a table of standard normal numbers, from which a picture takes runs at random places: drawing a number for
// each pixel would take longer than drawing the picture.
type Noise [noiseLength]float32

// NewNoise fills the table.
func NewNoise(r *rand.Rand) *Noise {
	n := new(Noise)
	for i := range n {
		n[i] = float32(r.NormFloat64())
	}
	return n
}

// LayOver lays shadows and noise over the pictures of an observation.
func (n *Noise) LayOver(o *scenes.Observation, r *rand.Rand) {
	shade(o.Static, render.StaticSize, r)
	shade(o.Gripper, render.GripperSize, r)
	n.texture(o.Static, render.StaticSize, r)
	n.texture(o.Gripper, render.GripperSize, r)
}

// texture adds fine and coarse noise to a square picture of RGB pixels, the same to the three channels of a pixel.
func (n *Noise) texture(rgb []uint8, size int, r *rand.Rand) {
	fine, coarse := float32(maxFine*r.Float64()), float32(maxCoarse*r.Float64())
	cells := size/coarseCell + 2
	grid := make([]float32, cells*cells)
	for y := range cells {
		at := r.IntN(noiseLength)
		for x := range cells {
			grid[y*cells+x] = coarse * n[(at+x)%noiseLength]
		}
	}
	for y := range size {
		at, cy := r.IntN(noiseLength), y/coarseCell
		fy := float32(y%coarseCell) / coarseCell
		for x := range size {
			cx, fx := x/coarseCell, float32(x%coarseCell)/coarseCell
			g := grid[cy*cells+cx:]
			v := (g[0]*(1-fx)+g[1]*fx)*(1-fy) + (g[cells]*(1-fx)+g[cells+1]*fx)*fy
			v += fine * n[(at+x)%noiseLength]
			p := rgb[3*(y*size+x):][:3]
			for k, c := range p {
				p[k] = uint8(min(255, max(0, float32(c)+v+0.5)))
			}
		}
	}
}

// shade darkens up to maxShadows ellipses of a square picture, at random places, of random form.
func shade(rgb []uint8, size int, r *rand.Rand) {
	for range r.IntN(maxShadows + 1) {
		s, c := math.Sincos(math.Pi * r.Float64())
		a, b := float64(size)*(0.03+0.25*r.Float64()), float64(size)*(0.03+0.12*r.Float64())
		x0, y0 := float64(size)*r.Float64(), float64(size)*r.Float64()
		factor := 256 - int(256*(1-minShadow)*r.Float64())
		reach := max(a, b)
		for y := max(0, int(y0-reach)); y < min(size, int(y0+reach)+1); y++ {
			for x := max(0, int(x0-reach)); x < min(size, int(x0+reach)+1); x++ {
				dx, dy := float64(x)-x0, float64(y)-y0
				u, v := (c*dx+s*dy)/a, (c*dy-s*dx)/b
				if u*u+v*v > 1 {
					continue
				}
				p := rgb[3*(y*size+x):][:3]
				for k := range p {
					p[k] = uint8(int(p[k]) * factor >> 8)
				}
			}
		}
	}
}
