package physics

import "math"

// Unit-mass coordinates. With M = L Lᵀ, the velocities y = Lᵀ v of a part have kinetic energy ½ y·y. A constraint
// J v then reads Ĵ y with Ĵ = J L⁻ᵀ, and an impulse λ along it changes y by Ĵᵀ λ: one row serves for both directions, and
// Ĵ Ĵᵀ is the inverse effective mass. For the arm L is the Cholesky factor, for a body √m and I^(1/2), for a slider √m.

// slot is the velocity of one moving part in unit-mass coordinates: the arm uses eight numbers, a body six, a
// slider one, and the rest are zero.
type slot [DOF]float64

// side is one of the two parts in a contact: its slot, and how many of its numbers count; 0 for what does not move.
type side struct{ slot, n int32 }

// jacobian are the rows of a contact on one side: for each number of the slot, along the normal and the two tangents.
type jacobian [DOF][3]float64

// contact is one point of contact being solved.
type contact struct {
	touch    int32 // where it is kept
	a, b     side
	ja, jb   jacobian
	k        [3]float64 // inverse effective masses along normal and tangents (1/kg)
	kn1, kn2 float64    // couplings of the normal with the tangents
	k12      float64    // and of the tangents

	sep      float64 // m, at the start of the substep
	soft     softness
	friction float64
	bounce   float64    // speed of separation that an impact leaves (m/s), 0 for none
	impulse  [3]float64 // so far (N s)
	tangent  [2]Vec
}

// side is the slot of a part.
func (w *World) side(p Part) side {
	switch {
	case w.resting(p):
		return side{}
	case p.Kind == ArmPart:
		return side{0, DOF}
	case p.Kind == FreeBody:
		return side{int32(1 + p.Index), 6}
	}
	return side{int32(1 + len(w.bodies) + p.Index), 1}
}

// prepare makes a contact of every touch of parts that are awake, and applies the impulses of the last substep.
func (w *World) prepare() {
	w.contacts, w.bouncing = w.contacts[:0], false
	var frame [2]Vec
	last := pairKey(0)
	for i := range w.touches {
		t := &w.touches[i]
		a, b := t.pair.boxes()
		sa, sb := &w.shapes[a], &w.shapes[b]
		if w.resting(sa.part) && w.resting(sb.part) {
			continue
		}
		if t.pair != last {
			frame, last = tangents(t.n, &sa.world.r), t.pair
		}
		c := w.nextContact()
		c.touch, c.sep, c.tangent = int32(i), t.sep, frame
		c.soft = newSoftness(w.settings.Step, -slop-t.sep)
		c.friction = float64(sa.Friction * sb.Friction)
		c.impulse = [3]float64{t.normal, t.slide[0], t.slide[1]}
		c.a, c.b = w.side(sa.part), w.side(sb.part)
		if sa.part.Kind == ArmPart {
			w.loadArm()
		}
		w.rows(&c.ja, c.a, sa.part, t.p, -1, t.n, frame)
		w.rows(&c.jb, c.b, sb.part, t.p, 1, t.n, frame)
		c.masses()
		c.bounce = w.rebound(c, t.n, float64(sa.Restitution*sb.Restitution))
		w.bouncing = w.bouncing || c.bounce > 0
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		w.push(c, c.impulse[0], c.impulse[1], c.impulse[2])
	}
}

// nextContact is one more place in the list of contacts. It is not cleared: a contact is large, and prepare fills
// what it reads.
func (w *World) nextContact() *contact {
	n := len(w.contacts)
	if n == cap(w.contacts) {
		w.contacts = append(w.contacts, contact{})
	}
	w.contacts = w.contacts[:n+1]
	return &w.contacts[n]
}

// rows fills the Jacobian of a part for its point p: how the point's velocity along the normal and the tangents
// follows from the slot, times sign.
func (w *World) rows(j *jacobian, s side, part Part, p Vec, sign float64, n Vec, t [2]Vec) {
	if s.n == 0 {
		return
	}
	switch part.Kind {
	case ArmPart:
		w.arm.rows(j, part.Index, p, n, t)
	case FreeBody:
		w.bodies[part.Index].rows(j, p, sign, n, t)
	case Rail:
		r := &w.sliders[part.Index]
		k := sign / r.rootMass
		j[0] = [3]float64{float64(k * r.Axis.Dot(n)), float64(k * r.Axis.Dot(t[0])), float64(k * r.Axis.Dot(t[1]))}
	}
}

