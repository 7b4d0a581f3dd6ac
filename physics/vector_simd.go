//go:build goexperiment.simd && amd64

package physics

import (
	"math"
	"simd/archsimd"
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
func (s *slot) low() lanes  { return archsimd.LoadFloat64x4((*[4]float64)(s[:4])) }
func (s *slot) high() lanes { return archsimd.LoadFloat64x4((*[4]float64)(s[4:])) }

// set stores the numbers 0 to 3 and 4 to 7 of a slot.
func (s *slot) set(low, high lanes) {
	low.Store((*[4]float64)(s[:4]))
	high.Store((*[4]float64)(s[4:]))
}

// across returns vectors of the elements 0, 1, 2 and 3 of a, b, c and d: the transposed matrix.
func across(a, b, c, d lanes) (e0, e1, e2, e3 lanes) {
	ab02, ab13 := a.SelectFromPairGrouped(0, 2, b), a.SelectFromPairGrouped(1, 3, b) // a0 b0 a2 b2, a1 b1 a3 b3
	cd02, cd13 := c.SelectFromPairGrouped(0, 2, d), c.SelectFromPairGrouped(1, 3, d)
	e0, e2 = ab02.Select128FromPair(0, 2, cd02), ab02.Select128FromPair(1, 3, cd02)
	e1, e3 = ab13.Select128FromPair(0, 2, cd13), ab13.Select128FromPair(1, 3, cd13)
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
	ab, cc := j[0].high().Mul(h).AddPairsGrouped(j[1].high().Mul(h)), c.AddPairsGrouped(c) // a4+a5 b4+b5 a6+a7 b6+b7
	return ab.Select128FromPair(0, 2, cc), ab.Select128FromPair(1, 3, cc)
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
	v.Store(&s)
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

// advanceContacts moves the impulses of contacts by β p, see advanceContactsPlain.
func advanceContacts(contacts []contact, beta float64) {
	if !hasAVX2 {
		advanceContactsPlain(contacts, beta)
		return
	}
	b := archsimd.BroadcastFloat64x4(beta)
	for i := range contacts {
		c := &contacts[i]
		p, x := &c.path, archsimd.LoadFloat64x4(&c.impulse)
		step := b.Mul(archsimd.LoadFloat64x4(&p.step))
		x.Sub(archsimd.LoadFloat64x4(&p.before)).Add(step).Store(&p.step)
		x.Add(step).Store(&c.impulse)
	}
	archsimd.ClearAVXUpperBits()
}

// addMasses adds the elements of Ĵ Ĵᵀ to k, see addMassesPlain.
func (j *jacobian) addMasses(k *[6]float64, n int32) {
	if n < 6 || !hasAVX2 {
		j.addMassesPlain(k, n)
		return
	}
	most := archsimd.LoadFloat64x4((*[4]float64)(k[:4])) // 11, 22, 33, 12
	rest := archsimd.LoadFloat64x2((*[2]float64)(k[4:])) // 13, 23
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
	most.Store((*[4]float64)(k[:4]))
	rest.Store((*[2]float64)(k[4:]))
	archsimd.ClearAVXUpperBits()
}

// pairs returns a0 b0 a2 b2 and a1 b1 a3 b3.
func pairs(a, b lanes) (p02, p13 lanes) {
	return a.SelectFromPairGrouped(0, 2, b), a.SelectFromPairGrouped(1, 3, b)
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
