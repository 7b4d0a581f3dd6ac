package physics

import "math"

// Body describes a free rigid box of uniform density.
type Body struct {
	Pose            Pose
	Half            Vec     // half extents (m), in [1e-9, 1e9]
	Mass            float64 // kg, in [1e-12, 1e12]
	Velocity        Vec     // m/s
	AngularVelocity Vec     // rad/s
	Surface
}

// bodyState is the state of a free rigid body. Its rotation is stored as angular momentum l, not as angular velocity:
// without external torque l is constant.
type bodyState struct {
	p              Vec
	q              Quat
	v              Vec     // m/s
	l              Vec     // angular momentum about the centre of mass (kg m²/s)
	r              Mat     // of q
	root           Sym     // I^(-1/2) in world axes
	rootMass       float64 // √m
	invRootInertia Vec     // 1/√I, in the body's axes
	still          int32
	asleep         bool
	held           bool // awake whatever still says, in this substep
}

// newBodyState returns the state of a body as described.
func newBodyState(b *Body) bodyState {
	i := BoxInertia(b.Mass, b.Half)
	s := bodyState{p: b.Pose.P, q: b.Pose.R.Quat(), v: b.Velocity, rootMass: math.Sqrt(b.Mass)}
	s.invRootInertia = Vec{1 / math.Sqrt(i.X), 1 / math.Sqrt(i.Y), 1 / math.Sqrt(i.Z)}
	s.orient()
	o := s.r.ApplyT(b.AngularVelocity)
	s.l = s.r.Apply(Vec{float64(i.X * o.X), float64(i.Y * o.Y), float64(i.Z * o.Z)})
	return s
}

// orient recomputes what depends on the orientation: the rotation matrix R and I^(-1/2) = R diag(1/√I_k) Rᵀ.
func (b *bodyState) orient() {
	b.r = b.q.Mat()
	d := Sym{XX: b.invRootInertia.X, YY: b.invRootInertia.Y, ZZ: b.invRootInertia.Z}
	b.root = d.Rotated(&b.r)
}

// omega returns the angular velocity ω = I⁻¹ l (rad/s).
func (b *bodyState) omega() Vec { return b.root.Apply(b.root.Apply(b.l)) }

// energy returns the kinetic energy ½ m v² + ½ l·I⁻¹ l (J).
func (b *bodyState) energy() float64 {
	p, s := b.v.Scale(b.rootMass), b.root.Apply(b.l)
	return float64(0.5 * (p.Dot(p) + s.Dot(s)))
}

// move integrates position and orientation over h. The orientation turns with the angular velocity at the midpoint of
// the substep, ω = I⁻¹ l with I at the orientation half a substep ahead and l constant. This includes the gyroscopic
// term of Euler's equations without the instability of adding it explicitly (Buss, Accurate and efficient simulation of
// rigid-body rotations, 2000).
func (b *bodyState) move(h float64) {
	b.p = b.p.AddScaled(h, b.v)
	half := b.q.rotate(b.omega().Scale(float64(0.5 * h))).Mat()
	o := half.ApplyT(b.l)
	s := b.invRootInertia
	o = Vec{float64(s.X * s.X * o.X), float64(s.Y * s.Y * o.Y), float64(s.Z * s.Z * o.Z)}
	b.q = b.q.rotate(half.Apply(o).Scale(h))
	b.orient()
}

// pack writes the body's velocity in unit-mass coordinates: √m v and I^(-1/2) l.
func (b *bodyState) pack(y *slot) {
	p, s := b.v.Scale(b.rootMass), b.root.Apply(b.l)
	*y = slot{p.X, p.Y, p.Z, s.X, s.Y, s.Z}
}

// unpack reads the velocity back: v = y/√m, l = I^(1/2) y.
func (b *bodyState) unpack(y *slot) {
	b.v = Vec{y[0] / b.rootMass, y[1] / b.rootMass, y[2] / b.rootMass}
	s := b.r.ApplyT(Vec{y[3], y[4], y[5]})
	b.l = b.r.Apply(Vec{s.X / b.invRootInertia.X, s.Y / b.invRootInertia.Y, s.Z / b.invRootInertia.Z})
}
