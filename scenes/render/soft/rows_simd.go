//go:build goexperiment.simd && amd64

package soft

import (
	"math"
	"math/bits"
	"simd/archsimd"

	"counterpoise/internal/vector"
)

// hasAVX2 reports whether the processor has the vectors of four float64 that drawing uses.
var hasAVX2 = archsimd.X86.AVX2()

// exactIntegers is 1.5·2⁵²: its bits plus an integer below 2⁵¹ are the bits of its sum with the integer.
const exactIntegers = 3 << 51

// boundRows is boundRowsPlain with the sides in the elements of vectors: first the three sides, then two left and two
// right ones, of which the same may be taken twice. Integers are float64, exact to 2⁵³, which those of a triangle with
// small coordinates do not reach. Two rows are bounded at a time.
func (e *scanTriangle) boundRows(a, b, c *corner, width int, small bool) {
	if !hasAVX2 || !small {
		e.boundRowsPlain(a, b, c, width)
		return
	}
	e.growBounds()
	// The sides run from p to q: a to b, b to c, c to a, and a to b once more. Coordinates are exactIntegers more.
	offset := archsimd.BroadcastInt64x4(int64(math.Float64bits(exactIntegers)))
	va := vector.LoadInt64x4((*[4]int64)(a)).Add(offset).AsFloat64x4()
	vb := vector.LoadInt64x4((*[4]int64)(b)).Add(offset).AsFloat64x4()
	vc := vector.LoadInt64x4((*[4]int64)(c)).Add(offset).AsFloat64x4()
	x0, x1, x2 := vector.Even(va, vb), vector.Even(vb, vc), vector.Even(vc, va)
	y0, y1, y2 := vector.Odd(va, vb), vector.Odd(vb, vc), vector.Odd(vc, va)
	px, qx := vector.Low(x0, x2), vector.Low(x1, x0)
	py, qy := vector.Low(y0, y2), vector.Low(y1, y0)

	every := archsimd.BroadcastFloat64x4
	var zero archsimd.Float64x4
	one, unit := every(1), every(2*subpixel)
	dx, dy := qx.Sub(px), py.Sub(qy)
	k := dy.Mul(every(exactIntegers + subpixel/2).Sub(px)).
		Add(dx.Mul(archsimd.BroadcastInt64x4(int64(e.y*subpixel + subpixel/2)).Add(offset).AsFloat64x4().Sub(py)))
	left, right := dy.Greater(zero), dy.Less(zero)
	dy = dy.Mul(unit)
	m := dy.Sub(k.Add(k)).Sub(one.Merge(zero.Sub(one), left))
	inverse, dm := one.Div(dy), zero.Sub(dx.Mul(unit))

	order := vector.LoadUint32x8(&leftSides[left.ToBits()&7]).Or(vector.LoadUint32x8(&rightSides[right.ToBits()&7]))
	m, dm = permuted(m, order), permuted(dm, order)
	inverse = permuted(inverse, order)
	m2, dm2 := m.Add(dm), dm.Add(dm)
	w := number(width)
	for b := e.bounds; len(b) >= 4; b = b[4:] {
		c, c2 := m.Mul(inverse), m2.Mul(inverse)
		x, x2 := vector.Low(c, c2), vector.High(c, c2) // left and right sides of both rows
		vector.StoreInt32x4(vector.EvenOdd(x.Max(x2), x.Min(x2)).Max(zero).Min(w).ConvertToInt32(), (*[4]int32)(b))
		m, m2 = m.Add(dm2), m2.Add(dm2)
	}
	archsimd.ClearAVXUpperBits()
}

// permuted returns elements of x in the given order.
func permuted(x archsimd.Float64x4, order archsimd.Uint32x8) archsimd.Float64x4 {
	return x.AsFloat32x8().Permute(order).AsFloat64x4()
}

// leftSides and rightSides are the orders that move left sides to elements 0 and 2 and right sides to elements 1 and 3,
// for each set of the three sides. Elements of float64 are moved in halves; 0 leaves a place to the other table.
var leftSides, rightSides = sideOrder(0), sideOrder(1)

// sideOrder returns the orders that move the lowest and the highest side of a set to elements at and at + 2.
func sideOrder(at int) (all [8][8]uint32) {
	for set := uint(1); set < 8; set++ {
		lowest, highest := uint32(bits.TrailingZeros(set)), uint32(bits.Len(set)-1)
		order := &all[set]
		order[2*at], order[2*at+1] = 2*lowest, 2*lowest+1
		order[2*at+4], order[2*at+5] = 2*highest, 2*highest+1
	}
	return all
}
