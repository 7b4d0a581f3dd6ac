package soft

import "counterpoise/scenes/render"

// palette is a texture's palette at one brightness: the colour of each texel value, red in the lowest byte.
type palette [256]uint32

// paletteKey identifies a palette: a material with a texture, and the brightness in fixed point (fixedOne is 1).
type paletteKey struct {
	material   render.Material
	brightness uint32
}

// keptPalettes is the number of palettes that are kept, 1 kB each. The textured surfaces of the scene only translate,
// so that their brightness never changes, and a few dozen palettes are in use.
const keptPalettes = 256

// keptPalette is a palette and what it belongs to; nil before it is first used.
type keptPalette struct {
	paletteKey
	*palette
}

// paletteOf returns the palette of a material's texture at a brightness. A palette takes the place of an earlier one
// whose key ends in the same bits.
func (r *Renderer) paletteOf(m render.Material, light float64) *palette {
	key := paletteKey{m, uint32(float64(light*fixedOne) + 0.5)}
	kept := &r.palettes[(key.brightness+uint32(m)*(keptPalettes/8))%keptPalettes]
	if kept.paletteKey == key && kept.palette != nil {
		return kept.palette
	}
	p := new(palette)
	if r.textures[m] == nil {
		r.textures[m] = r.look.Palette(m)
	}
	for i, c := range r.textures[m] {
		for k := range 3 {
			p[i] |= uint32(uint8((uint32(c[k])*key.brightness+fixedOne/2)>>16)) << (8 * k)
		}
	}
	*kept = keptPalette{key, p}
	return p
}
