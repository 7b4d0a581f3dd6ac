package render

import "counterpoise/physics"

// Look is what decides the colours of a picture besides the scene's shapes: base colours and light. SceneD is the look
// of observations and films. Training samples of picture encoders have random ones.
//
// No base colour times the greatest brightness that it is drawn with may exceed 255; renderers do not clamp.
type Look struct {
	// Dark are base colours at brightness 1, 8-bit RGB; of the materials with a texture, those of the darkest texels.
	// Bright are the colours of the brightest texels, and unused for the other materials.
	Dark, Bright [MaterialCount][3]uint8
	// Sky is the colour of pixels that no object covers.
	Sky [3]uint8
	// Sun is the unit vector towards the sun, in world coordinates.
	Sun physics.Vec
	// Ambient, Direct and Hemisphere are the weights of the light's three parts in Brightness.
	Ambient, Direct, Hemisphere float64
}

// SceneD returns the look of CALVIN's scene D. The sun shines from the left, the front and above; on a surface that
// faces up the light sums to about 1.
func SceneD() Look {
	return Look{
		Dark: colours, Bright: brightestColours, Sky: [3]uint8{226, 232, 238},
		Sun: physics.Vec{X: -0.42, Y: -0.50, Z: 0.76}.Unit(), Ambient: 0.58, Direct: 0.42, Hemisphere: 0.10,
	}
}

// Colour returns the base colour of a material in a snapshot whose Snapshot.LookAlike is likeness, s: for the blue and
// the pink block (1 - s) c + s red, rounded to nearest, and for everything else the colour itself; for a material with
// a texture, the darkest.
func (l *Look) Colour(m Material, likeness float64) [3]uint8 {
	c := l.Dark[m]
	if likeness == 0 || m != Blue && m != Pink {
		return c
	}
	for i, red := range l.Dark[Red] {
		c[i] = uint8(float64((1-likeness)*float64(c[i])) + float64(likeness*float64(red)) + 0.5)
	}
	return c
}

// Brightness returns the factor on the base colour of a surface, from the cosines of the angles between its normal and
// the sun, and between its normal and the zenith. With a = Ambient, b = Direct, c = Hemisphere (Lambert's cosine law
// for the sun, and a hemisphere light for the sky), for the unit normal n:
//
//	I(n) = a + b max(0, n·sun) + c (1 + n_z) / 2
//
// In SceneD it ranges from 0.58 to 1.09 and is about 1 on a surface that faces up.
func (l *Look) Brightness(sun, up float64) float64 {
	return l.Ambient + float64(l.Direct*max(0, sun)) + float64(l.Hemisphere/2*(1+up))
}

// Palette interpolates linearly between the darkest and the brightest colour of a material with a texture, rounded to
// nearest: the colour of each value of a texel, RGB and a byte of padding, which makes the index a shift.
func (l *Look) Palette(m Material) *[256][4]uint8 {
	var p [256][4]uint8
	for i := range p {
		for k := range 3 {
			lo, hi := int(l.Dark[m][k]), int(l.Bright[m][k])
			p[i][k] = uint8((lo*(255-i) + hi*i + 127) / 255)
		}
	}
	return &p
}
