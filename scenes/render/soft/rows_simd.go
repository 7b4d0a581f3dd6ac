//go:build goexperiment.simd && amd64

package soft

import "simd/archsimd"

// hasAVX2 reports whether the processor has the vectors of four float64 that drawing uses.
var hasAVX2 = archsimd.X86.AVX2()

// rowNumbers are the numbers of the four rows in a vector.
var rowNumbers = [4]float64{0, 1, 2, 3}

// listRows is listRowsPlain with a row in each element of a vector. Integers are float64, exact to 2⁵³, which those of
// a triangle with small coordinates do not reach. It may also report a pixel of the rows that fill up the last four.
func (e *scanTriangle) listRows(width int, small bool) (covered bool) {
	if !hasAVX2 || !small {
		return e.listRowsPlain(width)
	}
	e.growRows()
	every := archsimd.BroadcastFloat64x4
	numbers, four := archsimd.LoadFloat64x4(&rowNumbers), every(4)
	a, b, c := &e.sides[0], &e.sides[1], &e.sides[2]
	da, db, dc := every(float64(a.dm)), every(float64(b.dm)), every(float64(c.dm))
	ma := every(float64(a.m)).Add(da.Mul(numbers))
	mb := every(float64(b.m)).Add(db.Mul(numbers))
	mc := every(float64(c.m)).Add(dc.Mul(numbers))
	da, db, dc = da.Mul(four), db.Mul(four), dc.Mul(four)
	ia, ib, ic := every(a.inverse), every(b.inverse), every(c.inverse)
	la, lb, lc := every(float64(a.left)), every(float64(b.left)), every(float64(c.left))
	ra, rb, rc := every(float64(a.right)), every(float64(b.right)), every(float64(c.right))
	base, dx, dy := every(e.invW.base), every(e.invW.dx), every(e.invW.dy)
	y, w := every(float64(e.y)).Add(numbers), every(float64(width))
	var zero archsimd.Float64x4
	var most archsimd.Int32x4
	for i := range e.rows {
		r := &e.rows[i]
		ca, cb, cc := ma.Mul(ia), mb.Mul(ib), mc.Mul(ic)
		from := zero.Max(ca.Add(la)).Max(cb.Add(lb)).Max(cc.Add(lc)).Min(w).Trunc()
		to := w.Min(ca.Add(ra)).Min(cb.Add(rb)).Min(cc.Add(rc)).Trunc()
		count := to.Sub(from).ConvertToInt32()
		from.Store(&r.first)
		base.Add(dx.Mul(from)).Add(dy.Mul(y)).Store(&r.invW)
		y.Mul(w).Add(from).ConvertToInt32().Store(&r.at)
		count.Store(&r.count)
		most = most.Max(count)
		ma, mb, mc, y = ma.Add(da), mb.Add(db), mc.Add(dc), y.Add(four)
	}
	covered = most.Greater(archsimd.Int32x4{}).ToBits() != 0
	archsimd.ClearAVXUpperBits()
	return covered
}
