package soft

import (
	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// view is a camera and a picture size, prepared for projection.
type view struct {
	render.Frustum
	pose          physics.Pose
	width, height int
}

// set prepares a view of the given size (pixels).
func (v *view) set(c *render.Camera, width, height int) {
	*v = view{c.Frustum(width, height), c.Pose, width, height}
}

// corner is a point in view coordinates and, if it lies beyond the near plane, its position on the screen. X points to
// the right and Y down, both multiplied by the focal length (m pixels), so that the projection is X/W and Y/W. W is the
// depth (m).
type corner struct {
	X, Y, W          float64
	screenX, screenY int64   // 1/256 pixel
	invW             float64 // 1/W
}

// subpixel is the number of coordinate steps in a pixel. 256 (8 bits) is what graphics hardware uses; both
// renderers then cover nearly the same pixels. firstRow relies on 8 bits.
const subpixel = 256

// project computes the screen position of a corner beyond the near plane:
//
//	x = CX + X/W     y = CY + Y/W     rounded to 1/256 pixel
func (v *view) project(c *corner) {
	c.invW = 1 / c.W
	c.screenX = toSubpixels(v.CX + float64(c.X*c.invW))
	c.screenY = toSubpixels(v.CY + float64(c.Y*c.invW))
}

// toSubpixels rounds a coordinate (pixels) to the nearest 1/256 pixel, ties upwards. The offset makes the value
// positive, where truncation rounds down. At 2⁴⁰ the sum has 12 fractional bits left in a float64.
func toSubpixels(x float64) int64 {
	const offset = 1 << 40
	return int64(float64(x*subpixel)+(0.5+offset)) - offset
}

// modelView is the transform from an object's coordinates to view coordinates, X = x·p + t.X and so on. x, y and w are
// the rows of the rotation; the rows for X and Y are scaled by the focal length. Camera y and z change sign, because Y
// points down and W away from the camera.
type modelView struct{ x, y, w, t physics.Vec }

// modelView returns the transform for an object's pose.
func (v *view) modelView(pose *physics.Pose) modelView {
	m := v.pose.R.MulT(&pose.R)
	t := v.pose.R.ApplyT(pose.P.Sub(v.pose.P))
	f := v.Focal
	return modelView{
		x: physics.Vec{X: float64(f * m.X.X), Y: float64(f * m.Y.X), Z: float64(f * m.Z.X)},
		y: physics.Vec{X: float64(-f * m.X.Y), Y: float64(-f * m.Y.Y), Z: float64(-f * m.Z.Y)},
		w: physics.Vec{X: -m.X.Z, Y: -m.Y.Z, Z: -m.Z.Z},
		t: physics.Vec{X: float64(f * t.X), Y: float64(-f * t.Y), Z: -t.Z},
	}
}

// transform sets the view coordinates of a corner to those of a point. The corner is not projected yet.
func (f *modelView) transform(c *corner, p *physics.Vec) {
	c.X, c.Y, c.W = f.x.Dot(*p)+f.t.X, f.y.Dot(*p)+f.t.Y, f.w.Dot(*p)+f.t.Z
}
