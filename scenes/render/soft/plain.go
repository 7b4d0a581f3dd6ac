//go:build !(goexperiment.simd && amd64)

package soft

import (
	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// boundRows bounds the triangle's rows, see boundRowsPlain.
func (e *scanTriangle) boundRows(a, b, c *corner, width int, _ bool) {
	e.boundRowsPlain(a, b, c, width)
}

// fillTextured fills a triangle with a texture, see fillTexturedPlain.
func (v *framebuffer) fillTextured(e *scanTriangle, t *render.Texture, palette *palette, at *[3]attributes) {
	v.fillTexturedPlain(e, t, palette, at, 0)
}

// fillShadow darkens a triangle, see fillShadowPlain.
func (v *framebuffer) fillShadow(e *scanTriangle, s *render.Shadow, us, vs plane, fixed []float32) {
	v.fillShadowPlain(e, s, us, vs, fixed, 0)
}

// projectAll projects points, see projectPlain.
func (v *view) projectAll(dst []corner, f *modelView, points []vec4) { v.projectPlain(dst, f, points) }

// brightness computes the brightness of normals, see brightnessPlain.
func brightness(dst [][4]float64, l *render.Look, normals []vec4, sun, up physics.Vec) {
	brightnessPlain(dst, l, normals, sun, up)
}
