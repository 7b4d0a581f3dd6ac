package physics

// Sym is a symmetric 3x3 matrix: a rotational inertia (kg m²).
type Sym struct{ XX, YY, ZZ, XY, XZ, YZ float64 }

// Apply returns s v.
func (s *Sym) Apply(v Vec) Vec {
	return Vec{
		float64(s.XX*v.X) + float64(s.XY*v.Y) + float64(s.XZ*v.Z),
		float64(s.XY*v.X) + float64(s.YY*v.Y) + float64(s.YZ*v.Z),
		float64(s.XZ*v.X) + float64(s.YZ*v.Y) + float64(s.ZZ*v.Z),
	}
}

// Add returns s + t.
func (s Sym) Add(t Sym) Sym {
	return Sym{s.XX + t.XX, s.YY + t.YY, s.ZZ + t.ZZ, s.XY + t.XY, s.XZ + t.XZ, s.YZ + t.YZ}
}

// isSemidefinite reports whether s is positive semidefinite: no principal minor of it is negative. The diagonal is
// raised by a billionth of its sum, so that rounding makes no minor of a point or a thin rod negative.
func (s *Sym) isSemidefinite() bool {
	e := float64(1e-9 * (s.XX + s.YY + s.ZZ))
	x, y, z := s.XX+e, s.YY+e, s.ZZ+e
	yz, xz, xy := float64(s.YZ*s.YZ), float64(s.XZ*s.XZ), float64(s.XY*s.XY)
	det := float64(x*(float64(y*z)-yz)) - float64(y*xz) - float64(z*xy) + float64(2*s.XY*float64(s.XZ*s.YZ))
	return x >= 0 && y >= 0 && z >= 0 && float64(y*z) >= yz && float64(x*z) >= xz && float64(x*y) >= xy && det >= 0
}

// Rotated returns R s Rᵀ: an inertia given in the axes of r, in world axes.
func (s *Sym) Rotated(r *Mat) Sym {
	// Columns of R s, then rows against R.
	a := r.X.Scale(s.XX).AddScaled(s.XY, r.Y).AddScaled(s.XZ, r.Z)
	b := r.X.Scale(s.XY).AddScaled(s.YY, r.Y).AddScaled(s.YZ, r.Z)
	c := r.X.Scale(s.XZ).AddScaled(s.YZ, r.Y).AddScaled(s.ZZ, r.Z)
	row := func(p, q, w, u, v, x float64) float64 { return float64(p*u) + float64(q*v) + float64(w*x) }
	return Sym{
		XX: row(a.X, b.X, c.X, r.X.X, r.Y.X, r.Z.X),
		YY: row(a.Y, b.Y, c.Y, r.X.Y, r.Y.Y, r.Z.Y),
		ZZ: row(a.Z, b.Z, c.Z, r.X.Z, r.Y.Z, r.Z.Z),
		XY: row(a.X, b.X, c.X, r.X.Y, r.Y.Y, r.Z.Y),
		XZ: row(a.X, b.X, c.X, r.X.Z, r.Y.Z, r.Z.Z),
		YZ: row(a.Y, b.Y, c.Y, r.X.Z, r.Y.Z, r.Z.Z),
	}
}

// pointInertia returns the inertia about the origin of a mass m at c: m (c·c 1 - c cᵀ), the parallel-axis term.
func pointInertia(m float64, c Vec) Sym {
	return Sym{
		XX: float64(m * (float64(c.Y*c.Y) + float64(c.Z*c.Z))),
		YY: float64(m * (float64(c.X*c.X) + float64(c.Z*c.Z))),
		ZZ: float64(m * (float64(c.X*c.X) + float64(c.Y*c.Y))),
		XY: -float64(m * float64(c.X*c.Y)),
		XZ: -float64(m * float64(c.X*c.Z)),
		YZ: -float64(m * float64(c.Y*c.Z)),
	}
}

