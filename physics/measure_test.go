package physics

// What only the tests do to a world and measure of an arm.

// Push applies an impulse (N s) to free body i at a point of the world (m), and wakes it:
//
//	v += p / m,  l += (at - c) × p
func (w *World) Push(i int, impulse, at Vec) {
	b := &w.bodies[i]
	b.v = b.v.AddScaled(1/float64(b.rootMass*b.rootMass), impulse)
	b.l = b.l.Add(at.Sub(b.p).Cross(impulse))
	w.wakePart(Part{FreeBody, i})
}

// Acceleration returns q̈ of the arm at (q, v) under generalised forces tau (N m, N), gravity in m/s², with armature
// and passive damping, without drives, limits and contacts.
func (m *Arm) Acceleration(q, v, tau *[DOF]float64, gravity Vec) (acc [DOF]float64, err error) {
	a := newArmState(m)
	a.q, a.v = *q, *v
	a.update(gravity)
	if err := factor(&a.mass); err != nil {
		return acc, err
	}
	for i := range acc {
		acc[i] = tau[i] - a.bias[i] - float64(m.Drives[i].Damping*v[i])
	}
	solve(&a.mass, &acc)
	return acc, nil
}

// Energy returns the kinetic plus the potential energy of the arm at (q, v) in joules; the potential is zero at the
// world's origin.
func (m *Arm) Energy(q, v *[DOF]float64, gravity Vec) float64 {
	a := newArmState(m)
	a.q, a.v = *q, *v
	a.update(gravity)
	e := 0.0
	for i := range v {
		for j := range v {
			e += float64(float64(0.5*v[i]) * float64(a.mass[i][j]*v[j]))
		}
	}
	var body [Joints]rigid
	var fingers [2]rigid
	a.inertias(&body, &fingers)
	for i := range body {
		e -= gravity.Dot(body[i].H)
	}
	return e - gravity.Dot(fingers[0].H.Add(fingers[1].H))
}
