package physics

// Step advances the world by one substep h.
//
//  1. find touches; each takes over the impulses of the last substep
//  2. drives and gravity change the velocities (semi-implicit Euler)
//  3. sweeps over rails, stops and contacts, overlap corrected softly, impacts bounced
//  4. positions move with the velocities
//  5. relaxing sweeps take out the velocity that the correction of overlap left behind
//  6. what has been still for a while falls asleep
//
// It allocates only when there are more contacts than ever before in this world, and it cannot fail; a state that has
// become NaN stays NaN, see Finite.
func (w *World) Step() {
	h := w.settings.Step
	if w.arm != nil {
		w.arm.update(w.settings.Gravity)
	}
	w.detect()
	w.accelerate(h)
	w.findLimits()
	w.prepare()
	w.solve()
	w.integrate(h)
	w.relax()
	w.scatter()
	w.keep()
	w.settle()
}

// accelerate applies drives and gravity, and collects the velocities in unit-mass coordinates.
func (w *World) accelerate(h float64) {
	if w.arm != nil {
		w.arm.drive(h)
		w.arm.loaded = false
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

// loadArm packs the arm's velocities, y = Lᵀ v, and computes L⁻¹, once in a substep in which something acts on the arm.
func (w *World) loadArm() {
	if a := w.arm; !a.loaded {
		a.loaded = true
		invert(&a.chol, &a.inverse)
		timesTransposed(&a.chol, &a.v, (*[DOF]float64)(&w.y[0]))
	}
}

// scatter hands the velocities back to the parts.
func (w *World) scatter() {
	if a := w.arm; a != nil && a.loaded { // v = L⁻ᵀ y
		for i := range a.v {
			s := 0.0
			for k := i; k < DOF; k++ {
				s += float64(a.inverse[k][i] * w.y[0][k])
			}
			a.v[i] = s
		}
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

// integrate moves positions by h times the velocities.
func (w *World) integrate(h float64) {
	w.scatter()
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

// refreshPairs computes the rows between two free bodies anew for where they are now, so that the impulses of the
// relaxing sweep meet in one point: angular momentum is kept to rounding. (Beside a part that stands, nothing is there
// to be kept.)
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
