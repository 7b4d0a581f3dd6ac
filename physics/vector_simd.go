//go:build goexperiment.simd && amd64

package physics

import (
	"math"
	"simd/archsimd"

	"counterpoise/internal/vector"
)

// This file computes with AVX2 what the functions named ...Plain compute in plain Go. Each lane takes the same products
// and sums in the same order, and no multiplication is fused with an addition, so the results are the same to the bit.
// A function that leaves the upper halves of the vector registers set clears them before it returns: scalar code after
// it would be slow, see backend.VZeroUpper.

// hasAVX2 reports whether the processor has AVX2.
var hasAVX2 = archsimd.X86.AVX2()

// lanes are four numbers that are computed side by side.
type lanes = archsimd.Float64x4

// low and high return the numbers 0 to 3 and 4 to 7 of a slot.
func (s *slot) low() lanes  { return vector.LoadFloat64x4((*[4]float64)(s[:4])) }
func (s *slot) high() lanes { return vector.LoadFloat64x4((*[4]float64)(s[4:])) }

// set stores the numbers 0 to 3 and 4 to 7 of a slot.
func (s *slot) set(low, high lanes) {
	vector.StoreFloat64x4(low, (*[4]float64)(s[:4]))
	vector.StoreFloat64x4(high, (*[4]float64)(s[4:]))
}

// across returns vectors of the elements 0, 1, 2 and 3 of a, b, c and d: the transposed matrix.
func across(a, b, c, d lanes) (e0, e1, e2, e3 lanes) {
	ab02, ab13 := vector.Even(a, b), vector.Odd(a, b) // a0 b0 a2 b2, a1 b1 a3 b3
	cd02, cd13 := vector.Even(c, d), vector.Odd(c, d)
	e0, e2 = vector.Low(ab02, cd02), vector.High(ab02, cd02)
	e1, e3 = vector.Low(ab13, cd13), vector.High(ab13, cd13)
	return e0, e1, e2, e3
}

// lowSpeeds returns for each row of j the first part of the sum of slot.dot, of the numbers 0 to 3.
func (j *jacobian) lowSpeeds(y *slot) lanes {
	l := y.low()
	c := j[2].low().Mul(l)
	e0, e1, e2, e3 := across(j[0].low().Mul(l), j[1].low().Mul(l), c, c) // the last lanes are not used
	return e0.Add(e1.Add(e2.Add(e3)))
}

// highSpeeds returns for each row of j the other parts of that sum: of the numbers 4 and 5, and of 6 and 7.
func (j *jacobian) highSpeeds(y *slot) (v45, v67 lanes) {
	h := y.high()
	c := j[2].high().Mul(h)
	ab, cc := vector.AddPairs(j[0].high().Mul(h), j[1].high().Mul(h)), vector.AddPairs(c, c) // a4+a5 b4+b5 a6+a7 b6+b7
	return vector.Low(ab, cc), vector.High(ab, cc)
}

// speeds returns the relative velocities of a contact, see speedsPlain. Its first part is never a slider, its second
// never the arm.
func (c *contact) speeds() (vn, v1, v2 float64) {
	if !hasAVX2 {
		return c.speedsPlain()
	}
	var v lanes
	if c.na > 0 {
		v = c.ja.lowSpeeds(c.ya)
		v45, v67 := c.ja.highSpeeds(c.ya)
		if v = v.Add(v45); c.na == DOF {
			v = v.Add(v67)
		}
	}
	if c.nb == 6 {
		v45, _ := c.jb.highSpeeds(c.yb)
		v = v.Add(c.jb.lowSpeeds(c.yb).Add(v45))
	}
	var s [4]float64
	vector.StoreFloat64x4(v, &s)
	archsimd.ClearAVXUpperBits()
	if c.nb == 1 {
		y, j := c.yb[0], &c.jb
		return s[0] + float64(j[0][0]*y), s[1] + float64(j[1][0]*y), s[2] + float64(j[2][0]*y)
	}
	return s[0], s[1], s[2]
}

// apply applies impulses to both parts of a contact, see applyPlain. The numbers that a body does not use stay zero.
func (c *contact) apply(pn, p1, p2 float64) {
	if !hasAVX2 {
		c.applyPlain(pn, p1, p2)
		return
	}
	if c.nb == 1 {
		j := &c.jb
		c.yb[0] += float64(j[0][0]*pn) + float64(j[1][0]*p1) + float64(j[2][0]*p2)
	}
	n, s, t := archsimd.BroadcastFloat64x4(pn), archsimd.BroadcastFloat64x4(p1), archsimd.BroadcastFloat64x4(p2)
	if c.na > 0 {
		c.ja.push(c.ya, n, s, t)
	}
	if c.nb == 6 {
		c.jb.push(c.yb, n, s, t)
	}
	archsimd.ClearAVXUpperBits()
}

