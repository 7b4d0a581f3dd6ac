package soft

import (
	"slices"

	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// drawObject draws an object, whose mesh is m, at a pose. lamp is the material that replaces render.Lamp. If the
// object's bounding sphere reaches in front of the near plane, triangles that cross the plane are clipped; otherwise no
// triangle is tested.
func (r *Renderer) drawObject(p *render.Object, m *mesh, pose *physics.Pose, lamp render.Material) {
	v := &r.view
	f := v.modelView(pose)
	middle := f.transform(p.Centre)
	visible, near := v.IntersectsSphere(middle.X, middle.Y, middle.W, p.Radius)
	if !visible {
		return
	}
	n := 4 * len(m.points)
	r.corners = slices.Grow(r.corners[:0], n)[:n]
	v.projectAll(r.corners, &f, m.points)
	r.lightNormals(m.normals, pose)
	for i, points := range m.faces {
		a, b, c := &r.corners[points[0]], &r.corners[points[1]], &r.corners[points[2]]
		if near && (a.w() < v.Near || b.w() < v.Near || c.w() < v.Near) {
			if a.w() >= v.Near || b.w() >= v.Near || c.w() >= v.Near {
				r.clipNear(p, &p.Triangles[i], lamp, &f)
			}
			continue
		}
		if area, front := frontFacing(a, b, c); front && r.triangle.setup(&r.canvas, a, b, c, area) {
			t := &p.Triangles[i]
			r.fill(p, t, lamp, &[3]attributes{r.attributesOf(t, 0), r.attributesOf(t, 1), r.attributesOf(t, 2)})
		}
	}
}

// lightNormals computes the brightness of each normal of an object. It rotates the directions of the sun and the zenith
// into the object's frame, which is cheaper than rotating every normal into the world.
func (r *Renderer) lightNormals(normals []vec4, pose *physics.Pose) {
	sun, up := pose.R.ApplyT(r.look.Sun), pose.R.ApplyT(physics.Vec{Z: 1})
	r.light = slices.Grow(r.light[:0], len(normals))[:len(normals)]
	brightness(r.light, &r.look, normals, sun, up)
}

// attributes are the values that vary over a triangle: brightness, and texture coordinates (texels).
type attributes struct{ light, u, v float64 }

// attributesOf returns the attributes of corner i (0 to 2) of a triangle of the current object.
func (r *Renderer) attributesOf(t *render.Triangle, i int) attributes {
	return attributes{r.light[t.N[i]/4][t.N[i]%4], float64(t.UV[i][0]), float64(t.UV[i][1])}
}

// fill fills the prepared triangle with the function for its material: flat ids, a texture, one colour, or a colour
// with interpolated brightness.
func (r *Renderer) fill(p *render.Object, t *render.Triangle, lamp render.Material, at *[3]attributes) {
	e := &r.triangle
	m, shade := t.Material, float64(t.Shade)
	if m == render.Lamp {
		m = lamp
	}
	if r.ids {
		id := uint8(p.ID)
		r.canvas.fillFlat(e, colour{id, id, id})
		return
	}
	if x := render.TextureOf(m); x != nil {
		r.canvas.fillTextured(e, x, r.paletteOf(m, float64(shade*at[0].light)), at)
		return
	}
	if m.Emissive() {
		for i := range at {
			at[i].light = render.EmissiveBrightness(at[i].light)
		}
	}
	if t.Flat() {
		r.canvas.fillFlat(e, r.colours[m].shaded(float64(shade*at[0].light)))
		return
	}
	r.canvas.fillGouraud(e, r.colours[m], shade, at)
}

// colour is 8-bit RGB. The compiler keeps a struct in registers, unlike an array.
type colour struct{ r, g, b uint8 }

// shaded returns a colour times a brightness, rounded to nearest.
func (c colour) shaded(light float64) colour {
	channel := func(x uint8) uint8 { return uint8(float64(float64(x)*light) + 0.5) }
	return colour{channel(c.r), channel(c.g), channel(c.b)}
}

// clipNear draws the part of a triangle beyond the near plane (Sutherland and Hodgman, "Reentrant polygon clipping",
// 1974). The result has at most four corners and is drawn as a fan.
func (r *Renderer) clipNear(p *render.Object, t *render.Triangle, lamp render.Material, f *modelView) {
	points := [3]viewPoint{f.transform(p.Points[t.P[0]]), f.transform(p.Points[t.P[1]]), f.transform(p.Points[t.P[2]])}
	var cs [4]corner
	var vs [4]attributes
	n := 0
	for i := range 3 {
		k := (i + 1) % 3
		a, b := points[i], points[k]
		va, vb := r.attributesOf(t, i), r.attributesOf(t, k)
		if a.W >= r.view.Near {
			cs[n], vs[n] = r.view.project(a), va
			n++
		}
		if a.W >= r.view.Near != (b.W >= r.view.Near) {
			s := (r.view.Near - a.W) / (b.W - a.W)
			cs[n] = r.view.project(viewPoint{lerp(a.X, b.X, s), lerp(a.Y, b.Y, s), r.view.Near})
			vs[n] = attributes{lerp(va.light, vb.light, s), lerp(va.u, vb.u, s), lerp(va.v, vb.v, s)}
			n++
		}
	}
	for k := 2; k < n; k++ {
		a, b, c := &cs[0], &cs[k-1], &cs[k]
		if area, front := frontFacing(a, b, c); front && r.triangle.setup(&r.canvas, a, b, c, area) {
			r.fill(p, t, lamp, &[3]attributes{vs[0], vs[k-1], vs[k]})
		}
	}
}

// lerp interpolates linearly from a at s = 0 to b at s = 1.
func lerp(a, b, s float64) float64 { return a + float64((b-a)*s) }
