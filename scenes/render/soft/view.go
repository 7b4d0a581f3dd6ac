package soft

import (
	"math"

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

// viewPoint is a point in view coordinates. X points to the right and Y down, both multiplied by the focal length
// (m pixels), so that the projection is X/W and Y/W. W is the depth (m).
type viewPoint struct{ X, Y, W float64 }

// corner is a projected point: its position on the screen (1/256 pixel), and the bits of 1/W and W. It is four words so
// that a vector instruction writes it.
type corner [4]int64

// newCorner returns a corner.
func newCorner(screenX, screenY int64, invW, w float64) corner {
	return corner{screenX, screenY, int64(math.Float64bits(invW)), int64(math.Float64bits(w))}
}

func (c *corner) screenX() int64 { return c[0] }
func (c *corner) screenY() int64 { return c[1] }
func (c *corner) invW() float64  { return math.Float64frombits(uint64(c[2])) }
func (c *corner) w() float64     { return math.Float64frombits(uint64(c[3])) }

// subpixel is the number of coordinate steps in a pixel. 256 (8 bits) is what graphics hardware uses; both
// renderers then cover nearly the same pixels. firstRow relies on 8 bits.
const subpixel = 256

// project returns the projection of a point beyond the near plane:
//
//	x = CX + X/W     y = CY + Y/W     rounded to 1/256 pixel
func (v *view) project(p viewPoint) corner {
	invW := 1 / p.W
	return newCorner(toSubpixels(v.CX+float64(p.X*invW)), toSubpixels(v.CY+float64(p.Y*invW)), invW, p.W)
}

// toSubpixels rounds a coordinate (pixels) to the nearest 1/256 pixel, ties upwards. The offset makes the value
// positive, where truncation rounds down.
func toSubpixels(x float64) int64 {
	return int64(float64(x*subpixel)+(0.5+subpixelOffset)) - subpixelOffset
}

// subpixelOffset is greater than any coordinate. At 2⁴⁰ the sum in toSubpixels has 12 fractional bits left in a
// float64.
const subpixelOffset = 1 << 40

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

// transform returns the view coordinates of a point.
func (f *modelView) transform(p physics.Vec) viewPoint {
	return viewPoint{f.x.Dot(p) + f.t.X, f.y.Dot(p) + f.t.Y, f.w.Dot(p) + f.t.Z}
}
