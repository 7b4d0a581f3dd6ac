package physics

import "math"

// vertex is a corner of the polygon being clipped, in the frame of the clipping face: u within the face, w along its
// normal (m). id identifies the corner from substep to substep. edge labels the side that starts at the corner: 0-3 are
// sides of the incident face, 4-7 clipping planes.
type vertex struct {
	u    [2]float64
	w    float64
	id   uint32
	edge uint32
}

// polygon is a face during clipping. A rectangle cut by four planes has at most eight corners.
type polygon struct {
	n int
	v [8]vertex
}

// faceContact fills the manifold of a face contact: it clips the incident face, the one of inc that faces ref's face
// along ±axis, against the sides of that face and keeps at most four points that are closer than margin (m). d points
// from ref to inc; mark goes into the ids of the points; old are the touches of the last substep.
func faceContact(ref, inc *box, d Vec, axis int, margin float64, mark uint32, old []touch, m *manifold) {
	n := ref.r.Column(axis).along(d)
	iu, iv := next[axis][0], next[axis][1]
	au, av := ref.r.Column(iu), ref.r.Column(iv)
	var face, cut polygon
	mark |= uint32(axis)<<28 | incidentFace(&face, ref, inc, n, au, av, ref.h.at(axis))<<24
	p := face.clip(&cut, 0, ref.h.at(iu))
	p = p.clip(other(p, &face, &cut), 1, ref.h.at(iu))
	p = p.clip(other(p, &face, &cut), 2, ref.h.at(iv))
	p = p.clip(other(p, &face, &cut), 3, ref.h.at(iv))
	p.dropBeyond(margin)
	if p.n > 4 && !p.keep(mark, old) {
		p.reduce()
	}
	m.n, m.count = n, p.n
	for i := range p.n {
		v := &p.v[i&7]
		at := ref.c.AddScaled(v.u[0], au).AddScaled(v.u[1], av).AddScaled(ref.h.at(axis)+float64(0.5*v.w), n)
		m.pts[i&3] = manifoldPoint{at, v.w, mark | v.id}
	}
}

// other returns the one of the polygons a and b that is not p.
func other(p, a, b *polygon) *polygon {
	if p == a {
		return b
	}
	return a
}

// incidentFace finds the face of inc whose outward normal is most opposed to n, writes its corners to f in the frame of
// ref's face, and returns a number from 0 to 5 that identifies it.
func incidentFace(f *polygon, ref, inc *box, n, au, av Vec, reach float64) (name uint32) {
	best, axis := 0.0, 0
	for i := range 3 {
		if c := n.Dot(inc.r.Column(i)); math.Abs(c) > math.Abs(best) {
			best, axis = c, i
		}
	}
	side := inc.h.at(axis)
	name = uint32(2 * axis)
	if best > 0 {
		side = -side
		name++
	}
	i1, i2 := next[axis][0], next[axis][1]
	mid := inc.c.AddScaled(side, inc.r.Column(axis)).Sub(ref.c)
	e1, e2 := inc.r.Column(i1).Scale(inc.h.at(i1)), inc.r.Column(i2).Scale(inc.h.at(i2))
	sum, diff := e1.Add(e2), e1.Sub(e2)
	f.n = 4
	for k, q := range [4]Vec{mid.Add(sum), mid.Sub(diff), mid.Sub(sum), mid.Add(diff)} {
		f.v[k] = vertex{[2]float64{q.Dot(au), q.Dot(av)}, q.Dot(n) - reach, uint32(k), uint32(k)}
	}
	return name
}

// clip cuts a convex polygon by one side plane of the clipping face (Sutherland and Hodgman 1974): plane 0 is u0 <= h,
// 1 is u0 >= -h, 2 and 3 the same in u1. It returns p itself if nothing is cut off, else out.
func (p *polygon) clip(out *polygon, plane uint32, h float64) *polygon {
	var beyond [8]float64 // distance of each corner outside the plane (m)
	most := math.Inf(-1)
	for i := range p.n {
		x := p.v[i&7].u[plane>>1]
		if plane&1 == 1 {
			x = -x
		}
		beyond[i&7] = x - h
		most = max(most, x-h)
	}
	if !(most > 0) {
		return p
	}
	out.n = 0
	for i := range p.n {
		k := i + 1
		if k == p.n {
			k = 0
		}
		a, b, da, db := &p.v[i&7], &p.v[k&7], beyond[i&7], beyond[k&7]
		if da <= 0 {
			out.add(*a)
		}
		if (da <= 0) != (db <= 0) {
			c := a.towards(b, da/(da-db))
			c.id = 16 + 8*a.edge + plane
			if da <= 0 { // leaving: the polygon goes on along the clipping plane
				c.edge = 4 + plane
			}
			out.add(c)
		}
	}
	return out
}