// push adds Ĵᵀ λ to y.
func (j *jacobian) push(y *slot, n, s, t lanes) {
	low := j[0].low().Mul(n).Add(j[1].low().Mul(s)).Add(j[2].low().Mul(t))
	high := j[0].high().Mul(n).Add(j[1].high().Mul(s)).Add(j[2].high().Mul(t))
	y.set(y.low().Add(low), y.high().Add(high))
}

// advanceContacts moves the impulses of contacts by β p, see advanceContactsPlain and share.
func advanceContacts(contacts []contact, beta float64) {
	if !hasAVX2 {
		advanceContactsPlain(contacts, beta)
		return
	}
	var zero lanes
	b := archsimd.BroadcastFloat64x4(beta)
	// The bits of p that count, of a product with 0 the sign alone.
	bits := b.NotEqual(zero).ToInt64x4().Or(archsimd.BroadcastInt64x4(math.MinInt64))
	for i := range contacts {
		c := &contacts[i]
		p, x := &c.path, vector.LoadFloat64x4(&c.impulse)
		step := b.Mul(vector.LoadFloat64x4(&p.step).AsInt64x4().And(bits).AsFloat64x4())
		vector.StoreFloat64x4(x.Sub(vector.LoadFloat64x4(&p.before)).Add(step), &p.step)
		vector.StoreFloat64x4(x.Add(step), &c.impulse)
	}
	archsimd.ClearAVXUpperBits()
}

// addMasses adds the elements of Ĵ Ĵᵀ to k, see addMassesPlain.
func (j *jacobian) addMasses(k *[6]float64, n int32) {
	if n < 6 || !hasAVX2 {
		j.addMassesPlain(k, n)
		return
	}
	most := vector.LoadFloat64x4((*[4]float64)(k[:4])) // 11, 22, 33, 12
	rest := vector.LoadFloat64x2((*[2]float64)(k[4:])) // 13, 23
	a, b, c := j[0].low(), j[1].low(), j[2].low()
	e0, e1, e2, e3 := across(a.Mul(a), b.Mul(b), c.Mul(c), a.Mul(b))
	most = most.Add(e0).Add(e1).Add(e2).Add(e3)
	d02, d13 := pairs(a.Mul(c), b.Mul(c))
	rest = rest.Add(d02.GetLo()).Add(d13.GetLo()).Add(d02.GetHi()).Add(d13.GetHi())
	a, b, c = j[0].high(), j[1].high(), j[2].high()
	e0, e1, e2, e3 = across(a.Mul(a), b.Mul(b), c.Mul(c), a.Mul(b))
	most = most.Add(e0).Add(e1)
	d02, d13 = pairs(a.Mul(c), b.Mul(c))
	rest = rest.Add(d02.GetLo()).Add(d13.GetLo())
	if n == DOF {
		most = most.Add(e2).Add(e3)
		rest = rest.Add(d02.GetHi()).Add(d13.GetHi())
	}
	vector.StoreFloat64x4(most, (*[4]float64)(k[:4]))
	vector.StoreFloat64x2(rest, (*[2]float64)(k[4:]))
	archsimd.ClearAVXUpperBits()
}

// pairs returns a0 b0 a2 b2 and a1 b1 a3 b3.
func pairs(a, b lanes) (p02, p13 lanes) {
	return vector.Even(a, b), vector.Odd(a, b)
}

// row computes -(L⁻¹ S) (m, d), see rowPlain.
func (l *levers) row(row *slot, m, d Vec) {
	if !hasAVX2 {
		l.rowPlain(row, m, d)
		return
	}
	mx, my, mz := archsimd.BroadcastFloat64x4(m.X), archsimd.BroadcastFloat64x4(m.Y), archsimd.BroadcastFloat64x4(m.Z)
	dx, dy, dz := archsimd.BroadcastFloat64x4(d.X), archsimd.BroadcastFloat64x4(d.Y), archsimd.BroadcastFloat64x4(d.Z)
	negative := archsimd.BroadcastFloat64x4(-1)
	low := l[0].low().Mul(mx).Add(l[1].low().Mul(my)).Add(l[2].low().Mul(mz)).
		Add(l[3].low().Mul(dx).Add(l[4].low().Mul(dy)).Add(l[5].low().Mul(dz)))
	high := l[0].high().Mul(mx).Add(l[1].high().Mul(my)).Add(l[2].high().Mul(mz)).
		Add(l[3].high().Mul(dx).Add(l[4].high().Mul(dy)).Add(l[5].high().Mul(dz)))
	row.set(low.Mul(negative), high.Mul(negative))
	archsimd.ClearAVXUpperBits()
}

