package soft

import (
	"math"

	"counterpoise/scenes/render"
)

// Four functions that fill a triangle. Each iterates over its rows and skips pixels that are not nearer than the
// stored depth. The order of the corners in at is that of the mesh; planes take the second and the third one
// exchanged, because scanTriangle.setup exchanges them.

// fillFlat fills a triangle with one colour.
func (v *framebuffer) fillFlat(e *scanTriangle, c colour) {
	for i := range e.end - e.y {
		first, count := e.row(i)
		if count <= 0 {
			continue
		}
		z := e.invW.value(float64(first), float64(e.y+i))
		depth, rgb := v.pixels(first, e.y+i, count)
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = c.r, c.g, c.b
			}
			z += e.invW.dx
		}
	}
}

// fixedOne is a brightness of 1 in fixed point with 16 fractional bits. A channel is (colour * k + fixedOne/2) >> 16,
// rounded to nearest; with colours below 2⁸ and k below 2¹⁷ the product fits 32 bits.
const fixedOne = 1 << 16

// fillGouraud fills a triangle with a colour whose brightness is interpolated between the corners (Gouraud
// shading). The interpolation is linear on the screen, without perspective correction: round objects have small
// triangles, in which the difference is invisible.
func (v *framebuffer) fillGouraud(e *scanTriangle, c colour, shade float64, at *[3]attributes) {
	fixed := func(i int) float64 { return float64(float64(at[i].light*shade) * fixedOne) }
	l := e.plane(fixed(0), fixed(2), fixed(1))
	red, green, blue := int32(c.r), int32(c.g), int32(c.b)
	step := int32(l.dx)
	for i := range e.end - e.y {
		first, count := e.row(i)
		if count <= 0 {
			continue
		}
		x, y := float64(first), float64(e.y+i)
		z, k := e.invW.value(x, y), int32(l.value(x, y))
		depth, rgb := v.pixels(first, e.y+i, count)
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1] = uint8((red*k+fixedOne/2)>>16), uint8((green*k+fixedOne/2)>>16)
				p[2] = uint8((blue*k + fixedOne/2) >> 16)
			}
			z += e.invW.dx
			k += step
		}
	}
}

// textureCoordinates returns the planes of u/w and v/w.
func (e *scanTriangle) textureCoordinates(at *[3]attributes) (us, vs plane) {
	return e.plane(e.timesInvW(at[0].u, at[2].u, at[1].u)), e.plane(e.timesInvW(at[0].v, at[2].v, at[1].v))
}

// fillTexturedPlain fills a triangle, from row begin on, with a texture in the colours of a palette. Texture
// coordinates u and v are interpolated as u/w and v/w and truncated to texels; TextureSize is a power of two, so the
// remainder is a mask.
func (v *framebuffer) fillTexturedPlain(
	e *scanTriangle, t *render.Texture, palette *palette, at *[3]attributes, begin int,
) {
	us, vs := e.textureCoordinates(at)
	texels := t.Texels
	for i := begin; i < e.end-e.y; i++ {
		first, count := e.row(i)
		if count <= 0 {
			continue
		}
		x, y := float64(first), float64(e.y+i)
		z, uz, vz := e.invW.value(x, y), us.value(x, y), vs.value(x, y)
		depth, rgb := v.pixels(first, e.y+i, count)
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				w := 1 / z
				tu, tv := uint32(int32(uz*w)), uint32(int32(vz*w))
				c := palette[texels[tv%render.TextureSize*render.TextureSize+tu%render.TextureSize]]
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = uint8(c), uint8(c>>8), uint8(c>>16)
			}
			z += e.invW.dx
			uz += us.dx
			vz += vs.dx
		}
	}
}

// fillShadowPlain multiplies the colours of the covered pixels, from row begin on, by 1 - α (render.Shadow). It tests
// the depth and does not write it; pixels whose depth differs from that in fixed stay as they are. us and vs are the
// planes of u/w and v/w.
func (v *framebuffer) fillShadowPlain(
	e *scanTriangle, s *render.Shadow, us, vs plane, fixed []float32, begin int,
) {
	eu, ev, strength := float64(s.Edge[0]), float64(s.Edge[1]), float64(s.Strength)
	for i := begin; i < e.end-e.y; i++ {
		first, count := e.row(i)
		if count <= 0 {
			continue
		}
		x, y := float64(first), float64(e.y+i)
		z, uz, vz := e.invW.value(x, y), us.value(x, y), vs.value(x, y)
		depth, rgb := v.pixels(first, e.y+i, count)
		fixed := fixed[(e.y+i)*v.width+first:]
		for i := range depth {
			if float32(z) > depth[i] && depth[i] == fixed[i] {
				w := 1 / z
				k := 1 - float64(float64(strength*edgeFalloff(float64(uz*w), eu))*edgeFalloff(float64(vz*w), ev))
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = darkened(p[0], k), darkened(p[1], k), darkened(p[2], k)
			}
			z += e.invW.dx
			uz += us.dx
			vz += vs.dx
		}
	}
}

// darkened returns a channel times k in [0, 1], rounded to nearest.
func darkened(x uint8, k float64) uint8 { return uint8(int32(float64(float64(int32(x))*k) + 0.5)) }

// edgeFalloff is the factor s((1-|x|) edge) of render.Shadow, with s(t) = t²(3-2t) and t clamped to [0, 1].
func edgeFalloff(x, edge float64) float64 {
	t := float64((1 - math.Abs(x)) * edge)
	if t >= 1 {
		return 1
	}
	if t <= 0 {
		return 0
	}
	return float64(float64(t*t) * (3 - float64(2*t)))
}
