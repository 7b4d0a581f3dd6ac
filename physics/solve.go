package physics

import (
	"math"

	"counterpoise/internal/num"
)

// Sequential impulses with soft constraints ("TGS soft": Catto, Solver2D, 2024), over generalised velocities: a free
// body has six, the arm eight, a slider one. A contact between any two of them is one dot product and one scaled
// addition a side.

// prepare computes Jacobians and effective masses of all contacts and applies the impulses of the last substep.
func (w *World) prepare() {
	for i := range w.contacts {
		c := &w.contacts[i]
		w.initRow(&c.rn, c, c.n)
		w.initRow(&c.rt[0], c, c.dir[0])
		w.initRow(&c.rt[1], c, c.dir[1])
		c.k12 = coupling(&c.rt[0], &c.rt[1], c)
		c.approach = w.speed(&c.rn, c)
		c.peak = 0
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		w.push(&c.rn, c, c.normal)
		w.push(&c.rt[0], c, c.slide[0])
		w.push(&c.rt[1], c, c.slide[1])
	}
}

// initRow fills the row of contact c along direction d.
func (w *World) initRow(r *row, c *contact, d Vec) {
	w.jacobian(&r.ja, &r.wa, &c.a, c.p, d.Neg())
	w.jacobian(&r.jb, &r.wb, &c.b, c.p, d)
	r.k = dot(&r.ja, r.wa[:c.a.n]) + dot(&r.jb, r.wb[:c.b.n])
}

// jacobian is how the velocity of the part's point p along d follows from the part's generalised velocities, and
// how an impulse there changes them.
func (w *World) jacobian(j, wj *[DOF]float64, s *side, p, d Vec) {
	switch s.part.Kind {
	case ArmPart:
		w.arm.jacobian(j, s.part.Index, p, d)
		*wj = *j
		solve(&w.arm.eff, wj)
	case FreeBody:
		b := &w.bodies[s.part.Index]
		arm := p.Sub(b.p).Cross(d)
		lin, ang := d.Scale(1/b.mass), b.inv.Apply(arm)
		j[0], j[1], j[2], j[3], j[4], j[5] = d.X, d.Y, d.Z, arm.X, arm.Y, arm.Z
		wj[0], wj[1], wj[2], wj[3], wj[4], wj[5] = lin.X, lin.Y, lin.Z, ang.X, ang.Y, ang.Z
	case Rail:
		b := &w.sliders[s.part.Index]
		j[0] = b.Axis.Dot(d)
		wj[0] = j[0] / b.Mass
	}
}

// jacobian of the arm: joint i moves the point by S_i, so J_i = S_i · (p × d, d) for all joints that carry the part.
func (a *armState) jacobian(j *[DOF]float64, part int, p, d Vec) {
	f := spatial{p.Cross(d), d}
	*j = [DOF]float64{}
	for i := range min(part+1, Joints) {
		j[i] = a.axis[i].dot(f)
	}
	if part >= FingerLeft {
		j[Fingers] = a.slide[part-FingerLeft].dot(f)
	}
}

// coupling is J1 W2 of two rows of one contact.
func coupling(r1, r2 *row, c *contact) float64 {
	return dot(&r1.ja, r2.wa[:c.a.n]) + dot(&r1.jb, r2.wb[:c.b.n])
}

func dot(j *[DOF]float64, v []float64) float64 {
	s := 0.0
	for i, x := range v {
		s += float64(j[i&7] * x)
	}
	return s
}

func add(v []float64, w *[DOF]float64, s float64) {
	for i := range v {
		v[i] += float64(w[i&7] * s)
	}
}

// speed is the relative velocity of the contact along the row.
func (w *World) speed(r *row, c *contact) float64 {
	return dot(&r.ja, w.vel[c.a.off:c.a.off+c.a.n]) + dot(&r.jb, w.vel[c.b.off:c.b.off+c.b.n])
}

// push applies an impulse along the row.
func (w *World) push(r *row, c *contact, impulse float64) {
	add(w.vel[c.a.off:c.a.off+c.a.n], &r.wa, impulse)
	add(w.vel[c.b.off:c.b.off+c.b.n], &r.wb, impulse)
}

// sweep solves every constraint once. With bias it also corrects overlap, softly; without (the relaxing sweep) it only
// takes out the velocity that the correction left behind.
func (w *World) sweep(bias bool) {
	h := w.settings.Step
	first := w.bodyOffset(len(w.bodies))
	for i := range w.sliders {
		w.sliders[i].hold(&w.vel[first+int32(i)], h)
	}
	for i := range w.limits {
		w.solveLimit(&w.limits[i])
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		w.solveFriction(c)
		w.solveNormal(c, bias, h)
	}
}

// solveNormal keeps the surfaces apart: v_n + bias >= 0, λ >= 0.
func (w *World) solveNormal(c *contact, bias bool, h float64) {
	want, mass, decay := 0.0, 1.0, 0.0
	switch s := c.sep + slop; {
	case s > 0: // not there yet: leave the speed that just closes the gap
		want = s / h
	case bias:
		want = math.Max(w.soft.biasRate*s, -maxPush)
		mass, decay = w.soft.massScale, w.soft.impulseScale
	}
	v := w.speed(&c.rn, c)
	next := math.Max(0, c.normal-float64(mass/c.rn.k*(v+want))-float64(decay*c.normal))
	w.push(&c.rn, c, next-c.normal)
	c.normal = next
	c.peak = math.Max(c.peak, next)
}

