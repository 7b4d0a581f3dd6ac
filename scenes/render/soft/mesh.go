package soft

import (
	"sync"

	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// mesh holds the points and normals of an object's mesh four at a time, which is how many vector instructions take. The
// last four are filled up with zeros.
type mesh struct {
	points, normals []vec4
	faces           [][3]uint16 // the points of each triangle
}

// vec4 is four vectors (m).
type vec4 struct{ x, y, z [4]float64 }

// meshes are those of render.Objects, in their order, made when first used.
var meshes = sync.OnceValue(func() []mesh {
	var all []mesh
	for _, p := range render.Objects() {
		m := mesh{points: inFours(p.Points), normals: inFours(p.Normals)}
		for _, t := range p.Triangles {
			m.faces = append(m.faces, t.P)
		}
		all = append(all, m)
	}
	return all
})

// inFours returns vectors in fours.
func inFours(all []physics.Vec) []vec4 {
	fours := make([]vec4, (len(all)+3)/4)
	for i, p := range all {
		v := &fours[i/4]
		v.x[i%4], v.y[i%4], v.z[i%4] = p.X, p.Y, p.Z
	}
	return fours
}

// projectPlain sets dst to the projections of points in an object's frame. The screen positions of points in front of
// the near plane have no meaning.
func (v *view) projectPlain(dst []corner, f *modelView, points []vec4) {
	for i := range dst {
		p, k := &points[i/4], i%4
		dst[i] = v.project(f.transform(physics.Vec{X: p.x[k], Y: p.y[k], Z: p.z[k]}))
	}
}

// brightnessPlain sets dst to the brightness of normals, from the directions of the sun and the zenith in their frame.
func brightnessPlain(dst [][4]float64, l *render.Look, normals []vec4, sun, up physics.Vec) {
	for i := range normals {
		n := &normals[i]
		for k := range 4 {
			v := physics.Vec{X: n.x[k], Y: n.y[k], Z: n.z[k]}
			dst[i][k] = l.Brightness(v.Dot(sun), v.Dot(up))
		}
	}
}
