package physics

import "math"

// jacobian holds the rows Ĵ of a contact for one of its parts: for each number of the part's slot the components
// along the normal and the two tangents.
type jacobian [DOF][3]float64

// along returns Ĵ y, the velocities along the normal and the tangents (m/s), for a slot of which n numbers are used: 8,
// 6 or 1. The loops are written out, because this and push are half the cost of a sweep.
func (j *jacobian) along(y *slot, n int32) (vn, v1, v2 float64) {
	a := y[0]
	vn, v1, v2 = float64(j[0][0]*a), float64(j[0][1]*a), float64(j[0][2]*a)
	if n == 1 {
		return vn, v1, v2
	}
	a, b, c := y[1], y[2], y[3]
	vn += float64(j[1][0]*a) + (float64(j[2][0]*b) + float64(j[3][0]*c))
	v1 += float64(j[1][1]*a) + (float64(j[2][1]*b) + float64(j[3][1]*c))
	v2 += float64(j[1][2]*a) + (float64(j[2][2]*b) + float64(j[3][2]*c))
	a, b = y[4], y[5]
	vn += float64(j[4][0]*a) + float64(j[5][0]*b)
	v1 += float64(j[4][1]*a) + float64(j[5][1]*b)
	v2 += float64(j[4][2]*a) + float64(j[5][2]*b)
	if n == 6 {
		return vn, v1, v2
	}
	a, b = y[6], y[7]
	vn += float64(j[6][0]*a) + float64(j[7][0]*b)
	v1 += float64(j[6][1]*a) + float64(j[7][1]*b)
	v2 += float64(j[6][2]*a) + float64(j[7][2]*b)
	return vn, v1, v2
}

// push adds Ĵᵀ λ to y, of which n numbers are used, for the impulses λ along the normal and the tangents (N s).
func (j *jacobian) push(y *slot, n int32, pn, p1, p2 float64) {
	y[0] += float64(j[0][0]*pn) + float64(j[0][1]*p1) + float64(j[0][2]*p2)
	if n == 1 {
		return
	}
	y[1] += float64(j[1][0]*pn) + float64(j[1][1]*p1) + float64(j[1][2]*p2)
	y[2] += float64(j[2][0]*pn) + float64(j[2][1]*p1) + float64(j[2][2]*p2)
	y[3] += float64(j[3][0]*pn) + float64(j[3][1]*p1) + float64(j[3][2]*p2)
	y[4] += float64(j[4][0]*pn) + float64(j[4][1]*p1) + float64(j[4][2]*p2)
	y[5] += float64(j[5][0]*pn) + float64(j[5][1]*p1) + float64(j[5][2]*p2)
	if n == 6 {
		return
	}
	y[6] += float64(j[6][0]*pn) + float64(j[6][1]*p1) + float64(j[6][2]*p2)
	y[7] += float64(j[7][0]*pn) + float64(j[7][1]*p1) + float64(j[7][2]*p2)
}

// rows fills the Jacobian of a part for its point p: the velocity of the point along the normal and the tangents, times
// sign, as a linear function of the slot. It is zero for a part at rest.
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

// rows fills the Jacobian of a body: its point p has velocity v + ω × (p - c), so along d it is d·v + ((p - c) × d)·ω.
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

// rows fills the Jacobian of the arm, which is always the first part of a contact: joint i moves the point by z_i ×
// (p - o_i), for all joints that carry the part; a finger also moves along its slide. Then Ĵᵀ = L⁻¹ Jᵀ.
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

// masses computes the effective masses from the couplings K = Ĵ Ĵᵀ of the rows. A row along which nothing can move,
// such as the axis of the arm's first link, gets no impulse.
func (c *contact) masses() {
	var k [6]float64
	addMasses(&k, &c.ja)
	addMasses(&k, &c.jb)
	c.kn, c.k1, c.k2, c.kn1, c.kn2 = k[0], k[1], k[2], k[3], k[4]
	c.slip = inverse(max(k[1], k[2]))
	c.stick = [3]float64{c.slip, c.slip, 0}
	if det := float64(k[1]*k[2]) - float64(k[5]*k[5]); det > float64(singular*float64(k[1]*k[2])) {
		det = 1 / det
		c.stick = [3]float64{float64(k[2] * det), float64(k[1] * det), float64(k[5] * det)}
	}
}

// singular is the share of k1 k2 below which the determinant of the tangents' matrix counts as zero. Normal: 1e-12, far
// above rounding. The tangents are then solved as in sliding.
const singular = 1e-12

// inverse returns 1/k, and 0 for 0.
func inverse(k float64) float64 {
	if k == 0 {
		return 0
	}
	return 1 / k
}

// addMasses adds the elements of Ĵ Ĵᵀ to k: 11, 22, 33, 12, 13, 23.
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

// tangents returns two unit vectors perpendicular to n and to each other. They turn with the first box, so that
// stored friction keeps its direction: its x axis made perpendicular to n, or its y axis where n is near x.
func tangents(n Vec, r *Mat) [2]Vec {
	axis := r.X
	if math.Abs(n.Dot(axis)) > 0.8 {
		axis = r.Y
	}
	t := axis.AddScaled(-n.Dot(axis), n).Unit()
	return [2]Vec{t, n.Cross(t)}
}
