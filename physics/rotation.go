package physics

import (
	"math"

	"counterpoise/internal/num"
)

// Mat is a 3x3 matrix by columns. In a rotation, X, Y and Z are the directions of the body's axes in the world.
type Mat struct{ X, Y, Z Vec }

// Identity is the identity rotation.
var Identity = Mat{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}

// Apply returns m v: from body to world coordinates.
func (m *Mat) Apply(v Vec) Vec {
	return Vec{
		float64(m.X.X*v.X) + float64(m.Y.X*v.Y) + float64(m.Z.X*v.Z),
		float64(m.X.Y*v.X) + float64(m.Y.Y*v.Y) + float64(m.Z.Y*v.Z),
		float64(m.X.Z*v.X) + float64(m.Y.Z*v.Y) + float64(m.Z.Z*v.Z),
	}
}

// ApplyT returns mᵀ v: from world to body coordinates.
func (m *Mat) ApplyT(v Vec) Vec { return Vec{m.X.Dot(v), m.Y.Dot(v), m.Z.Dot(v)} }

// Mul returns m n: the rotation n followed by m.
func (m *Mat) Mul(n *Mat) Mat { return Mat{m.Apply(n.X), m.Apply(n.Y), m.Apply(n.Z)} }

// MulT returns mᵀ n: the rotation n in the frame of m.
func (m *Mat) MulT(n *Mat) Mat { return Mat{m.ApplyT(n.X), m.ApplyT(n.Y), m.ApplyT(n.Z)} }

// Column returns column i (0, 1, 2).
func (m *Mat) Column(i int) Vec {
	switch i {
	case 0:
		return m.X
	case 1:
		return m.Y
	}
	return m.Z
}

// RotX returns the rotation by a (rad) about x.
func RotX(a float64) Mat {
	s, c := num.Sincos(a)
	return Mat{Vec{1, 0, 0}, Vec{0, c, s}, Vec{0, -s, c}}
}

// RotY returns the rotation by a (rad) about y.
func RotY(a float64) Mat {
	s, c := num.Sincos(a)
	return Mat{Vec{c, 0, -s}, Vec{0, 1, 0}, Vec{s, 0, c}}
}

// RotZ returns the rotation by a (rad) about z.
func RotZ(a float64) Mat {
	s, c := num.Sincos(a)
	return Mat{Vec{c, s, 0}, Vec{-s, c, 0}, Vec{0, 0, 1}}
}

// turnZ turns a rotation by a (rad) about its own z axis: m becomes m RotZ(a).
func (m *Mat) turnZ(a float64) {
	s, c := num.Sincos(a)
	m.X, m.Y = m.X.Scale(c).AddScaled(s, m.Y), m.Y.Scale(c).AddScaled(-s, m.X)
}

// FromEuler returns the rotation by fixed-axis Euler angles (rad): first x, then y, then z; R = Rz Ry Rx.
func FromEuler(e Vec) Mat {
	x, y, z := RotX(e.X), RotY(e.Y), RotZ(e.Z)
	zy := z.Mul(&y)
	return zy.Mul(&x)
}

// Euler returns the fixed-axis Euler angles (rad) of a rotation: x and z in (-π, π], y in [-π/2, π/2].
// At the poles y = ±π/2, where x and z turn about the same axis, x is set to zero.
func (m *Mat) Euler() Vec {
	cy := math.Sqrt(float64(m.X.X*m.X.X) + float64(m.X.Y*m.X.Y))
	y := num.Atan2(-m.X.Z, cy)
	if cy < 1e-9 {
		return Vec{0, y, num.Atan2(-m.Y.X, m.Y.Y)}
	}
	return Vec{num.Atan2(m.Y.Z, m.Z.Z), y, num.Atan2(m.X.Y, m.X.X)}
}

// RotationVector returns the axis of a rotation times its angle in [0, π] (rad).
func (m *Mat) RotationVector() Vec {
	v := Vec{m.Y.Z - m.Z.Y, m.Z.X - m.X.Z, m.X.Y - m.Y.X} // 2 sin(angle) axis
	n, c := v.Norm(), (m.X.X+m.Y.Y+m.Z.Z-1)/2
	angle := num.Atan2(n/2, c)
	if n > 2e-6 {
		return v.Scale(angle / n)
	}
	if c > 0 {
		return v.Scale(0.5) // small angle: sin(angle) = angle
	}
	return m.halfTurnAxis().Scale(angle)
}

