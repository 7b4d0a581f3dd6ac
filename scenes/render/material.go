package render

import "counterpoise/scenes"

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
