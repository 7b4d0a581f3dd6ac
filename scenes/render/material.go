package render

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Material is the surface material of a triangle. It determines the base colour.
type Material uint8

// The materials. Wood and Floor have textures, the others one colour.
const (
	Wood Material = iota
	Floor
	White    // the arm's shell and the fingers
	Grey     // its joints
	Charcoal // handles
	Oak      // small turned wood, without grain
	Black    // button
	Red      // blocks
	Blue
	Pink
	Lamp    // bulb and LED, off
	LitBulb // the bulb, on
	LitLED  // the LED, on
	// MaterialCount is the number of materials, and no material itself.
	MaterialCount
)

// colours are base colours at brightness 1, 8-bit RGB, estimated by eye and by sampling CALVIN's pictures. For Wood and
// Floor they are the darkest colours; the textures range from them to brightestColours.
var colours = [MaterialCount][3]uint8{
	Wood: {118, 82, 50}, Floor: {218, 218, 220},
	White: {234, 234, 234}, Grey: {120, 122, 130}, Charcoal: {98, 98, 98},
	Oak: {160, 116, 76}, Black: {24, 24, 26},
	Red: {234, 10, 10}, Blue: {16, 24, 234}, Pink: {234, 20, 230},
	Lamp: {234, 234, 234}, LitBulb: {248, 240, 30}, LitLED: {40, 248, 40},
}

// brightestColours are the brightest colours of the textured materials.
var brightestColours = [MaterialCount][3]uint8{Wood: {198, 152, 106}, Floor: {252, 252, 252}}

// SkyColour is the colour of pixels that no object covers.
var SkyColour = [3]uint8{226, 232, 238}

// Colour returns the base colour of a material; for a textured one, the darkest.
func (m Material) Colour() [3]uint8 { return colours[m] }

// ColourAlike returns the base colour of a material in a snapshot whose Snapshot.LookAlike is likeness, s: for the blue
// and the pink block (1 - s) c + s red, rounded to nearest, and for everything else Colour.
func (m Material) ColourAlike(likeness float64) [3]uint8 {
	c := colours[m]
	if likeness == 0 || m != Blue && m != Pink {
		return c
	}
	for i, red := range colours[Red] {
		c[i] = uint8(float64((1-likeness)*float64(c[i])) + float64(likeness*float64(red)) + 0.5)
	}
	return c
}

// BrightestColour returns the colour of the brightest texels of a textured material, and black for the others.
func (m Material) BrightestColour() [3]uint8 { return brightestColours[m] }

// LampMaterial returns the material that replaces Lamp on this object in a snapshot: LitBulb or LitLED for a lamp that
// is on, else Lamp.
func (p *Object) LampMaterial(s *scenes.Snapshot) Material {
	switch {
	case p.ID == IDBulb && s.Bulb:
		return LitBulb
	case p.ID == IDLED && s.LED:
		return LitLED
	}
	return Lamp
}

// Emissive tells whether a material emits light.
func (m Material) Emissive() bool { return m == LitBulb || m == LitLED }

// EmissiveBrightness returns the brightness of an emissive surface whose reflected brightness is light: 70 %
// constant, so that it is bright from every side, and 30 % reflected, so that its shape stays visible.
func EmissiveBrightness(light float64) float64 { return 0.7 + float64(0.3*light) }

// SunDirection is the unit vector towards the sun, in world coordinates: from the left, the front and above.
var SunDirection = physics.Vec{X: -0.42, Y: -0.50, Z: 0.76}.Unit()

// Weights of the ambient, directional and hemispheric light in Brightness. On a surface that faces up the sum is
// about 1.
const (
	AmbientShare = 0.58
	SunShare     = 0.42
	SkyShare     = 0.10
)

// Brightness returns the factor on the base colour of a surface with unit normal n in world coordinates. It ranges
// from 0.58 to 1.09 and is about 1 on a surface that faces up. With a = AmbientShare, b = SunShare, c = SkyShare
// (Lambert's cosine law for the sun, and a hemisphere light for the sky):
//
//	I(n) = a + b max(0, n·sun) + c (1 + n_z) / 2
//
// No material has a channel above 234, so that no colour exceeds 255. The floor is brighter, but it always faces up.
func Brightness(n physics.Vec) float64 { return BrightnessAt(n.Dot(SunDirection), n.Z) }

// BrightnessAt returns Brightness from the cosines of the angles between the normal and the sun, and between the normal
// and the zenith. Renderers that work in another frame than the world's call it.
func BrightnessAt(sun, up float64) float64 {
	return AmbientShare + float64(SunShare*max(0, sun)) + float64(SkyShare/2*(1+up))
}
