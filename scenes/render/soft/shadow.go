package soft

import (
	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// shadowCasters are what render.Shadows depends on.
type shadowCasters struct {
	blocks  [len(scenes.Snapshot{}.Blocks)]physics.Pose
	hand    physics.Pose
	fingers [len(scenes.Snapshot{}.Fingers)]physics.Pose
}

// drawShadows darkens the picture drawn so far where its depth equals that in fixed, the depths of the fixed surfaces
// in a buffer of the framebuffer's size. The shadows' polygons are in world coordinates.
func (r *Renderer) drawShadows(all []render.Shadow, fixed []float32) {
	if r.ids {
		return
	}
	world := physics.Pose{R: physics.Identity}
	f := r.view.modelView(&world)
	for i := range all {
		r.drawShadow(&all[i], &f, fixed)
	}
}

// drawShadow draws one shadow as a fan of triangles. A shadow that reaches in front of the near plane is skipped whole
// instead of clipped; the cameras do not come that close to a surface.
func (r *Renderer) drawShadow(s *render.Shadow, f *modelView, fixed []float32) {
	var cs [len(s.Points)]corner
	for i := range s.Count {
		p := f.transform(s.Points[i])
		if p.W < r.view.Near {
			return
		}
		cs[i] = r.view.project(p)
	}
	for k := 2; k < s.Count; k++ {
		e := &r.triangle
		area, front := frontFacing(&cs[0], &cs[k-1], &cs[k])
		if !front || !e.setup(&r.canvas, &cs[0], &cs[k-1], &cs[k], area) {
			continue
		}
		a, b, c := s.UV[0], s.UV[k-1], s.UV[k]
		us := e.plane(e.timesInvW(float64(a[0]), float64(c[0]), float64(b[0])))
		vs := e.plane(e.timesInvW(float64(a[1]), float64(c[1]), float64(b[1])))
		r.canvas.fillShadow(e, s, us, vs, fixed)
	}
}
