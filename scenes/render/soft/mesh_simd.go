//go:build goexperiment.simd && amd64

package soft

import (
	"math"
	"simd/archsimd"

	"counterpoise/internal/vector"
	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// projectAll is projectPlain with a point in each element of a vector, to the same bits.
func (v *view) projectAll(dst []corner, f *modelView, points []vec4) {
	if !hasAVX2 {
		v.projectPlain(dst, f, points)
		return
	}
	numbers := [3][4]float64{
		{f.x.X, f.x.Y, f.x.Z, f.t.X}, {f.y.X, f.y.Y, f.y.Z, f.t.Y}, {f.w.X, f.w.Y, f.w.Z, f.t.Z},
	}
	var toX, toY, toW row
	toX.set(&numbers[0])
	toY.set(&numbers[1])
	toW.set(&numbers[2])
	// The sum of 2⁵² and an integer below it has the bits of 2⁵² plus the integer.
	const integers = 1 << 52
	bits := int64(math.Float64bits(integers) + subpixelOffset)
	every := archsimd.BroadcastFloat64x4
	one, scale, round, shift := every(1), every(subpixel), every(0.5+subpixelOffset), every(integers)
	cx, cy, offset := every(v.CX), every(v.CY), archsimd.BroadcastInt64x4(bits)
	for i := range points {
		p, c := &points[i], dst[4*i:4*i+4]
		x, y, z := vector.LoadFloat64x4(&p.x), vector.LoadFloat64x4(&p.y), vector.LoadFloat64x4(&p.z)
		w := toW.affine(x, y, z)
		invW := one.Div(w)
		sx := cx.Add(toX.affine(x, y, z).Mul(invW))
		sy := cy.Add(toY.affine(x, y, z).Mul(invW))
		sx = sx.Mul(scale).Add(round).Trunc().Add(shift).AsInt64x4().Sub(offset).AsFloat64x4()
		sy = sy.Mul(scale).Add(round).Trunc().Add(shift).AsInt64x4().Sub(offset).AsFloat64x4()
		a, b := vector.Even(sx, sy), vector.Even(invW, w)
		vector.StoreInt64x4(vector.Low(a, b).AsInt64x4(), (*[4]int64)(&c[0]))
		vector.StoreInt64x4(vector.High(a, b).AsInt64x4(), (*[4]int64)(&c[2]))
		a, b = vector.Odd(sx, sy), vector.Odd(invW, w)
		vector.StoreInt64x4(vector.Low(a, b).AsInt64x4(), (*[4]int64)(&c[1]))
		vector.StoreInt64x4(vector.High(a, b).AsInt64x4(), (*[4]int64)(&c[3]))
	}
	archsimd.ClearAVXUpperBits()
}

// row is a row of an affine map, each number in all elements of a vector, which stays in memory: rows have more numbers
// than there are registers, and the compiler puts aside what it broadcasts by instructions of SSE (fill_simd.go).
type row [4][4]float64

// set makes r the row of four numbers, v and t.
func (r *row) set(numbers *[4]float64) {
	for k := range r {
		vector.StoreFloat64x4(archsimd.BroadcastFloat64x4(numbers[k]), &r[k])
	}
}

// linear returns v · (x, y, z) with the sums in the order of physics.Vec.Dot.
func (r *row) linear(x, y, z archsimd.Float64x4) archsimd.Float64x4 {
	a, b, c := vector.LoadFloat64x4(&r[0]), vector.LoadFloat64x4(&r[1]), vector.LoadFloat64x4(&r[2])
	return a.Mul(x).Add(b.Mul(y)).Add(c.Mul(z))
}

// affine returns v · (x, y, z) + t.
func (r *row) affine(x, y, z archsimd.Float64x4) archsimd.Float64x4 {
	return r.linear(x, y, z).Add(vector.LoadFloat64x4(&r[3]))
}

// brightness is brightnessPlain with a normal in each element of a vector, to the same bits.
func brightness(dst [][4]float64, l *render.Look, normals []vec4, sun, up physics.Vec) {
	if !hasAVX2 {
		brightnessPlain(dst, l, normals, sun, up)
		return
	}
	numbers := [3][4]float64{{sun.X, sun.Y, sun.Z}, {up.X, up.Y, up.Z}, {l.Ambient, l.Direct, l.Hemisphere / 2, 1}}
	var toSun, toUp, light row
	toSun.set(&numbers[0])
	toUp.set(&numbers[1])
	light.set(&numbers[2])
	ambient, direct := vector.LoadFloat64x4(&light[0]), vector.LoadFloat64x4(&light[1])
	hemisphere, one := vector.LoadFloat64x4(&light[2]), vector.LoadFloat64x4(&light[3])
	var zero archsimd.Float64x4
	for i := range normals {
		n := &normals[i]
		x, y, z := vector.LoadFloat64x4(&n.x), vector.LoadFloat64x4(&n.y), vector.LoadFloat64x4(&n.z)
		vector.StoreFloat64x4(ambient.Add(direct.Mul(toSun.linear(x, y, z).Max(zero))).
			Add(hemisphere.Mul(one.Add(toUp.linear(x, y, z)))), &dst[i])
	}
	archsimd.ClearAVXUpperBits()
}
