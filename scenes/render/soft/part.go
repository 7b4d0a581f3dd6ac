package soft

import (
	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// part draws a part in a pose; lamp is what its lamp faces are at the moment.
func (r *Renderer) part(p *render.Part, pose *physics.Pose, lamp render.Material) {
	v := &r.view
	f := v.frame(pose)
	middle := f.apply(p.Centre)
	visible, near := v.Sees(middle.X, middle.Y, middle.W, p.Radius)
	if !visible {
		return
	}
	r.corners = r.corners[:0]
	for _, q := range p.Points {
		c := f.apply(q)
		if c.W >= v.Near {
			v.project(&c)
		}
		r.corners = append(r.corners, c)
	}
	r.lights(p.Normals, pose)
	for i := range p.Triangles {
		t := &p.Triangles[i]
		a, b, c := &r.corners[t.P[0]], &r.corners[t.P[1]], &r.corners[t.P[2]]
		if near && (a.W < v.Near || b.W < v.Near || c.W < v.Near) {
			r.clip(p, t, lamp)
			continue
		}
		if area, front := faces(a, b, c); front && r.edges.set(&r.canvas, a, b, c, area) {
			r.paint(p, t, lamp, [3]vertex{r.vertex(t, 0), r.vertex(t, 1), r.vertex(t, 2)})
		}
	}
}

// lights is Light for all normals of a part, with sun and zenith turned into its frame instead of every normal out of it.
func (r *Renderer) lights(normals []physics.Vec, pose *physics.Pose) {
	sun, up := pose.R.ApplyT(render.Sun), pose.R.ApplyT(physics.Vec{Z: 1})
	r.light = r.light[:0]
	for _, n := range normals {
		r.light = append(r.light, render.LightAt(n.Dot(sun), n.Dot(up)))
	}
}

// vertex is what varies over a triangle: light, and texture coordinates.
type vertex struct{ light, u, v float64 }

func (r *Renderer) vertex(t *render.Triangle, i int) vertex {
	return vertex{r.light[t.N[i]], float64(t.UV[i][0]), float64(t.UV[i][1])}
}

// paint fills a triangle in the way that its material asks for.
func (r *Renderer) paint(p *render.Part, t *render.Triangle, lamp render.Material, at [3]vertex) {
	e := &r.edges
	m, shade := t.Material, float64(t.Shade)
	if m == render.Lamp {
		m = lamp
	}
	if r.ids {
		r.canvas.flat(e, [3]uint8{uint8(p.ID), uint8(p.ID), uint8(p.ID)})
		return
	}
	if x := render.TextureOf(m); x != nil {
		r.canvas.textured(e, x, float64(shade*at[0].light), at)
		return
	}
	if m.Shining() {
		for i := range at {
			at[i].light = render.Glowing(at[i].light)
		}
	}
	if t.Flat() {
		r.canvas.flat(e, lit(m.Colour(), float64(shade*at[0].light)))
		return
	}
	r.canvas.smooth(e, m.Colour(), shade, at)
}

// lit is a colour under light.
func lit(c [3]uint8, light float64) [3]uint8 {
	return [3]uint8{
		uint8(float64(float64(c[0])*light) + 0.5), uint8(float64(float64(c[1])*light) + 0.5), uint8(float64(float64(c[2])*light) + 0.5),
	}
}

// clip draws the part of a triangle beyond the near plane (Sutherland and Hodgman 1974).
func (r *Renderer) clip(p *render.Part, t *render.Triangle, lamp render.Material) {
	if near := r.view.Near; r.corners[t.P[0]].W < near && r.corners[t.P[1]].W < near && r.corners[t.P[2]].W < near {
		return
	}
	var cs [4]corner
	var vs [4]vertex
	n := 0
	for i := range 3 {
		k := (i + 1) % 3
		a, b := r.corners[t.P[i]], r.corners[t.P[k]]
		va, vb := r.vertex(t, i), r.vertex(t, k)
		if a.W >= r.view.Near {
			cs[n], vs[n] = a, va
			n++
		}
		if a.W >= r.view.Near != (b.W >= r.view.Near) {
			s := (r.view.Near - a.W) / (b.W - a.W)
			cs[n] = corner{X: between(a.X, b.X, s), Y: between(a.Y, b.Y, s), W: r.view.Near}
			r.view.project(&cs[n])
			vs[n] = vertex{between(va.light, vb.light, s), between(va.u, vb.u, s), between(va.v, vb.v, s)}
			n++
		}
	}
	for k := 2; k < n; k++ {
		a, b, c := &cs[0], &cs[k-1], &cs[k]
		if area, front := faces(a, b, c); front && r.edges.set(&r.canvas, a, b, c, area) {
			r.paint(p, t, lamp, [3]vertex{vs[0], vs[k-1], vs[k]})
		}
	}
}

func between(a, b, s float64) float64 { return a + float64((b-a)*s) }
