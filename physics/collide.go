package physics

import "math"

// box is a solid box in the world: centre, axes and half extents (m).
type box struct {
	c Vec
	r Mat
	h Vec
}

// manifoldPoint is one point at which two boxes touch or nearly touch.
type manifoldPoint struct {
	p   Vec     // midway between the surfaces (m)
	sep float64 // distance of the surfaces along the normal (m), negative inside
	id  uint32  // identifies the features that meet; the same contact keeps its id from substep to substep
}

// manifold is the contact of two boxes: a common unit normal from the first to the second, and up to four points.
type manifold struct {
	n     Vec
	count int
	pts   [4]manifoldPoint
}

// Tolerances by which one kind of contact must be better than another to be chosen. Without them the choice, and with
// it the ids and the stored impulses, would alternate between equally good ones.
const (
	// edgeBias is how much less an edge-edge axis must overlap than the best face axis (m). Normal: 1e-4. At zero,
	// rounding switches boxes that lie flat to edge contacts; at a millimetre, edges sink in before they are detected.
	edgeBias = 1e-4
	// faceBias is how much less the second box's face must overlap than the first's (m) where none touched in the last
	// substep. Normal: 1e-5.
	faceBias = 1e-5
	// stayBias is how much less the other box's face must overlap than the face of the last substep (m). Normal: 1e-4.
	// At faceBias, boxes that rock by a micrometre on each other change faces and lose their impulses.
	stayBias = 1e-4
	// nearFaceCosine is the cosine of the angle below which an edge contact's normal counts as a face's. Normal: 0.97
	// (14 degrees). At 1, a block that is wedged over an edge turns to and fro on one point and stays wedged.
	nearFaceCosine = 0.97
)

// collide finds the contact between boxes a and b and reports whether any point is closer than margin (m). Of equally
// good faces and points it takes those of old, the touches of the two boxes in the last substep.
//
// The axis of greatest separation is the normal. For a face axis, the facing side of the other box is clipped against
// the face; an edge axis gives one point, unless it is nearly a face normal.
func collide(a, b *box, margin float64, old []touch, m *manifold) bool {
	m.count = 0
	var s axes
	s.measure(a, b)
	faceA, axisA := s.facesA()
	if faceA > margin {
		return false
	}
	faceB, axisB := s.facesB()
	if faceB > margin {
		return false
	}
	edge, edgeA, edgeB := s.edges(margin)
	if edge > margin {
		return false
	}
	switch {
	case edge > max(faceA, faceB)+edgeBias:
		n := a.r.Column(edgeA).Cross(b.r.Column(edgeB)).Unit().along(s.d)
		if !nearFace(a, b, n, margin, old, m) {
			edgeContact(a, b, n, edgeA, edgeB, edge, m)
		}
	case faceB > faceA+secondBias(old):
		faceContact(b, a, s.d.Neg(), axisB, margin, ofSecond, old, m)
		m.n = m.n.Neg()
	default:
		faceContact(a, b, s.d, axisA, margin, 0, old, m)
	}
	return m.count > 0
}

// secondBias returns how much less the second box's face must overlap than the first's to be taken (m).
func secondBias(old []touch) float64 {
	switch {
	case len(old) == 0 || old[0].id&ofEdges != 0:
		return faceBias
	case old[0].id&ofSecond != 0:
		return -stayBias
	}
	return stayBias
}

// along returns a or -a, whichever has a non-negative product with d.
func (a Vec) along(d Vec) Vec {
	if a.Dot(d) < 0 {
		return a.Neg()
	}
	return a
}

// nearFace fills the manifold of a face contact in place of an edge contact along n, if a face has nearly this normal
// and the other box lies over it. Such a contact is a slightly inclined face; a single point would let the boxes turn
// to and fro on it.
func nearFace(a, b *box, n Vec, margin float64, old []touch, m *manifold) bool {
	for i := range 3 {
		if math.Abs(n.Dot(a.r.Column(i))) > nearFaceCosine {
			faceContact(a, b, n, i, margin, 0, old, m)
			return m.count > 0
		}
	}
	for i := range 3 {
		if math.Abs(n.Dot(b.r.Column(i))) > nearFaceCosine {
			faceContact(b, a, n.Neg(), i, margin, ofSecond, old, m)
			m.n = m.n.Neg()
			return m.count > 0
		}
	}
	return false
}

// edgeContact fills the manifold with the single point between the supporting edges along a_i and b_j, whose
// directions are u and v: halfway between the closest points pa + s u and pb + t v of their lines.
func edgeContact(a, b *box, n Vec, i, j int, sep float64, m *manifold) {
	u, v := a.r.Column(i), b.r.Column(j)
	pa, sa := supportEdge(a, i, n)
	pb, sb := supportEdge(b, j, n.Neg())
	w := pb.Sub(pa)
	uv := u.Dot(v)
	den := 1 - float64(uv*uv)
	s := (u.Dot(w) - float64(uv*v.Dot(w))) / den
	t := (float64(uv*u.Dot(w)) - v.Dot(w)) / den
	mid := pa.AddScaled(s, u).Add(pb.AddScaled(t, v)).Scale(0.5)
	m.n, m.count = n, 1
	m.pts[0] = manifoldPoint{mid, sep, ofEdges | uint32(i)<<12 | uint32(j)<<8 | sa<<4 | sb}
}

// supportEdge returns the midpoint of the edge of b parallel to axis i that lies farthest along n, and bits that
// identify the edge.
func supportEdge(b *box, i int, n Vec) (p Vec, signs uint32) {
	p = b.c
	for k := range 3 {
		if k == i {
			continue
		}
		axis, h := b.r.Column(k), b.h.at(k)
		if n.Dot(axis) < 0 {
			h = -h
			signs |= 1 << k
		}
		p = p.AddScaled(h, axis)
	}
	return p, signs
}

// Bits in the ids of points.
const (
	ofSecond = 1 << 31 // the clipping face is the second box's
	ofEdges  = 1 << 30
)