// BoxInertia returns the principal inertias (kg m²) of a solid box of mass m (kg) with half extents h (m):
// m/3 (hy² + hz²) about x, and so on.
func BoxInertia(m float64, h Vec) Vec {
	x, y, z := float64(h.X*h.X), float64(h.Y*h.Y), float64(h.Z*h.Z)
	return Vec{float64(m / 3 * (y + z)), float64(m / 3 * (x + z)), float64(m / 3 * (x + y))}
}

// spatial is a motion (angular, linear velocity) or a force (moment, force) about the world's origin, in Plücker
// coordinates (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 2).
type spatial struct{ A, L Vec }

func (s spatial) add(t spatial) spatial { return spatial{s.A.Add(t.A), s.L.Add(t.L)} }

func (s spatial) scale(k float64) spatial { return spatial{s.A.Scale(k), s.L.Scale(k)} }

// dot returns the power of a force f on a motion s (W).
func (s spatial) dot(f spatial) float64 { return s.A.Dot(f.A) + s.L.Dot(f.L) }

// addCross adds v × m to s, the rate of change of a motion m carried along by v.
func (s *spatial) addCross(v, m *spatial) {
	s.A = s.A.Add(v.A.Cross(m.A))
	s.L = s.L.Add(v.A.Cross(m.L)).Add(v.L.Cross(m.A))
}

// rigid is the spatial inertia of a rigid body about the world's origin: mass M (kg), first moment H = m c (kg m),
// second moment I (kg m²). Inertias about the same point add.
type rigid struct {
	M float64
	H Vec
	I Sym
}

// newRigid converts an inertia about the centre of mass, given in the axes of r, to the world's origin.
func newRigid(mass float64, com Vec, inertia *Sym, r *Mat) rigid {
	return rigid{mass, com.Scale(mass), inertia.Rotated(r).Add(pointInertia(mass, com))}
}

// solids are the masses (kg), centres of mass (m) and inertias about these (kg m²: xx, yy, zz, xy, xz, yz) of the seven
// links and the hand, each in its own axes.
type solids struct {
	mass    slot
	com     [3]slot
	inertia [6]slot
}

// handSolid is the index of the hand.
const handSolid = Joints

// newSolids returns the solids of an arm.
func newSolids(m *Arm) (s solids) {
	for i := range m.Links {
		l := &m.Links[i]
		s.set(i, l.Mass, l.COM, &l.Inertia)
	}
	s.set(handSolid, m.Gripper.Mass, m.Gripper.COM, &m.Gripper.Inertia)
	return s
}

// set sets one solid.
func (s *solids) set(i int, mass float64, com Vec, inertia *Sym) {
	s.mass[i] = mass
	s.com[0][i], s.com[1][i], s.com[2][i] = com.X, com.Y, com.Z
	for k, x := range [6]float64{inertia.XX, inertia.YY, inertia.ZZ, inertia.XY, inertia.XZ, inertia.YZ} {
		s.inertia[k][i] = x
	}
}

// placePlain computes the spatial inertias of links and hand at their poses.
func (s *solids) placePlain(links *[Joints]Pose, hand *Pose, body *[Joints]rigid, handBody *rigid) {
	for i := range body {
		s.placeOne(i, &links[i], &body[i])
	}
	s.placeOne(handSolid, hand, handBody)
}

// placeOne does the same for one solid.
func (s *solids) placeOne(i int, at *Pose, b *rigid) {
	com, k := Vec{s.com[0][i], s.com[1][i], s.com[2][i]}, &s.inertia
	*b = newRigid(s.mass[i], at.Apply(com), &Sym{k[0][i], k[1][i], k[2][i], k[3][i], k[4][i], k[5][i]}, &at.R)
}

func (b rigid) add(c rigid) rigid { return rigid{b.M + c.M, b.H.Add(c.H), b.I.Add(c.I)} }

// apply returns the momentum of the body moving with v: (I ω + H × v, m v - H × ω).
func (b *rigid) apply(v spatial) spatial {
	return spatial{b.I.Apply(v.A).Add(b.H.Cross(v.L)), v.L.Scale(b.M).Sub(b.H.Cross(v.A))}
}
