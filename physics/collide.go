package physics

import "math"

// box is a solid box in the world: centre, axes and half extents (m).
type box struct {
	c Vec
	r Mat
	h Vec
}

// manifoldPoint is one point where two boxes touch or nearly do.
type manifoldPoint struct {
	p   Vec     // midway between the surfaces (m)
	sep float64 // distance of the surfaces along the normal (m), negative inside
	id  uint32  // which features meet here: the same contact keeps its id from step to step
}

// manifold is how two boxes touch: a common normal from the first to the second, and one to four points.
type manifold struct {
	n     Vec
	count int
	pts   [4]manifoldPoint
}

// Tolerances by which one kind of contact must beat another to be chosen: without them the choice, and with it the
// ids and the stored impulses, would flicker between equals.
const (
	// edgeBias (m): how much less an edge-edge axis must overlap than the best face axis. Normal value 1e-4. Zero makes
	// boxes that lie flat jump to edge contacts by rounding; a millimetre makes edges sink before they are noticed.
	edgeBias = 1e-4
	// faceBias (m): how much less the second box's face must overlap than the first's.
	faceBias = 1e-5
	// parallel: squared sine below which two edges have no usable cross product.
	parallel = 1e-6
)

// collide finds the contact between boxes a and b, if any point is closer than margin (m).
//
// Separating axis theorem (Gottschalk, Lin and Manocha 1996): two boxes are apart exactly if one of 15 axes, the six
// face normals and the nine cross products of edges, separates them. The axis with the greatest separation gives
// the normal; a face axis clips the other box's facing side against the face, an edge axis gives one point.
func collide(a, b *box, margin float64, m *manifold) bool {
	m.count = 0
	d := b.c.Sub(a.c)
	ha, hb := [3]float64{a.h.X, a.h.Y, a.h.Z}, [3]float64{b.h.X, b.h.Y, b.h.Z}
	ta, tb := a.r.ApplyT(d), b.r.ApplyT(d)
	da, db := [3]float64{ta.X, ta.Y, ta.Z}, [3]float64{tb.X, tb.Y, tb.Z}
	var r, ar [3][3]float64 // r_ij = a_i · b_j, and absolute values
	for i, ai := range [3]Vec{a.r.X, a.r.Y, a.r.Z} {
		r[i] = [3]float64{ai.Dot(b.r.X), ai.Dot(b.r.Y), ai.Dot(b.r.Z)}
		ar[i] = [3]float64{math.Abs(r[i][0]), math.Abs(r[i][1]), math.Abs(r[i][2])}
	}

	bestA, axisA := math.Inf(-1), 0
	for i := range 3 {
		s := math.Abs(da[i]) - (ha[i] + float64(ar[i][0]*hb[0]) + float64(ar[i][1]*hb[1]) + float64(ar[i][2]*hb[2]))
		if s > margin {
			return false
		}
		if s > bestA {
			bestA, axisA = s, i
		}
	}
	bestB, axisB := math.Inf(-1), 0
	for j := range 3 {
		s := math.Abs(db[j]) - (hb[j] + float64(ar[0][j]*ha[0]) + float64(ar[1][j]*ha[1]) + float64(ar[2][j]*ha[2]))
		if s > margin {
			return false
		}
		if s > bestB {
			bestB, axisB = s, j
		}
	}
	bestE, edgeA, edgeB := math.Inf(-1), 0, 0
	for i := range 3 {
		i1, i2 := (i+1)%3, (i+2)%3
		for j := range 3 {
			sq := 1 - float64(r[i][j]*r[i][j]) // |a_i × b_j|²
			if sq < parallel {
				continue
			}
			j1, j2 := (j+1)%3, (j+2)%3
			dist := math.Abs(float64(da[i2]*r[i1][j]) - float64(da[i1]*r[i2][j]))
			reach := float64(ha[i1]*ar[i2][j]) + float64(ha[i2]*ar[i1][j]) + float64(hb[j1]*ar[i][j2]) + float64(hb[j2]*ar[i][j1])
			s := (dist - reach) / math.Sqrt(sq)
			if s > margin {
				return false
			}
			if s > bestE {
				bestE, edgeA, edgeB = s, i, j
			}
		}
	}

	face := math.Max(bestA, bestB)
	switch {
	case bestE > face+edgeBias:
		edgeContact(a, b, d, edgeA, edgeB, bestE, m)
	case bestB > bestA+faceBias:
		faceContact(b, a, d.Neg(), axisB, margin, 1<<31, m)
		m.n = m.n.Neg()
	default:
		faceContact(a, b, d, axisA, margin, 0, m)
	}
	return m.count > 0
}

