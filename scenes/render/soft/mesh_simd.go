//go:build goexperiment.simd && amd64

package soft

import (
	"math"
	"simd/archsimd"

	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// projectAll is projectPlain with a point in each element of a vector, to the same bits.
func (v *view) projectAll(dst []corner, f *modelView, points []vec4) {
	if !hasAVX2 {
		v.projectPlain(dst, f, points)
		return
	}
	// The sum of 2⁵² and an integer below it has the bits of 2⁵² plus the integer.
	const integers = 1 << 52
	bits := int64(math.Float64bits(integers) + subpixelOffset)
	every := archsimd.BroadcastFloat64x4
	one, scale, round, shift := every(1), every(subpixel), every(0.5+subpixelOffset), every(integers)
	cx, cy, offset := every(v.CX), every(v.CY), archsimd.BroadcastInt64x4(bits)
	for i := range points {
		p, c := &points[i], dst[4*i:4*i+4]
		x, y, z := archsimd.LoadFloat64x4(&p.x), archsimd.LoadFloat64x4(&p.y), archsimd.LoadFloat64x4(&p.z)
		w := dot(x, y, z, &f.w).Add(every(f.t.Z))
		invW := one.Div(w)
		sx := cx.Add(dot(x, y, z, &f.x).Add(every(f.t.X)).Mul(invW))
		sy := cy.Add(dot(x, y, z, &f.y).Add(every(f.t.Y)).Mul(invW))
		sx = sx.Mul(scale).Add(round).Trunc().Add(shift).AsInt64x4().Sub(offset).AsFloat64x4()
		sy = sy.Mul(scale).Add(round).Trunc().Add(shift).AsInt64x4().Sub(offset).AsFloat64x4()
		a, b := sx.SelectFromPairGrouped(0, 2, sy), invW.SelectFromPairGrouped(0, 2, w)
		a.Select128FromPair(0, 2, b).AsInt64x4().Store((*[4]int64)(&c[0]))
		a.Select128FromPair(1, 3, b).AsInt64x4().Store((*[4]int64)(&c[2]))
		a, b = sx.SelectFromPairGrouped(1, 3, sy), invW.SelectFromPairGrouped(1, 3, w)
		a.Select128FromPair(0, 2, b).AsInt64x4().Store((*[4]int64)(&c[1]))
		a.Select128FromPair(1, 3, b).AsInt64x4().Store((*[4]int64)(&c[3]))
	}
	archsimd.ClearAVXUpperBits()
}

// dot returns the dot products of (x, y, z) and v, with the sums in the order of physics.Vec.Dot.
func dot(x, y, z archsimd.Float64x4, v *physics.Vec) archsimd.Float64x4 {
	every := archsimd.BroadcastFloat64x4
	return every(v.X).Mul(x).Add(every(v.Y).Mul(y)).Add(every(v.Z).Mul(z))
}

// brightness is brightnessPlain with a normal in each element of a vector, to the same bits.
func brightness(dst [][4]float64, l *render.Look, normals []vec4, sun, up physics.Vec) {
	if !hasAVX2 {
		brightnessPlain(dst, l, normals, sun, up)
		return
	}
	every := archsimd.BroadcastFloat64x4
	ambient, direct, hemisphere, one := every(l.Ambient), every(l.Direct), every(l.Hemisphere/2), every(1)
	var zero archsimd.Float64x4
	for i := range normals {
		n := &normals[i]
		x, y, z := archsimd.LoadFloat64x4(&n.x), archsimd.LoadFloat64x4(&n.y), archsimd.LoadFloat64x4(&n.z)
		ambient.Add(direct.Mul(dot(x, y, z, &sun).Max(zero))).
			Add(hemisphere.Mul(one.Add(dot(x, y, z, &up)))).Store(&dst[i])
	}
	archsimd.ClearAVXUpperBits()
}
