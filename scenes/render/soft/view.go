package soft

import (
	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// view is a camera and a picture size, prepared for projecting.
type view struct {
	render.Frustum
	pose          physics.Pose
	width, height int
}

func (v *view) set(c *render.Camera, width, height int) {
	*v = view{c.Frustum(width, height), c.Pose, width, height}
}

// corner is a point before the camera: X to the right and Y down, both times the focal length (m pixels), W deep (m);
// and, if it lies beyond the near plane, where it falls on the screen.
type corner struct {
	X, Y, W          float64
	screenX, screenY int64   // 1/256 pixel
	invW             float64 // 1/W
}

// subpixel is how many steps a pixel has. 256 is what graphics cards have.
const subpixel = 256

// project completes a corner beyond the near plane.
func (v *view) project(c *corner) {
	c.invW = 1 / c.W
	c.screenX = toSubpixels(v.CX + float64(c.X*c.invW))
	c.screenY = toSubpixels(v.CY + float64(c.Y*c.invW))
}

// snap rounds a coordinate (pixels) to 1/256. The offset makes truncation round down for negative ones too.
func toSubpixels(x float64) int64 {
	const offset = 1 << 40
	return int64(float64(x*subpixel)+(0.5+offset)) - offset
}

// frame is the way from a part's coordinates to a view's: rows of the rotation, X and Y scaled by the focal length.
type modelView struct{ x, y, w, t physics.Vec }

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

func (f *modelView) transform(p physics.Vec) corner {
	return corner{X: f.x.Dot(p) + f.t.X, Y: f.y.Dot(p) + f.t.Y, W: f.w.Dot(p) + f.t.Z}
}
