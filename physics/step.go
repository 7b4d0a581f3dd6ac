package physics

// Step advances the world by one substep h.
//
//  1. place the arm; mass matrix and bias force; drives and gravity change the velocities (semi-implicit Euler)
//  2. find contacts, take over the impulses of the last substep
//  3. Iterations sweeps over rails, stops and contacts, overlap corrected softly
//  4. positions move with the velocities
//  5. one relaxing sweep takes out the velocity that the correction of overlap left behind
//  6. bounces
//
// It allocates only when there are more contacts than ever before in this world, and it cannot fail; a state that has become
// NaN stays NaN, see Finite.
func (w *World) Step() {
	h := w.settings.Step
	if w.arm != nil {
		w.arm.update(w.settings.Gravity)
		w.drive()
	}
	w.detect()
	w.gather(h)
	w.findLimits()
	w.prepare()
	for range Iterations {
		w.sweep(true)
	}
	w.integrate(h)
	w.sweep(false)
	w.bounce()
	w.scatter()
	w.settle()
}

// gather collects the generalised velocities; free bodies fall. (The arm's are there already, from drive.)
func (w *World) gather(h float64) {
	for i := range w.bodies {
		b := &w.bodies[i]
		if !b.asleep {
			b.v = b.v.AddScaled(h, w.settings.Gravity)
		}
		v := w.vel[w.bodyOffset(i):]
		v[0], v[1], v[2], v[3], v[4], v[5] = b.v.X, b.v.Y, b.v.Z, b.w.X, b.w.Y, b.w.Z
	}
	first := w.bodyOffset(len(w.bodies))
	for i := range w.sliders {
		w.vel[first+int32(i)] = w.sliders[i].v
		w.vel[first+int32(i)] += w.sliders[i].impulse / w.sliders[i].Mass // warm start of the drive
	}
}

// scatter hands the velocities back to the parts.
func (w *World) scatter() {
	if w.arm != nil {
		copy(w.arm.v[:], w.vel)
	}
	for i := range w.bodies {
		b, v := &w.bodies[i], w.vel[w.bodyOffset(i):]
		if b.asleep {
			continue
		}
		b.v, b.w = Vec{v[0], v[1], v[2]}, Vec{v[3], v[4], v[5]}
	}
	first := w.bodyOffset(len(w.bodies))
	for i := range w.sliders {
		w.sliders[i].v = w.vel[first+int32(i)]
	}
}

// integrate moves positions by h times the velocities, and the gaps of contacts and stops with them.
func (w *World) integrate(h float64) {
	for i := range w.contacts {
		c := &w.contacts[i]
		c.sep += h * w.speed(&c.rn, c)
	}
	for i := range w.limits {
		l := &w.limits[i]
		l.gap += float64(h*l.sign) * w.vel[l.dof]
	}
	w.scatter()
	if w.arm != nil {
		for i := range w.arm.q {
			w.arm.q[i] += float64(h * w.arm.v[i])
		}
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		if b.asleep {
			continue
		}
		b.move(h)
		v := w.vel[w.bodyOffset(i):]
		v[3], v[4], v[5] = b.w.X, b.w.Y, b.w.Z
	}
	for i := range w.sliders {
		w.sliders[i].q += float64(h * w.sliders[i].v)
	}
}
