package render

import (
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Sizes of the two pictures of an observation (pixels; both are square).
const (
	StaticSize = 200
	EgoSize    = 84
)

// Camera is a pinhole camera. It is comparable: two cameras that are equal see the same of the same snapshot.
type Camera struct {
	// Pose is where it stands: x to the right of the picture, y up, z from the scene towards the eye, as in OpenGL.
	Pose physics.Pose
	// FOV is the vertical field of view (degrees).
	FOV float64
	// Near and Far bound what is drawn (m along the optical axis).
	Near, Far float64
	// Still promises that more pictures will be taken from here, so that what never moves is worth keeping.
	Still bool
}

// Static is CALVIN's static camera (calvin_env, conf/cameras/cameras/static.yaml).
func Static() Camera {
	eye := physics.Vec{X: 2.871459009488717, Y: -2.166602199425597, Z: 2.555159848480571}
	at := physics.Vec{X: -0.026242351159453392, Y: -0.0302329882979393, Z: 0.3920000493526459}
	up := physics.Vec{X: 0.4041403970338857, Y: 0.22629790978217404, Z: 0.8862616969685161}
	return Camera{Pose: LookAt(eye, at, up), FOV: 10, Near: 0.01, Far: 10, Still: true}
}

// Ego is CALVIN's gripper camera: it hangs on the hand at (-0.1, 0, 0), turned by roll-pitch-yaw (1.3, 0, -1.57), and
// looks along its link's y axis with -z up (calvin_env, panda_longer_finger.urdf and camera/gripper_camera.py).
func Ego(s *scenes.Snapshot) Camera {
	eye := s.Hand.P.AddScaled(-0.1, s.Hand.R.X)
	mount := physics.FromEuler(physics.Vec{X: 1.3, Z: -1.57})
	link := s.Hand.R.Mul(&mount)
	return Camera{Pose: LookAt(eye, eye.Add(link.Y), link.Z.Neg()), FOV: 75, Near: 0.01, Far: 2}
}

// Orbit is a free camera at a distance (m) from a point, seen from azimuth (rad, from the x axis towards y) and
// elevation (rad, above the horizon, less than a quarter turn).
func Orbit(at physics.Vec, distance, azimuth, elevation, fov float64) Camera {
	sa, ca := num.Sincos(azimuth)
	se, ce := num.Sincos(elevation)
	eye := at.Add(physics.Vec{X: float64(distance * ce * ca), Y: float64(distance * ce * sa), Z: float64(distance * se)})
	return Camera{Pose: LookAt(eye, at, physics.Vec{Z: 1}), FOV: fov, Near: 0.05, Far: 30}
}

// LookAt is the pose of a camera at eye that looks at a point with a given direction up in the picture. up must not be
// parallel to the line of sight.
func LookAt(eye, at, up physics.Vec) physics.Pose {
	z := eye.Sub(at).Unit()
	x := up.Cross(z).Unit()
	return physics.Pose{P: eye, R: physics.Mat{X: x, Y: z.Cross(x), Z: z}}
}

// Focal is the focal length in pixels of a picture of the given height.
func (c *Camera) Focal(height int) float64 {
	s, co := num.Sincos(c.FOV * math.Pi / 360)
	return float64(height) / 2 * co / s
}

// Project says where a point of the world falls in a picture: u pixels from its left edge, v from its upper edge, and how
// deep it lies (m along the optical axis). Behind the camera, depth is negative and u and v mean nothing.
func (c *Camera) Project(p physics.Vec, width, height int) (u, v, depth float64) {
	q := c.Pose.R.ApplyT(p.Sub(c.Pose.P))
	f := c.Focal(height)
	return float64(width)/2 - float64(f*q.X)/q.Z, float64(height)/2 + float64(f*q.Y)/q.Z, -q.Z
}

// View is the matrix from world to camera coordinates, by columns, as OpenGL wants it.
func (c *Camera) ViewMatrix() [16]float32 {
	r := &c.Pose.R
	t := r.ApplyT(c.Pose.P).Neg()
	return [16]float32{
		float32(r.X.X), float32(r.Y.X), float32(r.Z.X), 0,
		float32(r.X.Y), float32(r.Y.Y), float32(r.Z.Y), 0,
		float32(r.X.Z), float32(r.Y.Z), float32(r.Z.Z), 0,
		float32(t.X), float32(t.Y), float32(t.Z), 1,
	}
}

// Projection is the matrix from camera to clip coordinates, by columns, as OpenGL wants it.
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
