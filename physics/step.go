package physics

// Step advances the world by one substep h.
//
//  1. find touches; each takes over the impulses of the last substep
//  2. drives and gravity change the velocities (semi-implicit Euler)
//  3. sweeps solve rails, stops and contacts, with soft correction of overlap and rebounds
//  4. positions move with the velocities
//  5. relaxing sweeps remove the velocity that the correction of overlap has added
//  6. parts that have been still for a while fall asleep
//
// Step allocates only when the world has more contacts than ever before. It cannot fail; a state that has become NaN
// stays NaN, see Finite.
func (w *World) Step() {
	h := w.settings.Step
	if w.arm != nil {
		w.arm.update(w.settings.Gravity)
	}
	w.detect()
	w.accelerate(h)
	w.findLimits()
	w.prepareContacts()
	w.solve()
	w.integrate(h)
	w.relax()
	w.unpackVelocities()
	w.storeImpulses()
	w.updateSleep()
}

// accelerate applies drives and gravity, Δv = h g, and packs the velocities into unit-mass coordinates.
func (w *World) accelerate(h float64) {
	if w.arm != nil {
		w.arm.drive(h)
		w.arm.packed, w.arm.levered = false, -1
	}
	for i := range w.bodies {
		if b := &w.bodies[i]; !b.asleep {
			b.v = b.v.AddScaled(h, w.settings.Gravity)
			b.pack(&w.y[1+i])
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			s.v += float64(h*s.Axis.Dot(w.settings.Gravity)) + s.impulse/s.Mass
			w.y[1+len(w.bodies)+i][0] = float64(s.v * s.rootMass)
		}
	}
}

// packArm packs the arm's velocities, y = Lᵀ v, and computes L⁻¹, at most once a substep and only if something acts
// on the arm.
func (w *World) packArm() {
	if a := w.arm; !a.packed {
		a.packed = true
		invert(&a.chol, &a.inverse)
		timesTransposed(&a.chol, &a.v, (*[DOF]float64)(&w.y[0]))
	}
}

// unpackVelocities writes the velocities of the slots back to the parts.
func (w *World) unpackVelocities() {
	if a := w.arm; a != nil && a.packed { // v = L⁻ᵀ y
		applyTransposed(&a.inverse, &w.y[0], (*slot)(&a.v))
	}
	for i := range w.bodies {
		if b := &w.bodies[i]; !b.asleep {
			b.unpack(&w.y[1+i])
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			s.v = w.y[1+len(w.bodies)+i][0] / s.rootMass
		}
	}
}

// integrate advances the positions: q' = q + h v'.
func (w *World) integrate(h float64) {
	w.unpackVelocities()
	if a := w.arm; a != nil {
		for i := range a.q {
			a.q[i] += float64(h * a.v[i])
		}
	}
	for i := range w.bodies {
		if b := &w.bodies[i]; !b.asleep {
			b.move(h)
			b.pack(&w.y[1+i])
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			s.q += float64(h * s.v)
		}
	}
	w.refreshPairs()
}

// refreshPairs recomputes the rows between two free bodies at their new places, so that both impulses of a relaxing
// sweep act at one point and angular momentum is conserved to rounding. Contacts with fixed parts do not conserve it
// anyway.
func (w *World) refreshPairs() {
	for i := range w.contacts {
		c := &w.contacts[i]
		if a, b := w.body(c.a), w.body(c.b); a != nil && b != nil {
			t := &w.touches[c.touch]
			a.rows(&c.ja, t.p, -1, t.n, c.tangent)
			b.rows(&c.jb, t.p, 1, t.n, c.tangent)
			c.masses()
		}
	}
}
