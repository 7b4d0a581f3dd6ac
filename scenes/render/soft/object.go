package soft

import (
	"slices"

	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// drawObject draws an object at a pose. lamp is the material that replaces render.Lamp. If the object's bounding sphere
// reaches in front of the near plane, triangles that cross the plane are clipped; otherwise no triangle is tested.
func (r *Renderer) drawObject(p *render.Object, pose *physics.Pose, lamp render.Material) {
	v := &r.view
	f := v.modelView(pose)
	var middle corner
	f.transform(&middle, &p.Centre)
	visible, near := v.IntersectsSphere(middle.X, middle.Y, middle.W, p.Radius)
	if !visible {
		return
	}
	n := len(p.Points)
	r.corners = slices.Grow(r.corners[:0], n)[:n]
	for i := range r.corners {
		c := &r.corners[i]
		f.transform(c, &p.Points[i])
		if c.W >= v.Near {
			v.project(c)
		}
	}
	r.lightNormals(p.Normals, pose)
	for i := range p.Triangles {
		t := &p.Triangles[i]
		a, b, c := &r.corners[t.P[0]], &r.corners[t.P[1]], &r.corners[t.P[2]]
		if near && (a.W < v.Near || b.W < v.Near || c.W < v.Near) {
			r.clipNear(p, t, lamp)
			continue
		}
		if area, front := frontFacing(a, b, c); front && r.triangle.setup(&r.canvas, a, b, c, area) {
			r.fill(p, t, lamp, [3]attributes{r.attributesOf(t, 0), r.attributesOf(t, 1), r.attributesOf(t, 2)})
		}
	}
}

// lightNormals computes the brightness of each normal of an object. It rotates the directions of the sun and the zenith
// into the object's frame, which is cheaper than rotating every normal into the world.
func (r *Renderer) lightNormals(normals []physics.Vec, pose *physics.Pose) {
	sun, up := pose.R.ApplyT(r.look.Sun), pose.R.ApplyT(physics.Vec{Z: 1})
	r.light = r.light[:0]
	for _, n := range normals {
		r.light = append(r.light, r.look.Brightness(n.Dot(sun), n.Dot(up)))
	}
}

// attributes are the values that vary over a triangle: brightness, and texture coordinates (texels).
type attributes struct{ light, u, v float64 }

// attributesOf returns the attributes of corner i (0 to 2) of a triangle of the current object.
func (r *Renderer) attributesOf(t *render.Triangle, i int) attributes {
	return attributes{r.light[t.N[i]], float64(t.UV[i][0]), float64(t.UV[i][1])}
}

// fill fills the prepared triangle with the function for its material: flat ids, a texture, one colour, or a colour
// with interpolated brightness.
func (r *Renderer) fill(p *render.Object, t *render.Triangle, lamp render.Material, at [3]attributes) {
	e := &r.triangle
	m, shade := t.Material, float64(t.Shade)
	if m == render.Lamp {
		m = lamp
	}
	if r.ids {
		r.canvas.fillFlat(e, [3]uint8{uint8(p.ID), uint8(p.ID), uint8(p.ID)})
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
		r.canvas.fillFlat(e, shaded(r.look.Colour(m, r.lookAlike), float64(shade*at[0].light)))
		return
	}
	r.canvas.fillGouraud(e, r.look.Colour(m, r.lookAlike), shade, at)
}

// shaded returns a colour times a brightness, rounded to nearest.
func shaded(c [3]uint8, light float64) [3]uint8 {
	channel := func(x uint8) uint8 { return uint8(float64(float64(x)*light) + 0.5) }
	return [3]uint8{channel(c[0]), channel(c[1]), channel(c[2])}
}

// clipNear draws the part of a triangle beyond the near plane (Sutherland and Hodgman, "Reentrant polygon clipping",
// 1974). The result has at most four corners and is drawn as a fan.
func (r *Renderer) clipNear(p *render.Object, t *render.Triangle, lamp render.Material) {
	if near := r.view.Near; r.corners[t.P[0]].W < near && r.corners[t.P[1]].W < near && r.corners[t.P[2]].W < near {
		return
	}
	var cs [4]corner
	var vs [4]attributes
	n := 0
	for i := range 3 {
		k := (i + 1) % 3
		a, b := r.corners[t.P[i]], r.corners[t.P[k]]
		va, vb := r.attributesOf(t, i), r.attributesOf(t, k)
		if a.W >= r.view.Near {
			cs[n], vs[n] = a, va
			n++
		}
		if a.W >= r.view.Near != (b.W >= r.view.Near) {
			s := (r.view.Near - a.W) / (b.W - a.W)
			cs[n] = corner{X: lerp(a.X, b.X, s), Y: lerp(a.Y, b.Y, s), W: r.view.Near}
			r.view.project(&cs[n])
			vs[n] = attributes{lerp(va.light, vb.light, s), lerp(va.u, vb.u, s), lerp(va.v, vb.v, s)}
			n++
		}
	}
	for k := 2; k < n; k++ {
		a, b, c := &cs[0], &cs[k-1], &cs[k]
		if area, front := frontFacing(a, b, c); front && r.triangle.setup(&r.canvas, a, b, c, area) {
			r.fill(p, t, lamp, [3]attributes{vs[0], vs[k-1], vs[k]})
		}
	}
}

// lerp interpolates linearly from a at s = 0 to b at s = 1.
func lerp(a, b, s float64) float64 { return a + float64((b-a)*s) }
