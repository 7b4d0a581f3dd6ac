package looks

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// Ranges of the random looks. They cover what CALVIN's two renderers draw of the same scenes: there, wood is 0.73
// (TinyRenderer) and 0.98 (OpenGL) times as bright as in ours, the faces of the blocks range from 153 to 252 of 255,
// and OpenGL casts shadows of 0.7.
const (
	minGain, maxGain       = 0.65, 1.10 // factor on all light
	minAmbient, maxAmbient = 0.35, 0.75 // weights of the light's parts, before the gain
	minDirect, maxDirect   = 0.15, 0.65
	maxHemisphere          = 0.20
	sunTilt                = 0.6 // standard deviation of each component of the sun's direction, before normalising

	minColour, maxColour = 0.75, 1.15 // factor on each base colour
	maxTint              = 18         // shift of each channel of a base colour, of 255
	minDarkest           = 0.55       // factor on the darkest texels of a texture besides; at most 1
)

// Random draws a look. No channel exceeds 255 in it: base colours are limited by the greatest brightness.
func Random(r *rand.Rand) render.Look {
	l := render.SceneD()
	uniform := func(lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }
	gain := uniform(minGain, maxGain)
	l.Ambient = float64(gain * uniform(minAmbient, maxAmbient))
	l.Direct = float64(gain * uniform(minDirect, maxDirect))
	l.Hemisphere = float64(gain * uniform(0, maxHemisphere))
	l.Sun = l.Sun.Add(physics.Vec{
		X: float64(sunTilt * r.NormFloat64()), Y: float64(sunTilt * r.NormFloat64()),
		Z: math.Abs(float64(sunTilt * r.NormFloat64())),
	}).Unit()
	most := 255 / max(1, l.Brightness(1, 1))
	tinted := func(c [3]uint8, factor float64) (out [3]uint8) {
		for k, x := range c {
			out[k] = uint8(min(most, max(0, float64(float64(x)*factor)+uniform(-maxTint, maxTint))))
		}
		return out
	}
	for m := range render.MaterialCount {
		factor := uniform(minColour, maxColour)
		darkest := 1.0
		if render.TextureOf(m) != nil {
			darkest = uniform(minDarkest, 1)
		}
		l.Dark[m], l.Bright[m] = tinted(l.Dark[m], float64(factor*darkest)), tinted(l.Bright[m], factor)
	}
	l.Sky = tinted(l.Sky, uniform(minColour, maxColour))
	return l
}
