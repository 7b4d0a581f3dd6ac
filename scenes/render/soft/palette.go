package soft

import "counterpoise/scenes/render"

// palette is a texture's palette at one brightness: the colour of each texel value, red in the lowest byte.
type palette [256]uint32

// paletteKey identifies a palette: a material with a texture, and the brightness in fixed point (fixedOne is 1).
type paletteKey struct {
	material   render.Material
	brightness uint32
}

// maxPalettes bounds the memory of the palettes, 1 kB each. The textured surfaces of the scene only translate, so that
// their brightness never changes, and a few dozen palettes are in use.
const maxPalettes = 1024

// paletteOf returns the palette of a material's texture at a brightness. It keeps the palettes that it has made.
func (r *Renderer) paletteOf(m render.Material, light float64) *palette {
	key := paletteKey{m, uint32(float64(light*fixedOne) + 0.5)}
	if p := r.palettes[key]; p != nil {
		return p
	}
	if len(r.palettes) >= maxPalettes || r.palettes == nil {
		r.palettes = map[paletteKey]*palette{}
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
	r.palettes[key] = p
	return p
}
