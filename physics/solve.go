package physics

import "math"

// Sequential impulses with soft constraints ("TGS soft": Catto, Solver2D, 2024), in unit-mass coordinates: a contact
// between any two parts is one dot product and one scaled addition a side. Sweeps repeat until the velocities converge:
// two for what rests or is held, more for impacts.

// solve sweeps over all constraints with soft correction of overlap until no velocity changes by more than the
// tolerance.
func (w *World) solve() {
	most, tolerance := maxSweeps, sweepTolerance
	if w.bouncing {
		most, tolerance = bounceSweeps, bounceTolerance
	}
	for n := 1; n <= most; n++ {
		if change := w.sweep(true); n >= minSweeps && !(change > tolerance) {
			return
		}
	}
}

// relax sweeps again without correction of overlap, which removes the velocity that the correction has added.
func (w *World) relax() {
	for range maxRelax {
		if change := w.sweep(false); !(change > sweepTolerance) {
			return
		}
	}
}

// sweep solves every constraint once and returns the greatest change of a constraint's velocity (m/s).
func (w *World) sweep(bias bool) (change float64) {
	h := w.settings.Step
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			change = max(change, s.solveDrive(&w.y[1+len(w.bodies)+i], h))
		}
	}
	for i := range w.limits {
		change = max(change, w.solveLimit(&w.limits[i], bias))
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		switch {
		case bias:
			change = max(change, w.solveContact(c, &c.push))
		case !c.bounces: // relaxing would stop a rebound
			change = max(change, w.solveContact(c, &c.rest))
		}
	}
	return change
}

// solveContact solves friction, then the normal, and applies both impulses. It returns the greatest change of velocity
// (m/s).
func (w *World) solveContact(c *contact, g *rowTarget) float64 {
	vn, v1, v2 := w.speeds(c)
	d1, d2 := c.frictionImpulse(v1, v2)
	vn += float64(c.kn1*d1) + float64(c.kn2*d2)
	dn := c.normalImpulse(vn, g)
	w.push(c, dn, d1, d2)
	return max(math.Abs(float64(dn*c.kn)), math.Abs(float64(d1*c.k1)), math.Abs(float64(d2*c.k2)))
}

// normalImpulse keeps the surfaces apart: v_n + want >= 0, λ >= 0. It returns the change of λ.
func (c *contact) normalImpulse(v float64, g *rowTarget) float64 {
	old := c.impulse[0]
	next := max(0, old-float64(g.mass*(v+g.want))-float64(g.decay*old))
	c.impulse[0] = next
	return next - old
}

// frictionImpulse removes the sliding velocity by an impulse inside Coulomb's cone, |λ_t| <= μ λ_n. If sticking
// needs less, both tangents are solved together; else the impulse opposes the sliding, with one mass for both
// directions so that its direction is right. It returns the change of λ_t.
func (c *contact) frictionImpulse(v1, v2 float64) (d1, d2 float64) {
	most := float64(c.friction * c.impulse[0])
	o1, o2 := c.impulse[1], c.impulse[2]
	s1 := o1 - (float64(c.stick[0]*v1) - float64(c.stick[2]*v2))
	s2 := o2 - (float64(c.stick[1]*v2) - float64(c.stick[2]*v1))
	if float64(s1*s1)+float64(s2*s2) > float64(most*most) {
		s1, s2 = o1-float64(c.slip*v1), o2-float64(c.slip*v2)
		if q := float64(s1*s1) + float64(s2*s2); q > float64(most*most) {
			k := most / math.Sqrt(q)
			s1, s2 = float64(s1*k), float64(s2*k)
		}
	}
	c.impulse[1], c.impulse[2] = s1, s2
	return s1 - o1, s2 - o2
}

// storeImpulses copies the impulses of the contacts to their touches, for the next substep.
func (w *World) storeImpulses() {
	for i := range w.contacts {
		c := &w.contacts[i]
		t := &w.touches[c.touch]
		t.normal, t.slide = c.impulse[0], [2]float64{c.impulse[1], c.impulse[2]}
	}
}
