package physics

// Body is the description of a free rigid box.
type Body struct {
	Pose            Pose
	Half            Vec     // half extents (m), > 0
	Mass            float64 // kg, > 0
	Velocity        Vec     // m/s
	AngularVelocity Vec     // rad/s
	Surface
}

// bodyState is a free rigid body in motion.
type bodyState struct {
	p       Vec
	q       Quat
	r       Mat // of q
	v, w    Vec
	mass    float64
	inertia Vec // principal, in the body's axes (kg m²)
	inv     Sym // inverse inertia in world axes, of this substep
	still   int32
	asleep  bool
}

// orient refreshes what follows from the orientation.
func (b *bodyState) orient() {
	b.r = b.q.Mat()
	d := Sym{XX: 1 / b.inertia.X, YY: 1 / b.inertia.Y, ZZ: 1 / b.inertia.Z}
	b.inv = d.Rotated(&b.r)
}

// angularMomentum is R I Rᵀ ω.
func (b *bodyState) angularMomentum() Vec {
	l := b.r.ApplyT(b.w)
	return b.r.Apply(Vec{b.inertia.X * l.X, b.inertia.Y * l.Y, b.inertia.Z * l.Z})
}

// move integrates position and orientation over h. The turn keeps angular momentum, not angular velocity: ω is
// recomputed from it, which is the gyroscopic term of Euler's equations without its instability (Buss 2000).
func (b *bodyState) move(h float64) {
	b.p = b.p.AddScaled(h, b.v)
	l := b.angularMomentum()
	b.q = b.q.rotate(b.w.Scale(h))
	b.orient()
	b.w = b.inv.Apply(l)
}