// add appends a corner. It drops a ninth, which only rounding can produce.
func (p *polygon) add(v vertex) {
	if p.n < len(p.v) {
		p.v[p.n] = v
		p.n++
	}
}

// towards returns the point a + t (b - a).
func (a *vertex) towards(b *vertex, t float64) vertex {
	between := func(x, y float64) float64 { return x + float64(t*(y-x)) }
	return vertex{[2]float64{between(a.u[0], b.u[0]), between(a.u[1], b.u[1])}, between(a.w, b.w), a.id, a.edge}
}

// dropBeyond removes the corners that are farther than margin from the face (m).
func (p *polygon) dropBeyond(margin float64) {
	n := 0
	for i := range p.n {
		if p.v[i&7].w <= margin {
			p.v[n&7] = p.v[i&7]
			n++
		}
	}
	p.n = n
}

// keepDepth (m) is how much deeper another corner must be than the four of the last substep to replace them. Normal:
// 1e-4, twice the slop. At zero, rounding decides which corner of a box that lies flat is the deepest; the four that
// are kept then alternate and lose their impulses, and turned boxes on each other creep by 20 mm a minute.
const keepDepth = 1e-4

// keep keeps the four corners of the last substep, if all are there and none of the others is visibly deeper, and
// reports whether it did. A different choice of equally good corners would lose their impulses.
func (p *polygon) keep(mark uint32, old []touch) bool {
	if len(old) != 4 {
		return false
	}
	var kept [8]bool
	deepest, deepestKept, n := math.Inf(1), math.Inf(1), 0
	for i := range p.n {
		v := &p.v[i&7]
		deepest = min(deepest, v.w)
		for j := range old {
			if old[j].id == mark|v.id {
				kept[i&7] = true
				deepestKept = min(deepestKept, v.w)
				n++
			}
		}
	}
	if n != 4 || deepestKept > deepest+keepDepth {
		return false
	}
	n = 0
	for i := range p.n {
		if kept[i&7] {
			p.v[n&7] = p.v[i&7]
			n++
		}
	}
	p.n = 4
	return true
}

// reduce keeps four of more corners: the deepest, the one farthest from it, and the two that span the greatest area on
// either side of the line through both. Four points carry any load that more could, at half the cost.
func (p *polygon) reduce() {
	var score [8]float64
	for i := range p.n {
		score[i&7] = -p.v[i&7].w
	}
	p.moveBest(0, &score)
	a := p.v[0].u
	for i := range p.n {
		du, dv := p.v[i&7].u[0]-a[0], p.v[i&7].u[1]-a[1]
		score[i&7] = float64(du*du) + float64(dv*dv)
	}
	p.moveBest(1, &score)
	b := p.v[1].u
	for i := range p.n { // twice the signed area of a, b and the corner
		u := p.v[i&7].u
		score[i&7] = float64((b[0]-a[0])*(u[1]-a[1])) - float64((b[1]-a[1])*(u[0]-a[0]))
	}
	p.moveBest(2, &score)
	for i := range score {
		score[i] = -score[i]
	}
	p.moveBest(3, &score)
	p.n = 4
}

// moveBest swaps the corner with the highest score among those from index at on to index at.
func (p *polygon) moveBest(at int, score *[8]float64) {
	best := at
	for i := at + 1; i < p.n; i++ {
		if score[i&7] > score[best&7] {
			best = i
		}
	}
	p.v[at&7], p.v[best&7] = p.v[best&7], p.v[at&7]
	score[at&7], score[best&7] = score[best&7], score[at&7]
}