// edgeContact is the single point between the supporting edges along a_i and b_j: halfway between the closest points of the two
// lines.
func edgeContact(a, b *box, d Vec, i, j int, sep float64, m *manifold) {
	u, v := a.r.Column(i), b.r.Column(j)
	n := u.Cross(v).Unit()
	if n.Dot(d) < 0 {
		n = n.Neg()
	}
	pa, sa := supportEdge(a, i, n)
	pb, sb := supportEdge(b, j, n.Neg())
	// Closest points of the lines pa + s u and pb + t v.
	w := pb.Sub(pa)
	uv := u.Dot(v)
	den := 1 - float64(uv*uv)
	s := (u.Dot(w) - float64(uv*v.Dot(w))) / den
	t := (float64(uv*u.Dot(w)) - v.Dot(w)) / den
	ca, cb := pa.AddScaled(s, u), pb.AddScaled(t, v)
	m.n, m.count = n, 1
	m.pts[0] = manifoldPoint{ca.Add(cb).Scale(0.5), sep, 1<<30 | uint32(i)<<12 | uint32(j)<<8 | sa<<4 | sb}
}

// supportEdge is the middle of the edge of b parallel to axis i that lies farthest along n, and the signs that name it.
func supportEdge(b *box, i int, n Vec) (p Vec, signs uint32) {
	p = b.c
	for k := range 3 {
		if k == i {
			continue
		}
		axis := b.r.Column(k)
		h := b.h.at(k)
		if n.Dot(axis) < 0 {
			h = -h
			signs |= 1 << k
		}
		p = p.AddScaled(h, axis)
	}
	return p, signs
}

// clipVertex is a corner of the polygon being clipped, in the reference face's frame: u and v in the face, w along its
// normal. edge labels the side that leaves it: 0-3 sides of the incident face, 4-7 clipping planes.
type clipVertex struct {
	u, v, w float64
	id      uint32
	edge    uint8
}

// faceContact clips the face of inc that looks at ref's face along ±axis against that face. d points from ref to inc.
func faceContact(ref, inc *box, d Vec, axis int, margin float64, flag uint32, m *manifold) {
	n := ref.r.Column(axis)
	sign := uint32(0)
	if n.Dot(d) < 0 {
		n = n.Neg()
		sign = 1
	}
	iu, iv := (axis+1)%3, (axis+2)%3
	au, av := ref.r.Column(iu), ref.r.Column(iv)
	hu, hv, hw := ref.h.at(iu), ref.h.at(iv), ref.h.at(axis)

	var poly, next [8]clipVertex
	face := incidentFace(inc, n, func(k int, p Vec) {
		q := p.Sub(ref.c)
		poly[k] = clipVertex{q.Dot(au), q.Dot(av), q.Dot(n) - hw, uint32(k), uint8(k)}
	})
	count := clip(poly[:4], &next, hu, 0)
	count = clip(next[:count], &poly, hu, 1)
	count = clip(poly[:count], &next, hv, 2)
	count = clip(next[:count], &poly, hv, 3)

	kept := 0
	for _, p := range poly[:count] {
		if p.w <= margin {
			poly[kept] = p
			kept++
		}
	}
	kept = reduce(&poly, kept)
	m.n, m.count = n, kept
	tag := flag | uint32(axis)<<28 | sign<<27 | uint32(face)<<24
	for i, p := range poly[:kept] {
		pos := ref.c.AddScaled(p.u, au).AddScaled(p.v, av).AddScaled(hw+float64(0.5*p.w), n)
		m.pts[i] = manifoldPoint{pos, p.w, tag | p.id}
	}
}