// carry computes L⁻¹ S for the motions S of the first joints, see carryPlain. The numbers lie in the lanes, and those
// above the diagonal add zero.
func (l *levers) carry(inverse *[DOF]slot, joints []spatial) {
	if !hasAVX2 {
		l.carryPlain(inverse, joints)
		return
	}
	var columns [DOF]slot
	l0, l1, l2, l3 := across(inverse[0].low(), inverse[1].low(), inverse[2].low(), inverse[3].low())
	h0, h1, h2, h3 := across(inverse[4].low(), inverse[5].low(), inverse[6].low(), inverse[7].low())
	columns[0].set(l0, h0)
	columns[1].set(l1, h1)
	columns[2].set(l2, h2)
	columns[3].set(l3, h3)
	var zero lanes
	h0, h1, h2, h3 = across(inverse[4].high(), inverse[5].high(), inverse[6].high(), inverse[7].high())
	columns[4].set(zero, h0)
	columns[5].set(zero, h1)
	columns[6].set(zero, h2)
	columns[7].set(zero, h3)
	var a0, a1, a2, a3, a4, a5, b0, b1, b2, b3, b4, b5 lanes
	for k := range joints {
		s, c := &joints[k], &columns[k&7]
		low, high := c.low(), c.high()
		x := archsimd.BroadcastFloat64x4(s.A.X)
		a0, b0 = a0.Add(low.Mul(x)), b0.Add(high.Mul(x))
		x = archsimd.BroadcastFloat64x4(s.A.Y)
		a1, b1 = a1.Add(low.Mul(x)), b1.Add(high.Mul(x))
		x = archsimd.BroadcastFloat64x4(s.A.Z)
		a2, b2 = a2.Add(low.Mul(x)), b2.Add(high.Mul(x))
		x = archsimd.BroadcastFloat64x4(s.L.X)
		a3, b3 = a3.Add(low.Mul(x)), b3.Add(high.Mul(x))
		x = archsimd.BroadcastFloat64x4(s.L.Y)
		a4, b4 = a4.Add(low.Mul(x)), b4.Add(high.Mul(x))
		x = archsimd.BroadcastFloat64x4(s.L.Z)
		a5, b5 = a5.Add(low.Mul(x)), b5.Add(high.Mul(x))
	}
	l[0].set(a0, b0)
	l[1].set(a1, b1)
	l[2].set(a2, b2)
	l[3].set(a3, b3)
	l[4].set(a4, b4)
	l[5].set(a5, b5)
	archsimd.ClearAVXUpperBits()
}

// diagonal are vectors with one at their own index and -0, which changes no sum, elsewhere.
var diagonal = func() (d [DOF]slot) {
	for i := range d {
		for k := range d[i] {
			d[i][k] = math.Copysign(0, -1)
		}
		d[i][i] = 1
	}
	return d
}()

// invert fills inv with L⁻¹, see invertPlain, row by row: with the rows N_k of L⁻¹,
//
//	N_i = -(Σ_{k<i} L_ik N_k) / L_ii + e_i / L_ii
func invert(l *[DOF][DOF]float64, inv *[DOF]slot) {
	if !hasAVX2 {
		invertPlain(l, inv)
		return
	}
	negative := archsimd.BroadcastFloat64x4(-1)
	for i := range inv {
		var low, high lanes
		for k := range min(i, 4) {
			low = low.Add(archsimd.BroadcastFloat64x4(l[i][k]).Mul(inv[k].low()))
		}
		for k := 4; k < i; k++ {
			x := archsimd.BroadcastFloat64x4(l[i][k])
			low, high = low.Add(x.Mul(inv[k].low())), high.Add(x.Mul(inv[k].high()))
		}
		x := archsimd.BroadcastFloat64x4(l[i][i])
		inv[i].set(
			low.Mul(x).Mul(negative).Add(diagonal[i].low().Mul(x)),
			high.Mul(x).Mul(negative).Add(diagonal[i].high().Mul(x)),
		)
	}
	archsimd.ClearAVXUpperBits()
}

// applyTransposed computes x = Nᵀ y, see applyTransposedPlain. What stands above the diagonal adds zero.
func applyTransposed(n *[DOF]slot, y, x *slot) {
	if !hasAVX2 {
		applyTransposedPlain(n, y, x)
		return
	}
	var low, high lanes
	for k := range n {
		f := archsimd.BroadcastFloat64x4(y[k])
		low, high = low.Add(n[k].low().Mul(f)), high.Add(n[k].high().Mul(f))
	}
	x.set(low, high)
	archsimd.ClearAVXUpperBits()
}

// poses are the poses of links and hand by component: position, then the columns of the rotation.
type poses [12]slot