// halfTurnAxis returns the axis of a rotation by π: the longest column of m + 1, which equals 2 n nᵀ for the axis n.
func (m *Mat) halfTurnAxis() Vec {
	best := Vec{}
	for i := range 3 {
		c := m.Column(i)
		switch i {
		case 0:
			c.X++
		case 1:
			c.Y++
		default:
			c.Z++
		}
		if c.Norm() > best.Norm() {
			best = c
		}
	}
	return best.Unit()
}

// Quat is a unit quaternion W + Xi + Yj + Zk: the orientation of a free body.
type Quat struct{ W, X, Y, Z float64 }

// Mat returns the rotation matrix of q.
func (q Quat) Mat() Mat {
	xx, yy, zz := float64(q.X*q.X), float64(q.Y*q.Y), float64(q.Z*q.Z)
	xy, xz, yz := float64(q.X*q.Y), float64(q.X*q.Z), float64(q.Y*q.Z)
	wx, wy, wz := float64(q.W*q.X), float64(q.W*q.Y), float64(q.W*q.Z)
	return Mat{
		Vec{1 - float64(2*(yy+zz)), float64(2 * (xy + wz)), float64(2 * (xz - wy))},
		Vec{float64(2 * (xy - wz)), 1 - float64(2*(xx+zz)), float64(2 * (yz + wx))},
		Vec{float64(2 * (xz + wy)), float64(2 * (yz - wx)), 1 - float64(2*(xx+yy))},
	}
}

// Quat returns the unit quaternion of a rotation, with W >= 0 (Shepperd 1978: divide by the greatest component).
func (m *Mat) Quat() Quat {
	tr := m.X.X + m.Y.Y + m.Z.Z
	var q Quat
	switch {
	case tr >= m.X.X && tr >= m.Y.Y && tr >= m.Z.Z:
		q = Quat{1 + tr, m.Y.Z - m.Z.Y, m.Z.X - m.X.Z, m.X.Y - m.Y.X}
	case m.X.X >= m.Y.Y && m.X.X >= m.Z.Z:
		q = Quat{m.Y.Z - m.Z.Y, 1 + m.X.X - m.Y.Y - m.Z.Z, m.X.Y + m.Y.X, m.Z.X + m.X.Z}
	case m.Y.Y >= m.Z.Z:
		q = Quat{m.Z.X - m.X.Z, m.X.Y + m.Y.X, 1 + m.Y.Y - m.X.X - m.Z.Z, m.Y.Z + m.Z.Y}
	default:
		q = Quat{m.X.Y - m.Y.X, m.Z.X + m.X.Z, m.Y.Z + m.Z.Y, 1 + m.Z.Z - m.X.X - m.Y.Y}
	}
	if q.W < 0 {
		q = Quat{-q.W, -q.X, -q.Y, -q.Z}
	}
	return q.unit()
}

// unit returns q scaled to length one.
func (q Quat) unit() Quat {
	n := math.Sqrt(float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z))
	return Quat{q.W / n, q.X / n, q.Y / n, q.Z / n}
}

// rotate turns q by the rotation vector r (rad, world frame): q' = exp(r/2) q, to second order and renormalised.
func (q Quat) rotate(r Vec) Quat {
	h := r.Scale(0.5)
	w := 1 - float64(0.5*h.Dot(h))
	return Quat{
		float64(w*q.W) - float64(h.X*q.X) - float64(h.Y*q.Y) - float64(h.Z*q.Z),
		float64(w*q.X) + float64(h.X*q.W) + float64(h.Y*q.Z) - float64(h.Z*q.Y),
		float64(w*q.Y) + float64(h.Y*q.W) + float64(h.Z*q.X) - float64(h.X*q.Z),
		float64(w*q.Z) + float64(h.Z*q.W) + float64(h.X*q.Y) - float64(h.Y*q.X),
	}.unit()
}

// Pose is a position (m) and an orientation.
type Pose struct {
	P Vec
	R Mat
}

// At returns the pose at position p without rotation.
func At(x, y, z float64) Pose { return Pose{Vec{x, y, z}, Identity} }

// Apply transforms a point from the pose's frame to the world.
func (p *Pose) Apply(v Vec) Vec { return p.P.Add(p.R.Apply(v)) }

// ApplyT transforms a point from the world to the pose's frame.
func (p *Pose) ApplyT(v Vec) Vec { return p.R.ApplyT(v.Sub(p.P)) }

// Mul returns the world pose of o, which is given in the frame of p.
func (p *Pose) Mul(o *Pose) Pose { return Pose{p.Apply(o.P), p.R.Mul(&o.R)} }
