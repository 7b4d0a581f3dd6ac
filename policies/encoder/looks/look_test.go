package looks

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/render"
)

// In a random look no colour exceeds 255 in full light, and its parts of the light and its colours lie in their ranges
// and reach both halves of them.
func TestRandomLook(t *testing.T) {
	r, usual := seed.Of("look").Rand(), render.SceneD()
	darker, brighter, turned := 0, 0, 0
	for range 2000 {
		l := Random(r)
		most := l.Brightness(1, 1)
		if most > maxGain*(maxAmbient+maxDirect+maxHemisphere) || l.Brightness(0, -1) < minGain*minAmbient {
			t.Fatalf("light from %v to %v", l.Brightness(0, -1), most)
		}
		if math.Abs(l.Sun.Norm()-1) > 1e-12 {
			t.Fatalf("the sun's direction has length %v", l.Sun.Norm())
		}
		if l.Sun.Dot(usual.Sun) < 0.8 {
			turned++
		}
		for m := range render.MaterialCount {
			for k := range 3 {
				if float64(l.Dark[m][k])*most > 255.49 || float64(l.Bright[m][k])*most > 255.49 {
					t.Fatalf("material %d: %v to %v in light %v", m, l.Dark[m], l.Bright[m], most)
				}
			}
		}
		if up := l.Brightness(l.Sun.Z, 1); up < 0.8 {
			darker++
		} else {
			brighter++
		}
	}
	if darker < 500 || brighter < 500 || turned < 500 {
		t.Errorf("of 2000 looks %d are dark, %d bright, and %d have the sun elsewhere", darker, brighter, turned)
	}
}

// Noise has no mean and a spread within its range; shadows darken and never brighten.
func TestNoise(t *testing.T) {
	const size = render.StaticSize
	n, r := NewNoise(seed.Of("noise").Rand()), seed.Of("noise", 1).Rand()
	spread := 0.0
	for range 20 {
		grey := make([]uint8, 3*size*size)
		for i := range grey {
			grey[i] = 128
		}
		n.texture(grey, size, r)
		sum, square := 0.0, 0.0
		for _, v := range grey {
			d := float64(v) - 128
			sum, square = sum+d, square+d*d
		}
		mean, sd := sum/float64(len(grey)), math.Sqrt(square/float64(len(grey)))
		if math.Abs(mean) > 1.5 || sd > math.Hypot(maxFine, maxCoarse) {
			t.Errorf("noise of mean %v and standard deviation %v", mean, sd)
		}
		spread = max(spread, sd)
		for i := range grey {
			grey[i] = 200
		}
		shade(grey, size, r)
		for _, v := range grey {
			if v > 200 || float64(v) < math.Floor(200*math.Pow(minShadow, maxShadows))-maxShadows {
				t.Fatalf("a shadow makes 200 %d", v)
			}
		}
	}
	if spread < maxFine/2 {
		t.Errorf("the strongest of 20 noises has a standard deviation of %v", spread)
	}
}
