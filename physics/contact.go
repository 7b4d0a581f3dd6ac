package physics

// Unit-mass coordinates. With M = L Lᵀ, the velocities y = Lᵀ v of a part have kinetic energy ½ y·y. A constraint J v
// then reads Ĵ y with Ĵ = J L⁻ᵀ, and an impulse λ along it changes y by Ĵᵀ λ: one row serves for both directions, and
// Ĵ Ĵᵀ is the inverse effective mass. For the arm L is the Cholesky factor, for a body √m and I^(1/2), for a slider
// √m.

// slot holds the velocity of one moving part in unit-mass coordinates: the arm uses eight numbers, a body six, a slider
// one, and the rest are zero. The arm has slot 0, then come the bodies, then the sliders.
type slot [DOF]float64

// ground is the slot number of parts that do not move.
const ground = -1

// contact is one contact point in the solver.
type contact struct {
	ja, jb     jacobian
	a, b       int32      // slots
	na, nb     int32      // how many numbers of them are used: 8, 6, 1, or 0 for ground
	ya, yb     *slot      // the slots, nil for ground
	impulse    [4]float64 // so far, along normal and tangents (N s); the last is zero and fills a vector register
	kn, k1, k2 float64    // inverse effective masses along normal and tangents (1/kg)
	kn1, kn2   float64    // couplings of the normal with the tangents
	stick      [3]float64 // inverse of the tangents' 2x2 matrix K: 11, 22 and 12
	slip       float64    // effective mass of sliding (kg), one for both directions
	friction   float64    // Coulomb coefficient μ of both surfaces together
	push, rest rowTarget  // targets of the normal: while overlap is corrected, and while relaxing
	bounces    bool       // whether it rebounds in this substep
	touch      int32      // index of its touch, which keeps the impulses
	tangent    [2]Vec
	path       path
}

// rowTarget defines the iteration of one row, λ' = λ - mass (v + want) - decay λ: mass is the effective mass (kg), want
// the opposite of the velocity sought (m/s), decay the impulse scale of a soft constraint.
type rowTarget struct{ want, mass, decay float64 }

// slot returns the slot number of a part, how many numbers of the slot it uses, and the slot; ground, 0 and nil if the
// part does not move in this substep.
func (w *World) slot(p Part) (at, numbers int32, y *slot) {
	switch {
	case w.resting(p):
		return ground, 0, nil
	case p.Kind == ArmPart:
		at, numbers = 0, DOF
	case p.Kind == FreeBody:
		at, numbers = int32(1+p.Index), 6
	default:
		at, numbers = int32(1+len(w.bodies)+p.Index), 1
	}
	return at, numbers, &w.y[at]
}

// body returns the free body of a slot, or nil if the slot is not a body's.
func (w *World) body(slot int32) *bodyState {
	if i := int(slot) - 1; i >= 0 && i < len(w.bodies) {
		return &w.bodies[i]
	}
	return nil
}

// prepareContacts makes a contact of every touch of which a part can move, and applies the impulses of the last substep
// (warm starting).
func (w *World) prepareContacts() {
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
		c.impulse = [4]float64{t.normal, t.slide[0], t.slide[1]}
		c.a, c.na, c.ya = w.slot(sa.part)
		c.b, c.nb, c.yb = w.slot(sb.part)
		if sa.part.Kind == ArmPart {
			w.packArm()
		}
		w.rows(&c.ja, sa.part, t.p, -1, t.n, frame)
		w.rows(&c.jb, sb.part, t.p, 1, t.n, frame)
		c.masses()
		w.setTargets(c, t, float64(sa.Restitution*sb.Restitution))
		w.bouncing = w.bouncing || c.bounces
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		c.apply(c.impulse[0], c.impulse[1], c.impulse[2])
	}
}

// nextContact appends a contact and returns it. It is not cleared, because a contact is large; prepareContacts sets
// every field that is read.
func (w *World) nextContact() *contact {
	n := len(w.contacts)
	if n == cap(w.contacts) {
		w.contacts = append(w.contacts, contact{})
	}
	w.contacts = w.contacts[:n+1]
	return &w.contacts[n]
}

// setTargets sets the targets of a contact's normal for its touch t and restitution e.
//
// A gap may close within this substep but not further. Overlap beyond slop is pushed apart by a soft constraint, and
// may not grow while relaxing. A contact that bounces leaves with its rebound speed, whatever the overlap.
func (w *World) setTargets(c *contact, t *touch, e float64) {
	h := w.settings.Step
	hard := inverse(c.kn)
	c.rest = rowTarget{0, hard, 0}
	s := t.sep + slop
	if s > 0 {
		c.rest.want = s / h
		c.push = c.rest
	} else {
		soft := newSoftness(h, -s)
		c.push = rowTarget{max(float64(soft.biasRate*s), -maxPush), float64(soft.massScale * hard), soft.impulseScale}
	}
	c.bounces = false
	if v := w.rebound(c, t, e); v > 0 {
		c.bounces, c.push = true, rowTarget{-v, hard, 0}
	}
}

// rebound returns the speed of separation after an impact with restitution e (m/s), or 0 if the boxes do not meet in
// this substep: e times the speed of approach before gravity acted in this substep. With the speed after it a cube
// that bounces on its face gains height: it falls for a whole substep more than it is in the air.
func (w *World) rebound(c *contact, t *touch, e float64) float64 {
	if e == 0 {
		return 0
	}
	v, _, _ := c.speeds()
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

// speedsPlain returns the relative velocities of a contact along its normal and its two tangents (m/s).
func (c *contact) speedsPlain() (vn, v1, v2 float64) {
	if c.na > 0 {
		vn, v1, v2 = c.ja.along(c.ya, c.na)
	}
	if c.nb > 0 {
		bn, b1, b2 := c.jb.along(c.yb, c.nb)
		vn, v1, v2 = vn+bn, v1+b1, v2+b2
	}
	return vn, v1, v2
}

// applyPlain applies impulses along a contact's normal and tangents to both parts (N s).
func (c *contact) applyPlain(pn, p1, p2 float64) {
	if c.na > 0 {
		c.ja.pushPlain(c.ya, c.na, pn, p1, p2)
	}
	if c.nb > 0 {
		c.jb.pushPlain(c.yb, c.nb, pn, p1, p2)
	}
}