// rows of a body: its point p has velocity v + ω × (p - c), so along d it is d·v + ((p - c) × d)·ω.
func (b *bodyState) rows(j *jacobian, p Vec, sign float64, n Vec, t [2]Vec) {
	r := p.Sub(b.p)
	k := sign / b.rootMass
	for i, d := range [3]Vec{n, t[0], t[1]} {
		ang := b.root.Apply(r.Cross(d))
		j[0][i], j[1][i], j[2][i] = float64(k*d.X), float64(k*d.Y), float64(k*d.Z)
		j[3][i], j[4][i], j[5][i] = float64(sign*ang.X), float64(sign*ang.Y), float64(sign*ang.Z)
	}
}

// rows of the arm, always the first side of a contact: joint i moves the point by z_i × (p - o_i), for all joints that carry
// the part; a finger also moves along its slide. Then Ĵᵀ = L⁻¹ Jᵀ.
func (a *armState) rows(j *jacobian, part int, p, n Vec, t [2]Vec) {
	var raw jacobian
	for i := range min(part+1, Joints) {
		u := a.link[i].R.Z.Cross(p.Sub(a.link[i].P))
		raw[i] = [3]float64{-u.Dot(n), -u.Dot(t[0]), -u.Dot(t[1])}
	}
	if part >= FingerLeft {
		u := a.slide[part-FingerLeft].L
		raw[Fingers] = [3]float64{-u.Dot(n), -u.Dot(t[0]), -u.Dot(t[1])}
	}
	for i := range j {
		var s0, s1, s2 float64
		for k := range i + 1 {
			l, r := a.inverse[i][k], &raw[k]
			s0 += float64(l * r[0])
			s1 += float64(l * r[1])
			s2 += float64(l * r[2])
		}
		j[i] = [3]float64{s0, s1, s2}
	}
}

// masses fills the couplings K = Ĵ Ĵᵀ of the rows.
func (c *contact) masses() {
	c.k, c.kn1, c.kn2, c.k12 = [3]float64{}, 0, 0, 0
	c.addMasses(&c.ja, int(c.a.n))
	c.addMasses(&c.jb, int(c.b.n))
}

func (c *contact) addMasses(j *jacobian, n int) {
	for i := range n {
		r := &j[i&7]
		c.k[0] += float64(r[0] * r[0])
		c.k[1] += float64(r[1] * r[1])
		c.k[2] += float64(r[2] * r[2])
		c.kn1 += float64(r[0] * r[1])
		c.kn2 += float64(r[0] * r[2])
		c.k12 += float64(r[1] * r[2])
	}
}

// rebound is the speed of separation that restitution e asks of a contact, if its boxes meet in this substep: e times
// the speed of approach before gravity acted in this substep. With the speed after it a cube that bounces on its face gains
// height: it falls for a whole substep more than it is in the air.
func (w *World) rebound(c *contact, n Vec, e float64) float64 {
	if e == 0 {
		return 0
	}
	v, _, _ := w.speeds(c)
	before := v
	fall := float64(w.settings.Step * w.settings.Gravity.Dot(n))
	if c.a.n == 6 {
		before += fall
	}
	if c.b.n == 6 {
		before -= fall
	}
	if before > -bounceSpeed || c.sep+float64(w.settings.Step*v) > 0 {
		return 0
	}
	return -float64(e * before)
}

// speeds are the relative velocities of a contact along its rows (m/s).
func (w *World) speeds(c *contact) (vn, v1, v2 float64) {
	y := &w.y[c.a.slot]
	for i := range int(c.a.n) {
		r, v := &c.ja[i&7], y[i&7]
		vn += float64(r[0] * v)
		v1 += float64(r[1] * v)
		v2 += float64(r[2] * v)
	}
	y = &w.y[c.b.slot]
	for i := range int(c.b.n) {
		r, v := &c.jb[i&7], y[i&7]
		vn += float64(r[0] * v)
		v1 += float64(r[1] * v)
		v2 += float64(r[2] * v)
	}
	return vn, v1, v2
}

// push applies impulses along a contact's rows (N s).
func (w *World) push(c *contact, pn, p1, p2 float64) {
	y := &w.y[c.a.slot]
	for i := range int(c.a.n) {
		r := &c.ja[i&7]
		y[i&7] += float64(r[0]*pn) + float64(r[1]*p1) + float64(r[2]*p2)
	}
	y = &w.y[c.b.slot]
	for i := range int(c.b.n) {
		r := &c.jb[i&7]
		y[i&7] += float64(r[0]*pn) + float64(r[1]*p1) + float64(r[2]*p2)
	}
}

// tangents are two directions perpendicular to n. They turn with the first box, so that stored friction keeps its
// direction: its x axis made perpendicular to n, or its y axis where n is near x.
func tangents(n Vec, r *Mat) [2]Vec {
	axis := r.X
	if math.Abs(n.Dot(axis)) > 0.8 {
		axis = r.Y
	}
	t := axis.AddScaled(-n.Dot(axis), n).Unit()
	return [2]Vec{t, n.Cross(t)}
}