// put sets one pose.
func (p *poses) put(i int, at *Pose) {
	p[0][i], p[1][i], p[2][i] = at.P.X, at.P.Y, at.P.Z
	p[3][i], p[4][i], p[5][i] = at.R.X.X, at.R.X.Y, at.R.X.Z
	p[6][i], p[7][i], p[8][i] = at.R.Y.X, at.R.Y.Y, at.R.Y.Z
	p[9][i], p[10][i], p[11][i] = at.R.Z.X, at.R.Z.Y, at.R.Z.Z
}

// four returns the numbers from h, 0 or 4, of a slot, and setFour sets them.
func (s *slot) four(h int) lanes       { return vector.LoadFloat64x4((*[4]float64)(s[h&4:])) }
func (s *slot) setFour(h int, x lanes) { vector.StoreFloat64x4(x, (*[4]float64)(s[h&4:])) }

// dot3 returns a u + b v + c w.
func dot3(a, u, b, v, c, w lanes) lanes { return a.Mul(u).Add(b.Mul(v)).Add(c.Mul(w)) }

// place computes the spatial inertias of links and hand at their poses, see placePlain and newRigid. The solids lie in
// the lanes.
func (s *solids) place(links *[Joints]Pose, hand *Pose, body *[Joints]rigid, handBody *rigid) {
	if !hasAVX2 {
		s.placePlain(links, hand, body, handBody)
		return
	}
	var p poses
	for i := range links {
		p.put(i, &links[i])
	}
	p.put(handSolid, hand)
	var moment [3]slot // m c
	var inertia [6]slot
	negative := archsimd.BroadcastFloat64x4(-1)
	for h := 0; h < DOF; h += 4 {
		xx, xy, xz := p[3].four(h), p[4].four(h), p[5].four(h) // the columns of the rotation
		yx, yy, yz := p[6].four(h), p[7].four(h), p[8].four(h)
		zx, zy, zz := p[9].four(h), p[10].four(h), p[11].four(h)

		m := s.mass.four(h)
		u, v, w := s.com[0].four(h), s.com[1].four(h), s.com[2].four(h)
		x := p[0].four(h).Add(dot3(xx, u, yx, v, zx, w)) // the centre of mass in the world
		y := p[1].four(h).Add(dot3(xy, u, yy, v, zy, w))
		z := p[2].four(h).Add(dot3(xz, u, yz, v, zz, w))
		moment[0].setFour(h, x.Mul(m))
		moment[1].setFour(h, y.Mul(m))
		moment[2].setFour(h, z.Mul(m))
		x2, y2, z2 := x.Mul(x), y.Mul(y), z.Mul(z)
		pxx, pyy, pzz := m.Mul(y2.Add(z2)), m.Mul(x2.Add(z2)), m.Mul(x2.Add(y2))
		pxy, pxz, pyz := m.Mul(x.Mul(y)).Mul(negative), m.Mul(x.Mul(z)).Mul(negative), m.Mul(y.Mul(z)).Mul(negative)

		i, j, k := s.inertia[0].four(h), s.inertia[3].four(h), s.inertia[4].four(h) // xx, xy, xz
		ax, ay, az := dot3(xx, i, yx, j, zx, k), dot3(xy, i, yy, j, zy, k), dot3(xz, i, yz, j, zz, k)
		i, j, k = s.inertia[3].four(h), s.inertia[1].four(h), s.inertia[5].four(h) // xy, yy, yz
		bx, by, bz := dot3(xx, i, yx, j, zx, k), dot3(xy, i, yy, j, zy, k), dot3(xz, i, yz, j, zz, k)
		i, j, k = s.inertia[4].four(h), s.inertia[5].four(h), s.inertia[2].four(h) // xz, yz, zz
		cx, cy, cz := dot3(xx, i, yx, j, zx, k), dot3(xy, i, yy, j, zy, k), dot3(xz, i, yz, j, zz, k)
		inertia[0].setFour(h, dot3(ax, xx, bx, yx, cx, zx).Add(pxx))
		inertia[1].setFour(h, dot3(ay, xy, by, yy, cy, zy).Add(pyy))
		inertia[2].setFour(h, dot3(az, xz, bz, yz, cz, zz).Add(pzz))
		inertia[3].setFour(h, dot3(ax, xy, bx, yy, cx, zy).Add(pxy))
		inertia[4].setFour(h, dot3(ax, xz, bx, yz, cx, zz).Add(pxz))
		inertia[5].setFour(h, dot3(ay, xz, by, yz, cy, zz).Add(pyz))
	}
	archsimd.ClearAVXUpperBits()
	for i := range s.mass {
		b := handBody
		if i < Joints {
			b = &body[i]
		}
		b.M, b.H = s.mass[i], Vec{moment[0][i], moment[1][i], moment[2][i]}
		b.I = Sym{inertia[0][i], inertia[1][i], inertia[2][i], inertia[3][i], inertia[4][i], inertia[5][i]}
	}
}
