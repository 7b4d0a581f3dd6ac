package soft

import "counterpoise/scenes/render"

// Four functions that fill a triangle. Each iterates over its spans and skips pixels that are not nearer than the
// stored depth. The order of the corners in at is that of the mesh; planes take the second and the third one
// exchanged, because scanTriangle.setup exchanges them.

// fillFlat fills a triangle with one colour.
func (v *framebuffer) fillFlat(e *scanTriangle, c [3]uint8) {
	for y := e.y; y < e.end; y++ {
		from, to := e.nextSpan()
		if from >= to {
			continue
		}
		z := e.invW.value(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = c[0], c[1], c[2]
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
func (v *framebuffer) fillGouraud(e *scanTriangle, c [3]uint8, shade float64, at [3]attributes) {
	fixed := func(i int) float64 { return float64(float64(at[i].light*shade) * fixedOne) }
	l := e.plane(fixed(0), fixed(2), fixed(1))
	r, g, b := int32(c[0]), int32(c[1]), int32(c[2])
	step := int32(l.dx)
	for y := e.y; y < e.end; y++ {
		from, to := e.nextSpan()
		if from >= to {
			continue
		}
		z, k := e.invW.value(from, y), int32(l.value(from, y))
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = uint8((r*k+fixedOne/2)>>16), uint8((g*k+fixedOne/2)>>16), uint8((b*k+fixedOne/2)>>16)
			}
			z += e.invW.dx
			k += step
		}
	}
}

// fillTextured fills a triangle with a texture at one brightness. Texture coordinates u and v are interpolated as
// u/w and v/w and truncated to texels; TextureSize is a power of two, so the remainder is a mask.
func (v *framebuffer) fillTextured(e *scanTriangle, t *render.Texture, light float64, at [3]attributes) {
	us := e.plane(e.timesInvW(at[0].u, at[2].u, at[1].u))
	vs := e.plane(e.timesInvW(at[0].v, at[2].v, at[1].v))
	k := uint32(float64(light*fixedOne) + 0.5)
	for y := e.y; y < e.end; y++ {
		from, to := e.nextSpan()
		if from >= to {
			continue
		}
		z, uz, vz := e.invW.value(from, y), us.value(from, y), vs.value(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				w := 1 / z
				tu, tv := uint32(int32(uz*w)), uint32(int32(vz*w))
				c := &t.Palette[t.Texels[tv%render.TextureSize*render.TextureSize+tu%render.TextureSize]]
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0] = uint8((uint32(c[0])*k + fixedOne/2) >> 16)
				p[1] = uint8((uint32(c[1])*k + fixedOne/2) >> 16)
				p[2] = uint8((uint32(c[2])*k + fixedOne/2) >> 16)
			}
			z += e.invW.dx
			uz += us.dx
			vz += vs.dx
		}
	}
}

// fillShadow multiplies the colours of the covered pixels by 1 - α (render.Shadow). It tests the depth and does not
// write it. us and vs are the planes of u/w and v/w.
func (v *framebuffer) fillShadow(e *scanTriangle, s *render.Shadow, us, vs plane) {
	eu, ev, strength := float64(s.Edge[0]), float64(s.Edge[1]), float64(s.Strength)
	for y := e.y; y < e.end; y++ {
		from, to := e.nextSpan()
		if from >= to {
			continue
		}
		z, uz, vz := e.invW.value(from, y), us.value(from, y), vs.value(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if float32(z) > depth[i] {
				w := 1 / z
				k := 1 - float64(float64(strength*edgeFalloff(float64(uz*w), eu))*edgeFalloff(float64(vz*w), ev))
				p := rgb[3*i : 3*i+3 : 3*i+3]
				for j := range p {
					p[j] = uint8(float64(float64(p[j])*k) + 0.5)
				}
			}
			z += e.invW.dx
			uz += us.dx
			vz += vs.dx
		}
	}
}

// edgeFalloff is the factor s((1-|x|) edge) of render.Shadow, with s(t) = t²(3-2t) and t clamped to [0, 1].
func edgeFalloff(x, edge float64) float64 {
	if x < 0 {
		x = -x
	}
	t := min(1, max(0, float64((1-x)*edge)))
	return float64(float64(t*t) * (3 - float64(2*t)))
}
