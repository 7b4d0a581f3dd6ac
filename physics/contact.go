package physics

// contactSeed is what a contact hands on to the next substep: who it is, and how hard it pushed.
type contactSeed struct {
	id     uint32
	p      Vec
	normal float64    // accumulated impulses (N s)
	slide  [2]float64 // along the tangents
}

// manifoldRef are the contacts[from:from+count] of one pair of boxes, named by their indices.
type manifoldRef struct {
	pair        uint32
	from, count int32
}

// side is one of the two parts in a contact: a run of generalised velocities. n is 8 for the arm, 6 for a body, 1 for
// a slider, 0 for what never moves.
type side struct {
	part   Part
	off, n int32
}

// row is one direction of a contact in generalised coordinates: J v is the relative velocity along it (m/s), and an
// impulse λ along it (N s) changes v by W λ, W = M⁻¹ Jᵀ.
type row struct {
	ja, wa, jb, wb [DOF]float64
	k              float64 // J W: inverse effective mass (1/kg)
}

// contact is one point of contact being solved.
type contact struct {
	contactSeed
	a, b        side
	n           Vec     // from a to b
	sep         float64 // m, negative inside; follows the motion during the substep
	friction    float64
	restitution float64
	approach    float64 // relative normal speed before solving (m/s), negative when closing
	peak        float64 // greatest normal impulse during the substep (N s)
	rn          row
	rt          [2]row
	k12         float64 // coupling of the tangents
	dir         [2]Vec
}

// limitRow keeps one coordinate of the arm or one slider from passing a stop.
type limitRow struct {
	off, n  int32
	sign    float64 // +1 at the lower stop, -1 at the upper
	dof     int32
	gap     float64 // distance to the stop, negative beyond
	w       [DOF]float64
	k       float64
	impulse float64
}

// layout gives each moving part its run in the vector of generalised velocities.
func (w *World) layout() {
	n := 6*len(w.bodies) + len(w.sliders)
	if w.arm != nil {
		n += DOF
	}
	w.vel = make([]float64, n)
	if w.contacts == nil {
		w.contacts = make([]contact, 0, 128)
		w.old, w.touched, w.oldRefs = make([]contactSeed, 0, 128), make([]manifoldRef, 0, 64), make([]manifoldRef, 0, 64)
		w.limits = make([]limitRow, 0, 32)
	}
}

func (w *World) bodyOffset(i int) int32 {
	if w.arm != nil {
		return int32(DOF + 6*i)
	}
	return int32(6 * i)
}

func (w *World) side(p Part) side {
	switch p.Kind {
	case ArmPart:
		return side{p, 0, DOF}
	case FreeBody:
		return side{p, w.bodyOffset(p.Index), 6}
	case Rail:
		return side{p, w.bodyOffset(len(w.bodies)) + int32(p.Index), 1}
	}
	return side{part: p}
}

// addContacts turns a manifold into contacts, each with the impulse of its predecessor if it has one.
func (w *World) addContacts(pair uint32, sa, sb *shape, m *manifold, cursor *int) {
	from := int32(len(w.contacts))
	t1, t2 := tangents(m.n, &sa.world.r)
	for i := range m.count {
		p := &m.pts[i]
		c := w.nextContact()
		c.contactSeed = contactSeed{id: p.id, p: p.p}
		c.a, c.b = w.side(sa.part), w.side(sb.part)
		c.n, c.sep, c.dir = m.n, p.sep, [2]Vec{t1, t2}
		c.friction = sa.Friction * sb.Friction
		c.restitution = sa.Restitution * sb.Restitution
	}
	inherit(w.contacts[from:], w.predecessors(pair, cursor))
	w.touched = append(w.touched, manifoldRef{pair, from, int32(m.count)})
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

// predecessors are the contacts of the same pair in the last substep. Pairs come in the same order each time, so the
// search starts where the last one ended.
func (w *World) predecessors(pair uint32, cursor *int) []contactSeed {
	n := len(w.oldRefs)
	for k := range n {
		i := *cursor + k
		if i >= n {
			i -= n
		}
		if r := w.oldRefs[i]; r.pair == pair {
			*cursor = i + 1
			return w.old[r.from : r.from+r.count]
		}
	}
	return nil
}

// inherit hands the impulses of the last substep to the contacts of this one: to the contact with the same id, else to
// the nearest that is left. Each impulse is handed on once.
func inherit(contacts []contact, old []contactSeed) {
	var taken [4]bool
	var served [4]bool
	for i := range contacts {
		for j := range old {
			if old[j].id == contacts[i].id && !taken[j] {
				contacts[i].normal, contacts[i].slide = old[j].normal, old[j].slide
				taken[j], served[i] = true, true
				break
			}
		}
	}
	for i := range contacts {
		best, limit := -1, matchDistance*matchDistance
		for j := range old {
			d := old[j].p.Sub(contacts[i].p)
			if q := d.Dot(d); !served[i] && !taken[j] && q < limit {
				best, limit = j, q
			}
		}
		if best >= 0 {
			contacts[i].normal, contacts[i].slide = old[best].normal, old[best].slide
			taken[best] = true
		}
	}
}

// tangents are two directions perpendicular to n. They turn with the first body, so that stored friction keeps its
// direction: the first is the body axis most perpendicular to n, made so.
func tangents(n Vec, r *Mat) (t1, t2 Vec) {
	axis, least := r.X, 2.0
	for i := range 3 {
		c := r.Column(i)
		d := n.Dot(c)
		if d < 0 {
			d = -d
		}
		if d < least {
			axis, least = c, d
		}
	}
	t1 = axis.AddScaled(-n.Dot(axis), n).Unit()
	return t1, n.Cross(t1)
}
