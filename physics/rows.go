package physics

import "math"

// jacobian holds the rows Ĵ of a contact for one of its parts: for each number that the part uses of its slot the
// components along the normal and the two tangents. The others are not set.
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
// sign, as a linear function of the numbers of its slot. A part at rest has none.
func (w *World) rows(j *jacobian, part Part, p Vec, sign float64, n Vec, t [2]Vec) {
	switch {
	case w.resting(part):
	case part.Kind == ArmPart:
		w.arm.rows(j, part.Index, p, n, t)
	case part.Kind == FreeBody:
		w.bodies[part.Index].rows(j, p, sign, n, t)
	default:
		r := &w.sliders[part.Index]
		k := sign / r.rootMass
		j[0] = [3]float64{float64(k * r.Axis.Dot(n)), float64(k * r.Axis.Dot(t[0])), float64(k * r.Axis.Dot(t[1]))}
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
}

// rows fills the Jacobian of the arm, which is always the first part of a contact. Joint i, whose motion about the
// world's origin is S_i, moves the point along d by S_i · (p × d, d). With Ĵᵀ = L⁻¹ Jᵀ the rows are
// -(L⁻¹ S) (p × d, d).
func (a *armState) rows(j *jacobian, part int, p, n Vec, t [2]Vec) {
	if a.levered != part {
		a.lever(part)
	}
	mn, m1, m2 := p.Cross(n), p.Cross(t[0]), p.Cross(t[1])
	for i := range j {
		s := &a.levers[i]
		j[i] = [3]float64{
			-(s.A.Dot(mn) + s.L.Dot(n)), -(s.A.Dot(m1) + s.L.Dot(t[0])), -(s.A.Dot(m2) + s.L.Dot(t[1])),
		}
	}
}

// lever computes L⁻¹ S for a part, where S_i is zero for the joints that do not carry it.
func (a *armState) lever(part int) {
	a.levered = part
	for i := range a.levers {
		var sum spatial
		for k := range min(i, part, Joints-1) + 1 {
			l, s := a.inverse[i][k], &a.axis[k]
			sum.A, sum.L = sum.A.AddScaled(l, s.A), sum.L.AddScaled(l, s.L)
		}
		a.levers[i] = sum
	}
	if part >= FingerLeft {
		f := &a.levers[Fingers]
		f.L = f.L.AddScaled(a.inverse[Fingers][Fingers], a.slide[part-FingerLeft].L)
	}
}

// masses computes the effective masses from the couplings K = Ĵ Ĵᵀ of the rows. A row along which nothing can move,
// such as the axis of the arm's first link, gets no impulse.
func (c *contact) masses() {
	var k [6]float64
	addMasses(&k, &c.ja, c.na)
	addMasses(&k, &c.jb, c.nb)
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

// addMasses adds the elements of Ĵ Ĵᵀ to k: 11, 22, 33, 12, 13, 23. The slot has n numbers.
func addMasses(k *[6]float64, j *jacobian, n int32) {
	k11, k22, k33, k12, k13, k23 := k[0], k[1], k[2], k[3], k[4], k[5]
	for i := range j[:n] {
		r := &j[i]
		a, b, c := r[0], r[1], r[2]
		k11 += float64(a * a)
		k22 += float64(b * b)
		k33 += float64(c * c)
		k12 += float64(a * b)
		k13 += float64(a * c)
		k23 += float64(b * c)
	}
	*k = [6]float64{k11, k22, k33, k12, k13, k23}
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