// solveFriction takes out the sliding velocity with an impulse inside Coulomb's cone, |λ_t| <= μ λ_n. If sticking needs
// less, both tangents are solved together; else the impulse opposes the sliding, with one mass for both
// directions so that its direction is right.
func (w *World) solveFriction(c *contact) {
	v1, v2 := w.speed(&c.rt[0], c), w.speed(&c.rt[1], c)
	k11, k22, k12 := c.rt[0].k, c.rt[1].k, c.k12
	det := float64(k11*k22) - float64(k12*k12)
	most := c.friction * c.normal
	s1 := c.slide[0] - (float64(k22*v1)-float64(k12*v2))/det
	s2 := c.slide[1] - (float64(k11*v2)-float64(k12*v1))/det
	if float64(s1*s1)+float64(s2*s2) > float64(most*most) {
		k := math.Max(k11, k22)
		s1, s2 = c.slide[0]-v1/k, c.slide[1]-v2/k
		if n := math.Sqrt(float64(s1*s1) + float64(s2*s2)); n > most {
			s1, s2 = s1*(most/n), s2*(most/n)
		}
	}
	w.push(&c.rt[0], c, s1-c.slide[0])
	w.push(&c.rt[1], c, s2-c.slide[1])
	c.slide = [2]float64{s1, s2}
}

// solveLimit keeps a coordinate from passing its stop within the substep.
func (w *World) solveLimit(l *limitRow) {
	v := l.sign * w.vel[l.dof]
	next := math.Max(0, l.impulse-(v+l.gap/w.settings.Step)/l.k)
	add(w.vel[l.off:l.off+l.n], &l.w, next-l.impulse)
	l.impulse = next
}

// findLimits lists the coordinates that could reach a stop within the substep.
func (w *World) findLimits() {
	w.limits = w.limits[:0]
	h := w.settings.Step
	if a := w.arm; a != nil {
		for i := range a.q {
			d := &a.model.Drives[i]
			reach := limitReach + float64(2*h*math.Abs(w.vel[i]))
			if gap := a.q[i] - d.Lower; gap < reach {
				w.addArmLimit(int32(i), 1, gap)
			}
			if gap := d.Upper - a.q[i]; gap < reach {
				w.addArmLimit(int32(i), -1, gap)
			}
		}
	}
	first := w.bodyOffset(len(w.bodies))
	for i := range w.sliders {
		s, dof := &w.sliders[i], first+int32(i)
		reach := limitReach + float64(2*h*math.Abs(w.vel[dof]))
		if gap := s.q - s.Lower; gap < reach {
			w.limits = append(w.limits, limitRow{off: dof, n: 1, dof: dof, sign: 1, gap: gap, w: [DOF]float64{1 / s.Mass}, k: 1 / s.Mass})
		}
		if gap := s.Upper - s.q; gap < reach {
			w.limits = append(w.limits, limitRow{off: dof, n: 1, dof: dof, sign: -1, gap: gap, w: [DOF]float64{-1 / s.Mass}, k: 1 / s.Mass})
		}
	}
}

// limitReach (rad or m) is how near a stop a coordinate is watched even when it is slow. Normal: 5e-3.
const limitReach = 5e-3

func (w *World) addArmLimit(dof int32, sign, gap float64) {
	l := limitRow{n: DOF, dof: dof, sign: sign, gap: gap}
	l.w[dof] = sign
	solve(&w.arm.eff, &l.w)
	l.k = sign * l.w[dof]
	w.limits = append(w.limits, l)
}

// bounce gives back restitution × the speed of approach, after everything else is solved: v_n = -e v_n0 at each
// contact that pushed. The points of one face share the bounce, so sweeps go on until they agree.
func (w *World) bounce() {
	for range bounceSweeps {
		change := 0.0
		for i := range w.contacts {
			c := &w.contacts[i]
			if c.restitution == 0 || c.approach > -bounceSpeed || c.peak == 0 {
				continue
			}
			v := w.speed(&c.rn, c)
			next := math.Max(0, c.normal-(v+float64(c.restitution*c.approach))/c.rn.k)
			change = math.Max(change, math.Abs(next-c.normal)*c.rn.k)
			w.push(&c.rn, c, next-c.normal)
			c.normal = next
		}
		if change < bounceTolerance {
			return
		}
	}
}

// drive computes what the arm's motors do in this substep and the arm's velocity before contacts.
//
// The springs and dampers act implicitly, on the velocity after the substep, so stiff drives stay stable. That is
// the same as adding h (Kd + h Kp) to the mass matrix while the explicit part of the torque is applied:
//
//	(M + h (Kd + h Kp) + h D) Δv = h (τ - c - D v)
func (w *World) drive() {
	a, h := w.arm, w.settings.Step
	var acc, rhs [DOF]float64
	for i := range a.q {
		d := &a.model.Drives[i]
		step := num.Clamp(a.model.Follow*(a.target[i]-a.ref[i]), -d.MaxSpeed*h, d.MaxSpeed*h)
		a.ref[i] += step
		acc[i] = (step/h - a.refV[i]) / h
		a.refV[i] = step / h
	}
	a.eff = a.mass
	for i := range a.q {
		d := &a.model.Drives[i]
		torque := a.bias[i] + float64(d.Kp*(a.ref[i]-a.q[i]-float64(h*a.v[i]))) + float64(d.Kd*(a.refV[i]-a.v[i])) + dot(&a.mass[i], acc[:])
		torque = num.Clamp(torque, -d.MaxForce, d.MaxForce)
		rhs[i] = h * (torque - a.bias[i] - float64(d.Damping*a.v[i]))
		a.eff[i][i] += float64(h * (d.Kd + float64(h*d.Kp) + d.Damping))
	}
	if factor(&a.eff) != nil { // cannot happen for a finite state: SetArm has checked the model
		return
	}
	solve(&a.eff, &rhs)
	for i := range a.v {
		w.vel[i] = a.v[i] + rhs[i]
	}
}
