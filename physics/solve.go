package physics

import "math"

// Sequential impulses with soft constraints ("TGS soft": Catto, Solver2D, 2024), in unit-mass coordinates: a contact
// between any two parts is one dot product and one scaled addition a side. Sweeps repeat until the velocities converge:
// two for what rests or is held, more for impacts and for what slides.

// solve sweeps over all constraints with soft correction of overlap.
func (w *World) solve() {
	if w.bouncing {
		w.iterate(true, minSweeps, bounceSweeps, bounceSweeps, bounceTolerance)
		return
	}
	w.iterate(true, minSweeps, fewSweeps, maxSweeps, sweepTolerance)
}

// relax sweeps again without correction of overlap, which removes the velocity that the correction has added.
func (w *World) relax() { w.iterate(false, 1, fewRelax, maxRelax, sweepTolerance) }

// iterate sweeps at least least times until no velocity changes by more than tolerance (m/s), or, from sweep few on, by
// more than coarseTolerance; at most most times. From the second sweep on, each is followed by a conjugate step.
func (w *World) iterate(bias bool, least, few, most int, tolerance float64) {
	last := 0.0
	for n := 1; ; n++ {
		if n > 1 {
			copy(w.before, w.y)
		}
		r := w.sweep(bias)
		if n == few {
			tolerance = max(tolerance, coarseTolerance)
		}
		if n >= most || n >= least && !(r.change > tolerance) {
			return
		}
		if n > 1 {
			beta := r.energy / last
			if n == 2 || !(beta <= 1) {
				beta = 0
			}
			w.conjugate(beta)
			last = r.energy
		}
	}
}

// residual says how far a sweep has moved the constraints: the greatest change of a constraint's velocity (m/s), and
// the sum of k Δλ² over all rows (J), k = Ĵ Ĵᵀ, the squared residual in the norm of the diagonal.
type residual struct{ change, energy float64 }

// add accounts for a change of velocity of a row by dv (m/s) and of its impulse by d (N s).
func (r *residual) add(dv, d float64) {
	r.energy += float64(dv * d)
	if dv = math.Abs(dv); dv > r.change {
		r.change = dv
	}
}

// sweep solves every constraint once.
func (w *World) sweep(bias bool) (r residual) {
	h := w.settings.Step
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			s.solveDrive(&w.y[1+len(w.bodies)+i], h, &r)
		}
	}
	for i := range w.limits {
		w.solveLimit(&w.limits[i], bias, &r)
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		c.path.before = c.impulse
		target := &c.push
		if !bias {
			if c.bounces {
				continue // relaxing would stop a rebound
			}
			target = &c.rest
		}
		// Friction first, then the normal.
		vn, v1, v2 := c.speeds()
		d1, d2 := c.frictionImpulse(v1, v2)
		dn := c.normalImpulse(vn+(float64(c.kn1*d1)+float64(c.kn2*d2)), target)
		if dn != 0 || d1 != 0 || d2 != 0 {
			c.apply(dn, d1, d2)
			r.add(float64(dn*c.kn), dn)
			r.add(float64(d1*c.k1), d1)
			r.add(float64(d2*c.k2), d2)
		}
	}
	return r
}

// normalImpulse keeps the surfaces apart: v_n + want >= 0, λ >= 0. It returns the change of λ.
func (c *contact) normalImpulse(v float64, g *rowTarget) float64 {
	old := c.impulse[0]
	next := old - float64(g.mass*(v+g.want)) - float64(g.decay*old)
	if next < 0 {
		next = 0
	}
	c.impulse[0] = next
	return next - old
}

// frictionImpulse removes the sliding velocity by an impulse inside Coulomb's cone, |λ_t| <= μ λ_n. If sticking
// needs less, both tangents are solved together; else the impulse opposes the sliding, with one mass for both
// directions so that its direction is right. It returns the change of λ_t.
//
// λ_n is that before the normal's turn in this sweep: a contact that opens in the last sweep of a substep ends with a
// friction of up to μ times what it carried before. Known: after a conjugate step λ_n may be negative, and the
// friction in this sweep is then μ |λ_n| along the sliding, which the next sweep takes back, if there is one. A mend
// would change demonstrations.
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
