package physics

import "math"

// Unit-mass coordinates. With M = L Lᵀ, the velocities y = Lᵀ v of a part have kinetic energy ½ y·y. A constraint
// J v then reads Ĵ y with Ĵ = J L⁻ᵀ, and an impulse λ along it changes y by Ĵᵀ λ: one row serves for both directions, and
// Ĵ Ĵᵀ is the inverse effective mass. For the arm L is the Cholesky factor, for a body √m and I^(1/2), for a slider √m.

// slot is the velocity of one moving part in unit-mass coordinates: the arm uses eight numbers, a body six, a
// slider one, and the rest are zero. The arm has slot 0, then come the bodies, then the sliders.
type slot [DOF]float64

// ground stands for the slot of what does not move.
const ground = -1

// jacobian are the rows of a contact on one side: for each number of the slot, along the normal and the two tangents.
type jacobian [DOF][3]float64

// contact is one point of contact being solved.
type contact struct {
	ja, jb     jacobian
	a, b       int32      // slots
	impulse    [3]float64 // so far, along normal and tangents (N s)
	kn, k1, k2 float64    // inverse effective masses along normal and tangents (1/kg)
	kn1, kn2   float64    // couplings of the normal with the tangents
	stick      [3]float64 // inverse of the tangents' 2x2 matrix K: 11, 22 and 12
	slip       float64    // effective mass of sliding (kg), one for both directions
	friction   float64
	push, rest goal  // of the normal while overlap is corrected, and while relaxing
	bounces    bool  // it hits and rebounds in this substep
	touch      int32 // where it is kept
	tangent    [2]Vec
}

// goal is what a row seeks: next impulse = impulse - mass (v + want) - decay impulse.
type goal struct{ want, mass, decay float64 }

// slot is the number of a part's slot.
func (w *World) slot(p Part) int32 {
	switch {
	case w.resting(p):
		return ground
	case p.Kind == ArmPart:
		return 0
	case p.Kind == FreeBody:
		return int32(1 + p.Index)
	}
	return int32(1 + len(w.bodies) + p.Index)
}

