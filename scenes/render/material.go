package render

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Material is what a face is made of.
type Material uint8

// The materials. Wood and Floor have textures, the others one colour.
const (
	Wood Material = iota
	Floor
	White    // the arm's shell
	Grey     // its joints
	Steel    // fingers
	Charcoal // handles
	Oak      // small turned wood, without grain
	Black    // button
	Red      // blocks
	Blue
	Pink
	Lamp    // bulb and LED, off
	LitBulb // and on
	LitLED
	MaterialCount // how many there are
)

// colours are 8-bit RGB in full light, by eye and by sampling CALVIN's pictures. Wood and Floor have their darkest here;
// their textures go from it to brightest.
var colours = [MaterialCount][3]uint8{
	Wood: {118, 82, 50}, Floor: {218, 218, 220},
	White: {234, 234, 234}, Grey: {120, 122, 130}, Steel: {178, 176, 172}, Charcoal: {98, 98, 98}, Oak: {160, 116, 76}, Black: {24, 24, 26},
	Red: {234, 10, 10}, Blue: {16, 24, 234}, Pink: {234, 20, 230},
	Lamp: {234, 234, 234}, LitBulb: {248, 240, 30}, LitLED: {40, 248, 40},
}

// brightest are the other ends of the textures' ranges.
var brightestColours = [MaterialCount][3]uint8{Wood: {198, 152, 106}, Floor: {252, 252, 252}}

// Sky is the colour where nothing is.
var SkyColour = [3]uint8{226, 232, 238}

// Colour is the base colour of a material; of one with a texture, its darkest.
func (m Material) Colour() [3]uint8 { return colours[m] }

// Brightest is the colour of a texture's brightest texels.
func (m Material) BrightestColour() [3]uint8 { return brightestColours[m] }

// Lamp says what the faces of material Lamp are made of at the moment: those of the bulb and the LED shine when they are on.
func (p *Object) LampMaterial(s *scenes.Snapshot) Material {
	switch {
	case p.ID == IDBulb && s.Bulb:
		return LitBulb
	case p.ID == IDLED && s.LED:
		return LitLED
	}
	return Lamp
}

// Shining says whether a material gives its own light.
func (m Material) Emissive() bool { return m == LitBulb || m == LitLED }

// Glowing is the light on a shining material: bright from every side, and still round.
func EmissiveBrightness(light float64) float64 { return 0.7 + float64(0.3*light) }

// The light: a sun from the left, the front and above, a sky, and what comes from everywhere.
var SunDirection = physics.Vec{X: -0.42, Y: -0.50, Z: 0.76}.Unit()

// Shares of the light.
const (
	AmbientShare = 0.58
	SunShare     = 0.42
	SkyShare     = 0.10
)

// Light is how bright a surface with unit normal n is, from 0.58 to 1.09, and 1 where it looks up. Materials have no
// colour above 234, so that full light does not burn it out; only the floor, which looks up, has.
//
//	I(n) = a + b max(0, n·sun) + c (1 + n_z) / 2
func Brightness(n physics.Vec) float64 { return BrightnessAt(n.Dot(SunDirection), n.Z) }

// LightAt is Light by the cosines between normal and sun, and normal and zenith.
func BrightnessAt(sun, up float64) float64 {
	return AmbientShare + float64(SunShare*max(0, sun)) + float64(SkyShare/2*(1+up))
}
