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

// smooth fills with a colour whose light goes from corner to corner. Light over w is linear on the screen.
func (v *canvas) smooth(e *edges, c [3]uint8, shade float64, at [3]vertex) {
	l := e.plane(e.over(at[0].light, at[2].light, at[1].light))
	r, g, b := float64(c[0])*shade, float64(c[1])*shade, float64(c[2])*shade
	for y := e.y; y < e.end; y++ {
		from, to := e.row()
		if from >= to {
			continue
		}
		z, lz := e.z.at(from, y), l.at(from, y)
		depth := v.depth[y*v.width+from : y*v.width+to]
		rgb := v.rgb[3*(y*v.width+from) : 3*(y*v.width+to)]
		for i := range depth {
			if d := float32(z); d > depth[i] {
				depth[i] = d
				k := lz / z
				p := rgb[3*i : 3*i+3 : 3*i+3]
				p[0], p[1], p[2] = uint8(float64(r*k)+0.5), uint8(float64(g*k)+0.5), uint8(float64(b*k)+0.5)
			}
			z += e.z.dx
			lz += l.dx
		}
	}
}

// textured fills with a texture under one light.
func (v *canvas) textured(e *edges, t *render.Texture, light float64, at [3]vertex) {
	us := e.plane(e.over(at[0].u, at[2].u, at[1].u))
	vs := e.plane(e.over(at[0].v, at[2].v, at[1].v))
	k := uint32(light*65536 + 0.5)
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
				p[0] = uint8((uint32(c[0])*k + 1<<15) >> 16)
				p[1] = uint8((uint32(c[1])*k + 1<<15) >> 16)
				p[2] = uint8((uint32(c[2])*k + 1<<15) >> 16)
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
				k := 1 - float64(float64(strength*ramp(uz*w, eu))*ramp(vz*w, ev))
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
	return float64(t*t) * (3 - float64(2*t))
}