// body is the free body that has a slot, if one has.
func (w *World) body(slot int32) *bodyState {
	if i := int(slot) - 1; i >= 0 && i < len(w.bodies) {
		return &w.bodies[i]
	}
	return nil
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
		c.touch, c.tangent = int32(i), frame
		c.friction = float64(sa.Friction * sb.Friction)
		c.impulse = [3]float64{t.normal, t.slide[0], t.slide[1]}
		c.a, c.b = w.slot(sa.part), w.slot(sb.part)
		if sa.part.Kind == ArmPart {
			w.loadArm()
		}
		w.rows(&c.ja, sa.part, t.p, -1, t.n, frame)
		w.rows(&c.jb, sb.part, t.p, 1, t.n, frame)
		c.masses()
		w.aim(c, t, float64(sa.Restitution*sb.Restitution))
		w.bouncing = w.bouncing || c.bounces
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
// follows from the slot, times sign. It is zero for what rests.
func (w *World) rows(j *jacobian, part Part, p Vec, sign float64, n Vec, t [2]Vec) {
	switch {
	case w.resting(part):
		*j = jacobian{}
	case part.Kind == ArmPart:
		w.arm.rows(j, part.Index, p, n, t)
	case part.Kind == FreeBody:
		w.bodies[part.Index].rows(j, p, sign, n, t)
	default:
		r := &w.sliders[part.Index]
		k := sign / r.rootMass
		*j = jacobian{{float64(k * r.Axis.Dot(n)), float64(k * r.Axis.Dot(t[0])), float64(k * r.Axis.Dot(t[1]))}}
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
	j[6], j[7] = [3]float64{}, [3]float64{}
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

// masses fills what follows from the couplings K = Ĵ Ĵᵀ of the rows.
func (c *contact) masses() {
	var k [6]float64
	addMasses(&k, &c.ja)
	addMasses(&k, &c.jb)
	c.kn, c.k1, c.k2, c.kn1, c.kn2 = k[0], k[1], k[2], k[3], k[4]
	det := 1 / (float64(k[1]*k[2]) - float64(k[5]*k[5]))
	c.stick = [3]float64{float64(k[2] * det), float64(k[1] * det), float64(k[5] * det)}
	c.slip = 1 / max(k[1], k[2])
}

func addMasses(k *[6]float64, j *jacobian) {
	for i := range j {
		r := &j[i]
		k[0] += float64(r[0] * r[0])
		k[1] += float64(r[1] * r[1])
		k[2] += float64(r[2] * r[2])
		k[3] += float64(r[0] * r[1])
		k[4] += float64(r[0] * r[2])
		k[5] += float64(r[1] * r[2])
	}
}

// aim sets the goals of a contact's normal for its touch t and restitution e.
//
// While apart, the speed is left that closes the gap in this substep. Overlap beyond the slop is pushed apart softly,
// and must not grow while relaxing. What bounces is to leave with its rebound, whatever the overlap.
func (w *World) aim(c *contact, t *touch, e float64) {
	h := w.settings.Step
	hard := 1 / c.kn
	c.rest = goal{0, hard, 0}
	s := t.sep + slop
	if s > 0 {
		c.rest.want = s / h
		c.push = c.rest
	} else {
		soft := newSoftness(h, -s)
		c.push = goal{max(float64(soft.biasRate*s), -maxPush), float64(soft.massScale * hard), soft.impulseScale}
	}
	c.bounces = false
	if v := w.rebound(c, t, e); v > 0 {
		c.bounces, c.push = true, goal{-v, hard, 0}
	}
}

// rebound is the speed of separation that restitution e asks of a contact, if its boxes meet in this substep: e times
// the speed of approach before gravity acted in this substep. With the speed after it a cube that bounces on its face gains
// height: it falls for a whole substep more than it is in the air.
func (w *World) rebound(c *contact, t *touch, e float64) float64 {
	if e == 0 {
		return 0
	}
	v, _, _ := w.speeds(c)
	before := v
	fall := float64(w.settings.Step * w.settings.Gravity.Dot(t.n))
	if w.body(c.a) != nil {
		before += fall
	}
	if w.body(c.b) != nil {
		before -= fall
	}
	if before > -bounceSpeed || t.sep+float64(w.settings.Step*v) > 0 {
		return 0
	}
	return -float64(e * before)
}

// speeds are the relative velocities of a contact along its rows (m/s).
func (w *World) speeds(c *contact) (vn, v1, v2 float64) {
	if c.a != ground {
		vn, v1, v2 = c.ja.along(&w.y[c.a])
	}
	if c.b != ground {
		bn, b1, b2 := c.jb.along(&w.y[c.b])
		vn, v1, v2 = vn+bn, v1+b1, v2+b2
	}
	return vn, v1, v2
}

// along is Ĵ y.
func (j *jacobian) along(y *slot) (vn, v1, v2 float64) {
	for i := range 4 {
		r, v, q, u := &j[i], y[i], &j[i+4], y[i+4]
		vn += float64(r[0]*v) + float64(q[0]*u)
		v1 += float64(r[1]*v) + float64(q[1]*u)
		v2 += float64(r[2]*v) + float64(q[2]*u)
	}
	return vn, v1, v2
}

// push applies impulses along a contact's rows (N s).
func (w *World) push(c *contact, pn, p1, p2 float64) {
	if c.a != ground {
		c.ja.push(&w.y[c.a], pn, p1, p2)
	}
	if c.b != ground {
		c.jb.push(&w.y[c.b], pn, p1, p2)
	}
}

// push adds Ĵᵀ λ to y.
func (j *jacobian) push(y *slot, pn, p1, p2 float64) {
	for i := range j {
		r := &j[i]
		y[i] += float64(r[0]*pn) + float64(r[1]*p1) + float64(r[2]*p2)
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
