package physics

// touch is a point at which two boxes touch or nearly touch. It is kept from substep to substep and reported by
// Contacts.
type touch struct {
	pair   pairKey
	id     uint32     // of the features that meet
	p      Vec        // world frame (m)
	n      Vec        // from the first box to the second
	sep    float64    // m, negative inside
	normal float64    // impulses over the substep (N s): along n,
	slide  [2]float64 // and along the tangents
}

// pairKey identifies two boxes by 16 bits each for the owners and the boxes. Keys sort in the order in which the broad
// phase visits the pairs: by owners, then by boxes.
type pairKey uint64

func newPairKey(ownerA, ownerB, boxA, boxB int32) pairKey {
	return pairKey(ownerA)<<48 | pairKey(ownerB)<<32 | pairKey(boxA)<<16 | pairKey(boxB)
}

// boxes returns the indices of the two boxes.
func (k pairKey) boxes() (a, b int) { return int(k >> 16 & 0xffff), int(k & 0xffff) }

// owners returns the bits of the key that identify the owners.
func (k pairKey) owners() pairKey { return k >> 32 }

// predecessors returns the touches of two boxes in the last substep. Old and new touches are in the same order, so one
// pass through the old ones, at position cursor, serves the whole substep: O(n).
func (w *World) predecessors(pair pairKey, cursor *int) []touch {
	for *cursor < len(w.old) && w.old[*cursor].pair < pair {
		*cursor++
	}
	from := *cursor
	for *cursor < len(w.old) && w.old[*cursor].pair == pair {
		*cursor++
	}
	return w.old[from:*cursor]
}

// addTouches appends the points of a manifold, each with the impulses of its predecessor if it has one.
func (w *World) addTouches(pair pairKey, m *manifold, old []touch) {
	from := len(w.touches)
	for i := range m.count {
		p := &m.pts[i]
		w.touches = append(w.touches, touch{pair: pair, id: p.id, p: p.p, n: m.n, sep: p.sep})
	}
	matchImpulses(w.touches[from:], old)
}

// carryTouches copies the touches of two parts at rest unchanged from the last substep.
func (w *World) carryTouches(owners pairKey, cursor *int) {
	for *cursor < len(w.old) && w.old[*cursor].pair.owners() < owners {
		*cursor++
	}
	for *cursor < len(w.old) && w.old[*cursor].pair.owners() == owners {
		w.touches = append(w.touches, w.old[*cursor])
		*cursor++
	}
}

// matchImpulses copies the impulses of the last substep's points to this one's: to the point with the same id, else
// to the nearest one left within matchDistance. Each impulse is copied at most once.
func matchImpulses(points, old []touch) {
	var taken, served [4]bool
	for i := range points {
		for j := range old {
			if old[j].id == points[i].id && !taken[j] {
				points[i].normal, points[i].slide = old[j].normal, old[j].slide
				taken[j], served[i] = true, true
				break
			}
		}
	}
	for i := range points {
		if served[i] {
			continue
		}
		best, limit := -1, matchDistance*matchDistance
		for j := range old {
			d := old[j].p.Sub(points[i].p)
			if q := d.Dot(d); !taken[j] && q < limit {
				best, limit = j, q
			}
		}
		if best >= 0 {
			points[i].normal, points[i].slide = old[best].normal, old[best].slide
			taken[best] = true
		}
	}
}

// Contact is one point at which two parts touched in the last substep. Point, Normal and Gap are of its beginning, when
// the parts had not moved yet.
type Contact struct {
	A, B    Part
	Point   Vec     // world frame (m)
	Normal  Vec     // from A to B
	Gap     float64 // m, negative inside
	Impulse float64 // normal impulse over the substep (N s)
}

// Contacts iterates over the points that carried load in the last substep. For sleeping parts these are the points and
// loads with which they fell asleep.
func (w *World) Contacts(yield func(Contact) bool) {
	for i := range w.touches {
		t := &w.touches[i]
		a, b := t.pair.boxes()
		if t.normal > 0 && !yield(Contact{w.shapes[a].part, w.shapes[b].part, t.p, t.n, t.sep, t.normal}) {
			return
		}
	}
}

// Touching iterates over the parts that exerted a normal force on part p in the last substep, once for each point.
func (w *World) Touching(p Part) func(yield func(other Part) bool) {
	return func(yield func(Part) bool) {
		for i := range w.touches {
			t := &w.touches[i]
			if !(t.normal > 0) {
				continue
			}
			a, b := t.pair.boxes()
			switch pa, pb := w.shapes[a].part, w.shapes[b].part; p {
			case pa:
				if !yield(pb) {
					return
				}
			case pb:
				if !yield(pa) {
					return
				}
			}
		}
	}
}
