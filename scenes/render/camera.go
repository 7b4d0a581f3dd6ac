package render

import (
	"fmt"
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Widths and heights of the two pictures of an observation, pixels.
const (
	StaticSize  = scenes.StaticSize
	GripperSize = scenes.GripperSize
)

// Camera is a pinhole camera. It is comparable: equal cameras give equal pictures of equal snapshots, so renderers use
// it as a cache key.
type Camera struct {
	// Pose maps camera coordinates to the world: x points to the right of the picture, y up, z from the scene towards
	// the camera, as in OpenGL.
	Pose physics.Pose
	// FOV is the vertical field of view (degrees), in (0, 180).
	FOV float64
	// Near and Far are the distances of the clipping planes (m along the optical axis), 0 < Near < Far.
	Near, Far float64
	// Stationary tells the renderer that more pictures from this camera will follow. It then caches the picture of the
	// objects that do not move from one to the next. The pixels do not depend on it.
	Stationary bool
}

// Check returns an error if the field of view or the clipping planes are out of range. The pose is not checked: what a
// camera sees from a pose that is not finite is undefined.
func (c *Camera) Check() error {
	if c.FOV > 0 && c.FOV < 180 && c.Near > 0 && c.Near < c.Far && !math.IsInf(c.Far, 1) {
		return nil
	}
	return fmt.Errorf("render: a camera with a field of view of %v degrees and clipping planes at %v and %v m; the "+
		"field must be in (0, 180), and the planes positive, finite and in order", c.FOV, c.Near, c.Far)
}

// StaticCamera returns CALVIN's static camera (calvin_env, conf/cameras/cameras/static.yaml).
func StaticCamera() Camera {
	eye := physics.Vec{X: 2.871459009488717, Y: -2.166602199425597, Z: 2.555159848480571}
	at := physics.Vec{X: -0.026242351159453392, Y: -0.0302329882979393, Z: 0.3920000493526459}
	up := physics.Vec{X: 0.4041403970338857, Y: 0.22629790978217404, Z: 0.8862616969685161}
	return Camera{Pose: LookAt(eye, at, up), FOV: 10, Near: 0.01, Far: 10, Stationary: true}
}

// GripperCamera returns CALVIN's gripper camera. It is mounted on the hand at (-0.1, 0, 0) m, turned by roll-pitch-yaw
// (1.3, 0, -1.57) rad, and looks along its link's y axis with -z up (calvin_env, panda_longer_finger.urdf and
// camera/gripper_camera.py).
func GripperCamera(s *scenes.Snapshot) Camera {
	eye := s.Hand.P.AddScaled(-0.1, s.Hand.R.X)
	mount := physics.FromEuler(physics.Vec{X: 1.3, Z: -1.57})
	link := s.Hand.R.Mul(&mount)
	return Camera{Pose: LookAt(eye, eye.Add(link.Y), link.Z.Neg()), FOV: 75, Near: 0.01, Far: 2}
}

// Orbit returns a camera at a distance (m) from the point at, which it looks at. azimuth (rad) is measured from the
// x axis towards y. elevation (rad, above the horizontal) must lie strictly between -π/2 and π/2: at ±π/2 the line of
// sight is parallel to the up direction. fov is the vertical field of view (degrees).
func Orbit(at physics.Vec, distance, azimuth, elevation, fov float64) Camera {
	sa, ca := num.Sincos(azimuth)
	se, ce := num.Sincos(elevation)
	offset := physics.Vec{X: float64(distance * ce * ca), Y: float64(distance * ce * sa), Z: float64(distance * se)}
	eye := at.Add(offset)
	return Camera{Pose: LookAt(eye, at, physics.Vec{Z: 1}), FOV: fov, Near: 0.05, Far: 30}
}

// LookAt returns the pose of a camera at eye that looks at the point at. up is the direction that points upwards in the
// picture; it must not be parallel to the line of sight. The axes are those of gluLookAt:
//
//	z = (eye - at) / |eye - at|     x = (up × z) / |up × z|     y = z × x
func LookAt(eye, at, up physics.Vec) physics.Pose {
	z := eye.Sub(at).Unit()
	x := up.Cross(z).Unit()
	return physics.Pose{P: eye, R: physics.Mat{X: x, Y: z.Cross(x), Z: z}}
}

// Focal returns the focal length, in pixels, for a picture of the given height h:
//
//	f = (h/2) / tan(FOV/2)
//
// Pixels are square, so the same f holds horizontally.
func (c *Camera) Focal(height int) float64 {
	s, co := num.Sincos(c.FOV * math.Pi / 360)
	return float64(height) / 2 * co / s
}

// Project returns the pixel coordinates of a world point p: u from the left edge of the picture, v from the upper edge,
// and its depth (m along the optical axis). With q = Rᵀ(p - P) in camera coordinates and focal length f (pixels),
//
//	u = w/2 - f q_x / q_z     v = h/2 + f q_y / q_z     depth = -q_z
//
// The centre of the upper left pixel is (0.5, 0.5). Behind the camera, depth is negative and u and v are meaningless.
func (c *Camera) Project(p physics.Vec, width, height int) (u, v, depth float64) {
	q := c.Pose.R.ApplyT(p.Sub(c.Pose.P))
	f := c.Focal(height)
	cx, cy := float64(float64(width)/2), float64(float64(height)/2)
	return cx - float64(f*q.X)/q.Z, cy + float64(f*q.Y)/q.Z, -q.Z
}

// ProjectionMatrix returns the 4 x 4 matrix from camera to clip coordinates, in OpenGL's column-major order
// (gluPerspective). With n = Near and m = Far, the depth row maps z = -n to -1 and z = -m to +1 after division by w:
//
//	z_clip = (n + m)/(n - m) z + 2 n m/(n - m)     w_clip = -z
func (c *Camera) ProjectionMatrix(width, height int) [16]float32 {
	f := float64(2 * c.Focal(height))
	d := c.Near - c.Far
	return [16]float32{
		0:  float32(f / float64(width)),
		5:  float32(f / float64(height)),
		10: float32((c.Near + c.Far) / d), 11: -1,
		14: float32(2 * c.Near * c.Far / d),
	}
}
