package physics

// touch is a point where two boxes touch or nearly do, as it is kept from substep to substep and reported.
type touch struct {
	pair   pairKey
	id     uint32 // of the features that meet
	p      Vec
	n      Vec     // from the first box to the second
	sep    float64 // m, negative inside
	normal float64 // impulses over the substep (N s): along n,
	slide  [2]float64
}

// pairKey names two boxes, sorted as the broad phase visits them: owners first, then boxes.
type pairKey uint64

func newPairKey(ownerA, ownerB, boxA, boxB int32) pairKey {
	return pairKey(ownerA)<<48 | pairKey(ownerB)<<32 | pairKey(boxA)<<16 | pairKey(boxB)
}

// boxes are the numbers of the two boxes.
func (k pairKey) boxes() (a, b int) { return int(k >> 16 & 0xffff), int(k & 0xffff) }

// owners is the part of the key that names the owners.
func (k pairKey) owners() pairKey { return k >> 32 }

// addTouches appends a manifold, each point with the impulses of its predecessor if it has one. The old touches are
// in the same order as the new ones, so one walk through them, kept in cursor, serves the whole substep.
func (w *World) addTouches(pair pairKey, m *manifold, cursor *int) {
	from := len(w.touches)
	for i := range m.count {
		p := &m.pts[i]
		w.touches = append(w.touches, touch{pair: pair, id: p.id, p: p.p, n: m.n, sep: p.sep})
	}
	for *cursor < len(w.old) && w.old[*cursor].pair < pair {
		*cursor++
	}
	end := *cursor
	for end < len(w.old) && w.old[end].pair == pair {
		end++
	}
	inherit(w.touches[from:], w.old[*cursor:end])
	*cursor = end
}

// keepTouches carries the touches of two parts at rest over, as they are.
func (w *World) keepTouches(owners pairKey, cursor *int) {
	for *cursor < len(w.old) && w.old[*cursor].pair.owners() < owners {
		*cursor++
	}
	for *cursor < len(w.old) && w.old[*cursor].pair.owners() == owners {
		w.touches = append(w.touches, w.old[*cursor])
		*cursor++
	}
}

// inherit hands the impulses of the last substep to the points of this one: to the point with the same id, else to
// the nearest that is left. Each impulse is handed on once.
func inherit(points, old []touch) {
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

// Contact is one point where two parts touched in the last substep.
type Contact struct {
	A, B    Part
	Point   Vec
	Normal  Vec     // from A to B
	Gap     float64 // m, negative inside
	Impulse float64 // normal impulse over the substep (N s)
}

// Contacts visits the points that carried load in the last substep, until yield returns false. Of parts that sleep
// these are the points and loads with which they fell asleep.
func (w *World) Contacts(yield func(Contact) bool) {
	for i := range w.touches {
		t := &w.touches[i]
		a, b := t.pair.boxes()
		if t.normal > 0 && !yield(Contact{w.shapes[a].part, w.shapes[b].part, t.p, t.n, t.sep, t.normal}) {
			return
		}
	}
}
