package physics

// This file is the dynamics of the arm in generalised coordinates,
//
//	M(q) q̈ + c(q, q̇) = τ
//
// by the composite-rigid-body algorithm for M and the recursive Newton-Euler algorithm for c (Featherstone 2008,
// sections 5.3 and 6.2), both with all quantities about the world's origin: link-to-link transforms disappear and
// inertias add.

// update computes the mass matrix M and the bias force c from q and v; gravity in m/s².
func (a *armState) update(gravity Vec) {
	a.place()
	var body [Joints]rigid
	var fingers [2]rigid
	a.inertias(&body, &fingers)
	a.massMatrix(&body, &fingers)
	a.biasForce(&body, &fingers, gravity)
}

// inertias computes the inertias of the links (the last one with the hand) and of the fingers about the world's origin.
func (a *armState) inertias(body *[Joints]rigid, fingers *[2]rigid) {
	var hand rigid
	a.solids.place(&a.link, &a.hand, body, &hand)
	body[Joints-1] = body[Joints-1].add(hand)
	if g := &a.model.Gripper; g.FingerMass > 0 {
		c := g.FingerCOM
		for i := range fingers {
			com := a.finger[i].Apply(c)
			fingers[i] = rigid{g.FingerMass, com.Scale(g.FingerMass), pointInertia(g.FingerMass, com)}
			c.Y = -c.Y
		}
	}
}

// massMatrix computes M by the composite-rigid-body algorithm,
//
//	M_ij = S_j · (Ic_i S_i),  j <= i
//
// with S_i the motion of joint i and Ic_i the inertia of everything that joint i carries.
func (a *armState) massMatrix(body *[Joints]rigid, fingers *[2]rigid) {
	left, right := fingers[0].apply(a.slide[0]), fingers[1].apply(a.slide[1])
	pinch := left.add(right)
	a.mass[Fingers][Fingers] = a.slide[0].dot(left) + a.slide[1].dot(right) + a.model.Drives[Fingers].Armature
	composite := fingers[0].add(fingers[1])
	for i := Joints - 1; i >= 0; i-- {
		b := &body[i]
		composite.M, composite.H, composite.I = composite.M+b.M, composite.H.Add(b.H), composite.I.Add(b.I)
		f := composite.apply(a.axis[i])
		for j := 0; j <= i; j++ {
			m := a.axis[j].A.Dot(f.A) + a.axis[j].L.Dot(f.L)
			a.mass[i][j], a.mass[j][i] = m, m
		}
		a.mass[i][i] += a.model.Drives[i].Armature
		m := a.axis[i].dot(pinch)
		a.mass[Fingers][i], a.mass[i][Fingers] = m, m
	}
}

// biasForce computes c(q, q̇), the generalised force at which q̈ = 0 under gravity, Coriolis and centrifugal forces,
// by the recursive Newton-Euler algorithm. Gravity enters as an acceleration of the base in the opposite direction.
func (a *armState) biasForce(body *[Joints]rigid, fingers *[2]rigid, gravity Vec) {
	var v spatial
	acc := spatial{L: gravity.Neg()}
	var force [Joints]spatial
	for i := range body {
		joint := a.axis[i].scale(a.v[i])
		acc.addCross(&v, &joint)
		v.A, v.L = v.A.Add(joint.A), v.L.Add(joint.L)
		a.motion[i] = v
		newtonEuler(&force[i], &body[i], &v, &acc)
	}
	a.bias[Fingers] = 0
	last := &force[Joints-1]
	for i := range fingers {
		joint := a.slide[i].scale(a.v[Fingers])
		moving, accelerating := v.add(joint), acc
		accelerating.addCross(&v, &joint)
		var f spatial
		newtonEuler(&f, &fingers[i], &moving, &accelerating)
		a.bias[Fingers] += a.slide[i].dot(f)
		*last = last.add(f)
	}
	var sum spatial
	for i := Joints - 1; i >= 0; i-- {
		sum.A, sum.L = sum.A.Add(force[i].A), sum.L.Add(force[i].L)
		a.bias[i] = a.axis[i].A.Dot(sum.A) + a.axis[i].L.Dot(sum.L)
	}
}

// newtonEuler computes the force on a body that moves with v and accelerates with acc: f = I a + v ×* (I v). With the
// momentum I v = (l, p) the second term is (ω × l + v × p, ω × p).
func newtonEuler(f *spatial, b *rigid, v, acc *spatial) {
	l := b.I.Apply(v.A).Add(b.H.Cross(v.L))
	p := v.L.Scale(b.M).Sub(b.H.Cross(v.A))
	f.A = b.I.Apply(acc.A).Add(b.H.Cross(acc.L)).Add(v.A.Cross(l)).Add(v.L.Cross(p))
	f.L = acc.L.Scale(b.M).Sub(b.H.Cross(acc.A)).Add(v.A.Cross(p))
}

// Dynamics returns the mass matrix (with armature) and the bias force of the arm at (q, v); gravity in m/s².
func (m *Arm) Dynamics(q, v *[DOF]float64, gravity Vec) (mass [DOF][DOF]float64, bias [DOF]float64) {
	a := newArmState(m)
	a.q, a.v = *q, *v
	a.update(gravity)
	return a.mass, a.bias
}
