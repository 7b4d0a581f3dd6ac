package soft

import "counterpoise/scenes/render"

// The four ways to fill a triangle. Each walks its rows; pixels that lie behind what is there stay as they are.

// flat fills with one colour.
func (v *canvas) flat(e *edges, c [3]uint8) {
	for y := e.y; y < e.end; y++ {
		from, to := e.row()
		if from >= to {
			continue
		}
		z := e.z.at(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = c[0], c[1], c[2]
			}
			z += e.z.dx
		}
	}
}

// one is a light of 1 in fixed point.
const one = 1 << 16

// smooth fills with a colour whose light goes from corner to corner, linear on the screen: round things have small
// triangles, in which perspective makes no difference.
func (v *canvas) smooth(e *edges, c [3]uint8, shade float64, at [3]vertex) {
	l := e.plane(float64(float64(at[0].light*shade)*one), float64(float64(at[2].light*shade)*one), float64(float64(at[1].light*shade)*one))
	r, g, b := int32(c[0]), int32(c[1]), int32(c[2])
	step := int32(l.dx)
	for y := e.y; y < e.end; y++ {
		from, to := e.row()
		if from >= to {
			continue
		}
		z, k := e.z.at(from, y), int32(l.at(from, y))
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = uint8((r*k+one/2)>>16), uint8((g*k+one/2)>>16), uint8((b*k+one/2)>>16)
			}
			z += e.z.dx
			k += step
		}
	}
}

// textured fills with a texture under one light.
func (v *canvas) textured(e *edges, t *render.Texture, light float64, at [3]vertex) {
	us := e.plane(e.over(at[0].u, at[2].u, at[1].u))
	vs := e.plane(e.over(at[0].v, at[2].v, at[1].v))
	k := uint32(float64(light*one) + 0.5)
	for y := e.y; y < e.end; y++ {
		from, to := e.row()
		if from >= to {
			continue
		}
		z, uz, vz := e.z.at(from, y), us.at(from, y), vs.at(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				w := 1 / z
				tu, tv := uint32(int32(uz*w)), uint32(int32(vz*w))
				c := &t.Palette[t.Texels[tv%render.TextureSize*render.TextureSize+tu%render.TextureSize]]
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0] = uint8((uint32(c[0])*k + one/2) >> 16)
				p[1] = uint8((uint32(c[1])*k + one/2) >> 16)
				p[2] = uint8((uint32(c[2])*k + one/2) >> 16)
			}
			z += e.z.dx
			uz += us.dx
			vz += vs.dx
		}
	}
}

// shadow darkens what lies right under it.
func (v *canvas) shadow(e *edges, s *render.Shadow, us, vs plane) {
	eu, ev, strength := float64(s.Edge[0]), float64(s.Edge[1]), float64(s.Strength)
	for y := e.y; y < e.end; y++ {
		from, to := e.row()
		if from >= to {
			continue
		}
		z, uz, vz := e.z.at(from, y), us.at(from, y), vs.at(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if float32(z) > depth[i] {
				w := 1 / z
				k := 1 - float64(float64(strength*ramp(float64(uz*w), eu))*ramp(float64(vz*w), ev))
				p := rgb[3*i : 3*i+3 : 3*i+3]
				for j := range p {
					p[j] = uint8(float64(float64(p[j])*k) + 0.5)
				}
			}
			z += e.z.dx
			uz += us.dx
			vz += vs.dx
		}
	}
}

// ramp is s((1-|x|) edge) of render.Shadow.
func ramp(x, edge float64) float64 {
	if x < 0 {
		x = -x
	}
	t := min(1, max(0, float64((1-x)*edge)))
	return float64(float64(t*t) * (3 - float64(2*t)))
}