// incidentFace finds the face of b that looks most against n, hands its four corners to put in order, and names it.
func incidentFace(b *box, n Vec, put func(k int, p Vec)) (face int) {
	best, axis, side := 0.0, 0, 1.0
	for i := range 3 {
		c := n.Dot(b.r.Column(i))
		if math.Abs(c) > math.Abs(best) {
			best, axis = c, i
		}
	}
	face = 2 * axis
	if best > 0 {
		side = -1
		face++
	}
	i1, i2 := (axis+1)%3, (axis+2)%3
	mid := b.c.AddScaled(float64(side*b.h.at(axis)), b.r.Column(axis))
	e1, e2 := b.r.Column(i1).Scale(b.h.at(i1)), b.r.Column(i2).Scale(b.h.at(i2))
	put(0, mid.Add(e1).Add(e2))
	put(1, mid.Sub(e1).Add(e2))
	put(2, mid.Sub(e1).Sub(e2))
	put(3, mid.Add(e1).Sub(e2))
	return face
}

// clip cuts a polygon by one side plane of the reference face (Sutherland and Hodgman 1974): plane 0 is u <= h,
// 1 is u >= -h, 2 and 3 the same in v. It returns the number of vertices written to out.
func clip(in []clipVertex, out *[8]clipVertex, h float64, plane uint8) int {
	count := 0
	emit := func(v clipVertex) {
		if count < len(out) {
			out[count] = v
			count++
		}
	}
	for i := range in {
		p, q := &in[i], &in[(i+1)%len(in)]
		dp, dq := beyond(p, h, plane), beyond(q, h, plane)
		if dp <= 0 {
			emit(*p)
		}
		if (dp <= 0) == (dq <= 0) {
			continue
		}
		t := dp / (dp - dq)
		cut := clipVertex{
			u: p.u + float64(t*(q.u-p.u)), v: p.v + float64(t*(q.v-p.v)), w: p.w + float64(t*(q.w-p.w)),
			id: 16 + uint32(p.edge)*8 + uint32(plane), edge: p.edge,
		}
		if dp <= 0 { // leaving: the polygon goes on along the clipping plane
			cut.edge = 4 + plane
		}
		emit(cut)
	}
	return count
}

// beyond is how far a vertex lies outside a clipping plane.
func beyond(p *clipVertex, h float64, plane uint8) float64 {
	switch plane {
	case 0:
		return p.u - h
	case 1:
		return -p.u - h
	case 2:
		return p.v - h
	}
	return -p.v - h
}

// reduce keeps at most four of count points: the deepest, the one farthest from it, and the two that span the greatest
// area on either side of their line. Four points carry any load that more could, and half the work remains.
func reduce(p *[8]clipVertex, count int) int {
	if count <= 4 {
		return count
	}
	pick := func(at int, score func(v *clipVertex) float64) {
		best := at
		for i := at + 1; i < count; i++ {
			if score(&p[i]) > score(&p[best]) {
				best = i
			}
		}
		p[at], p[best] = p[best], p[at]
	}
	area := func(v *clipVertex) float64 { // twice the signed area of p0, p1, v
		return float64((p[1].u-p[0].u)*(v.v-p[0].v)) - float64((p[1].v-p[0].v)*(v.u-p[0].u))
	}
	pick(0, func(v *clipVertex) float64 { return -v.w })
	pick(1, func(v *clipVertex) float64 {
		du, dv := v.u-p[0].u, v.v-p[0].v
		return float64(du*du) + float64(dv*dv)
	})
	pick(2, func(v *clipVertex) float64 { return area(v) })
	pick(3, func(v *clipVertex) float64 { return -area(v) })
	return 4
}
