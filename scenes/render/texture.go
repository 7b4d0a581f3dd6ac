package render

import (
	"math"
	"sync"
)

// TextureSize is the width and height of every texture (texels).
const TextureSize = 256

// Texture is a periodic picture of one channel: 0 is a material's darkest colour, 255 its brightest. The texel at
// column x and row y is Texels[y*TextureSize+x]; u selects the column and v the row, both modulo TextureSize.
type Texture struct {
	Texels         *[TextureSize * TextureSize]uint8
	TexelU, TexelV float64 // width and height of a texel (m)
}

// textures are the textures of Wood and Floor, made when first used; other materials have none.
var textures = sync.OnceValue(func() *[MaterialCount]*Texture {
	return &[MaterialCount]*Texture{
		Wood:  {woodGrain(), 1.0 / 256, 1.0 / 512},
		Floor: {checkerboard(), 1.0 / 256, 1.0 / 256},
	}
})

// TextureOf returns the texture of a material, or nil if it has none.
func TextureOf(m Material) *Texture { return textures()[m] }

// checkerboard is CALVIN's floor: squares of half a metre, white where ⌊2x⌋ + ⌊2y⌋ is odd (x and y in m).
func checkerboard() *[TextureSize * TextureSize]uint8 {
	var t [TextureSize * TextureSize]uint8
	for i := range t {
		x, y := i%TextureSize*2/TextureSize, i/TextureSize*2/TextureSize
		if (x+y)%2 == 1 {
			t[i] = 255
		}
	}
	return &t
}

// woodGrain is a weighted sum of value noise: bands along u whose position wanders by up to 5 texels, fine streaks
// along u, and large patches. All are periodic.
func woodGrain() *[TextureSize * TextureSize]uint8 {
	var t [TextureSize * TextureSize]uint8
	for y := range TextureSize {
		for x := range TextureSize {
			wander := float64(10 * (valueNoise(x, y, 128, 64, 1) - 0.5))
			w := (y + int(math.Floor(wander)) + TextureSize) % TextureSize
			band := valueNoise(x, w, 256, 16, 2)
			streak := valueNoise(x, w, 64, 4, 3)
			patch := valueNoise(x, y, 64, 64, 4)
			t[y*TextureSize+x] = uint8(255 * (0.2 + float64(0.45*band) + float64(0.2*streak) + float64(0.15*patch)))
		}
	}
	return &t
}

// valueNoise returns smooth noise in [0, 1) at texel (x, y): random values on a lattice with spacings px and py
// (texels), interpolated with smoothstep weights. It repeats after TextureSize. salt selects an independent
// lattice.
func valueNoise(x, y, px, py, salt int) float64 {
	x0, y0 := x/px, y/py
	fx, fy := smoothstep(float64(x%px)/float64(px)), smoothstep(float64(y%py)/float64(py))
	knot := func(i, j int) float64 { return knotValue(i%(TextureSize/px), j%(TextureSize/py), salt) }
	a := lerp(knot(x0, y0), knot(x0+1, y0), fx)
	b := lerp(knot(x0, y0+1), knot(x0+1, y0+1), fx)
	return lerp(a, b, fy)
}

// smoothstep is t²(3 - 2t): 0 at 0 and 1 at 1, with zero slope at both.
func smoothstep(t float64) float64 { return float64(float64(t*t) * (3 - float64(2*t))) }

// lerp interpolates linearly from a at t = 0 to b at t = 1.
func lerp(a, b, t float64) float64 { return a + float64((b-a)*t) }

// knotValue returns a fixed pseudo-random number in [0, 1) for the lattice point (i, j), by the finalizer of
// MurmurHash3 (Appleby).
func knotValue(i, j, salt int) float64 {
	h := uint32(i)*0x9e3779b1 + uint32(j)*0x85ebca77 + uint32(salt)*0xc2b2ae3d
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return float64(float64(h^h>>16) / (1 << 32))
}
