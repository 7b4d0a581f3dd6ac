//go:build goexperiment.simd && amd64

package encoder

import (
	"simd/archsimd"

	"counterpoise/internal/vector"
)

// moments is momentsPlain with a map in each element of a vector: the same sums in the same order, and no fused
// multiply-add, so the same bits. Broadcasts need AVX2, not AVX alone.
func moments(x, y, m, a []float32, width int, centres []float32) {
	switch {
	case hasAVX512:
		for j := 0; j < len(m); j += 16 {
			xs, ys, ms := moments16(a[j:], width, centres)
			vector.StorePartFloat32x16(xs, x[j:])
			vector.StorePartFloat32x16(ys, y[j:])
			vector.StorePartFloat32x16(ms, m[j:])
		}
	case hasFMA:
		for j := 0; j < len(m); j += 8 {
			xs, ys, ms := moments8(a[j:], width, centres)
			vector.StorePartFloat32x8(xs, x[j:])
			vector.StorePartFloat32x8(ys, y[j:])
			vector.StorePartFloat32x8(ms, m[j:])
		}
	default:
		momentsPlain(x, y, m, a, width, centres)
		return
	}
	archsimd.ClearAVXUpperBits()
}

// moments16 computes the sums of 16 maps.
func moments16(a []float32, width int, centres []float32) (xs, ys, ms archsimd.Float32x16) {
	for _, yp := range centres {
		var row archsimd.Float32x16
		for _, xp := range centres {
			v := vector.LoadFloat32x16((*[16]float32)(a))
			a = a[min(width, len(a)):]
			v = v.Mul(v)
			row = row.Add(v)
			xs = xs.Add(v.Mul(archsimd.BroadcastFloat32x16(xp)))
		}
		ms = ms.Add(row)
		ys = ys.Add(row.Mul(archsimd.BroadcastFloat32x16(yp)))
	}
	return xs, ys, ms
}

// moments8 computes the sums of 8 maps.
func moments8(a []float32, width int, centres []float32) (xs, ys, ms archsimd.Float32x8) {
	for _, yp := range centres {
		var row archsimd.Float32x8
		for _, xp := range centres {
			v := vector.LoadFloat32x8((*[8]float32)(a))
			a = a[min(width, len(a)):]
			v = v.Mul(v)
			row = row.Add(v)
			xs = xs.Add(v.Mul(archsimd.BroadcastFloat32x8(xp)))
		}
		ms = ms.Add(row)
		ys = ys.Add(row.Mul(archsimd.BroadcastFloat32x8(yp)))
	}
	return xs, ys, ms
}
