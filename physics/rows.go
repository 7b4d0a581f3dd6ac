package physics

import "math"

// jacobian holds the rows Ĵ of a contact for one of its parts, along the normal and the two tangents. A row has a
// component for each number that the part uses of its slot; those that a body does not use are zero, those of a slider
// are not set.
type jacobian [3]slot

// along returns Ĵ y, the velocities along the normal and the tangents (m/s), for a slot of which n numbers are
// used: 8, 6 or 1.
func (j *jacobian) along(y *slot, n int32) (vn, v1, v2 float64) {
	return j[0].dot(y, n), j[1].dot(y, n), j[2].dot(y, n)
}

// dot returns the product of a row with a slot of which n numbers are used. The order of the sum is part of the
// results; it leaves half of the additions independent of each other.
func (r *slot) dot(y *slot, n int32) float64 {
	v := float64(r[0] * y[0])
	if n == 1 {
		return v
	}
	v += float64(r[1]*y[1]) + (float64(r[2]*y[2]) + float64(r[3]*y[3]))
	v += float64(r[4]*y[4]) + float64(r[5]*y[5])
	if n == 6 {
		return v
	}
	return v + (float64(r[6]*y[6]) + float64(r[7]*y[7]))
}

// pushPlain adds Ĵᵀ λ to y, of which n numbers are used, for the impulses λ along the normal and the tangents (N s).
func (j *jacobian) pushPlain(y *slot, n int32, pn, p1, p2 float64) {
	for i := range y[:n] {
		y[i] += float64(j[0][i]*pn) + float64(j[1][i]*p1) + float64(j[2][i]*p2)
	}
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
		j[0][0], j[1][0], j[2][0] = float64(k*r.Axis.Dot(n)), float64(k*r.Axis.Dot(t[0])), float64(k*r.Axis.Dot(t[1]))
	}
}

// rows fills the Jacobian of a body: its point p has velocity v + ω × (p - c), so along d it is d·v + ((p - c) × d)·ω.
func (b *bodyState) rows(j *jacobian, p Vec, sign float64, n Vec, t [2]Vec) {
	r := p.Sub(b.p)
	k := sign / b.rootMass
	for i, d := range [3]Vec{n, t[0], t[1]} {
		ang := b.root.Apply(r.Cross(d))
		j[i] = slot{
			float64(k * d.X), float64(k * d.Y), float64(k * d.Z),
			float64(sign * ang.X), float64(sign * ang.Y), float64(sign * ang.Z),
		}
	}
}

// rows fills the Jacobian of the arm, which is always the first part of a contact. Joint i, whose motion about the
// world's origin is S_i, moves the point along d by S_i · (p × d, d). With Ĵᵀ = L⁻¹ Jᵀ the rows are
// -(L⁻¹ S) (p × d, d).
func (a *armState) rows(j *jacobian, part int, p, n Vec, t [2]Vec) {
	if a.levered != part {
		a.lever(part)
	}
	a.levers.row(&j[0], p.Cross(n), n)
	a.levers.row(&j[1], p.Cross(t[0]), t[0])
	a.levers.row(&j[2], p.Cross(t[1]), t[1])
}

// levers are the motions L⁻¹ S of the arm's eight numbers, by component: angular x, y, z, then linear.
type levers [6]slot

// rowPlain computes the row -(L⁻¹ S) (m, d).
func (l *levers) rowPlain(row *slot, m, d Vec) {
	for i := range row {
		row[i] = -(float64(l[0][i]*m.X) + float64(l[1][i]*m.Y) + float64(l[2][i]*m.Z) +
			(float64(l[3][i]*d.X) + float64(l[4][i]*d.Y) + float64(l[5][i]*d.Z)))
	}
}

// lever computes L⁻¹ S for a part, where S_i is zero for the joints that do not carry it. All joints carry the last
// link, the hand and the fingers, whose levers differ only in the motion of the fingers themselves.
func (a *armState) lever(part int) {
	l := &a.levers
	if part < Joints-1 || a.levered < Joints-1 {
		l.carry(&a.inverse, a.axis[:min(part+1, Joints)])
		a.carried = Vec{l[3][Fingers], l[4][Fingers], l[5][Fingers]}
	}
	linear := a.carried
	if part >= FingerLeft {
		linear = linear.AddScaled(a.inverse[Fingers][Fingers], a.slide[part-FingerLeft].L)
	}
	l[3][Fingers], l[4][Fingers], l[5][Fingers] = linear.X, linear.Y, linear.Z
	a.levered = part
}

// carryPlain computes L⁻¹ S for the motions S of the first joints.
func (l *levers) carryPlain(inverse *[DOF]slot, joints []spatial) {
	for i := range DOF {
		var sum spatial
		for k := range min(i+1, len(joints)) {
			x, s := inverse[i][k], &joints[k]
			sum.A, sum.L = sum.A.AddScaled(x, s.A), sum.L.AddScaled(x, s.L)
		}
		l[0][i], l[1][i], l[2][i] = sum.A.X, sum.A.Y, sum.A.Z
		l[3][i], l[4][i], l[5][i] = sum.L.X, sum.L.Y, sum.L.Z
	}
}

// masses computes the effective masses from the couplings K = Ĵ Ĵᵀ of the rows. A row along which nothing can move,
// such as the axis of the arm's first link, gets no impulse.
func (c *contact) masses() {
	var k [6]float64
	c.ja.addMasses(&k, c.na)
	c.jb.addMasses(&k, c.nb)
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

// addMassesPlain adds the elements of Ĵ Ĵᵀ to k: 11, 22, 33, 12, 13, 23. The slot has n numbers.
func (j *jacobian) addMassesPlain(k *[6]float64, n int32) {
	k11, k22, k33, k12, k13, k23 := k[0], k[1], k[2], k[3], k[4], k[5]
	for i := range j[0][:n] {
		a, b, c := j[0][i], j[1][i], j[2][i]
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
