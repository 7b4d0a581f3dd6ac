//go:build goexperiment.simd && amd64

package encoder

import (
	"simd/archsimd"

	"counterpoise/internal/vector"
)

// hasFMA reports whether the processor has AVX2 and fused multiply-add, which the kernels need, and hasAVX512 whether
// it has vectors of 16 floats besides.
var (
	hasFMA    = archsimd.X86.AVX2() && archsimd.X86.FMA()
	hasAVX512 = hasFMA && archsimd.X86.AVX512()
)

// kernels names the arithmetic of dense. It is part of the cache key of features (Extractor.Key), because a fused
// multiply-add rounds once where plain Go rounds twice: the last bits of features differ between the two. Vectors of 16
// floats compute the same bits as vectors of 8, and have no name of their own.
func kernels() string {
	if hasFMA {
		return "AVX2"
	}
	return "plain Go"
}

// dense computes a dense layer with ReLU, see densePlain, in tiles of 8 rows by 32 or 16 columns with AVX-512 and of 4
// by 16 without, and in the rows and columns that remain: 16 or 8 accumulators, which leaves registers for weights and
// inputs. Each sum starts at the bias and runs over the inputs in order, in all tiles and in single rows alike, so the
// result of a row does not depend on its place in x, nor on the width of the vectors.
func dense(dst, x, w, b []float32, rows, in, out int) {
	if !hasFMA {
		densePlain(dst, x, w, b, rows, in, out)
		return
	}
	first := 0 // of the rows that remain
	if hasAVX512 && in > 0 {
		x, w, b := x[:rows*in], w[:in*out], b[:out]
		for ; first+tileRows <= rows; first += tileRows {
			to, j := dst[first*out:][:tileRows*out], 0
			for ; j+32 <= out; j += 32 {
				dense8Wide(&to[j], &x[first*in], &w[j], &b[j], in, out)
			}
			for ; j < out; j += 16 {
				dense8Narrow(&to[j], &x[first*in], &w[j], &b[j], in, out)
			}
		}
	}
	for j := 0; j < out; j += 16 {
		r := first
		for ; r+4 <= rows; r += 4 {
			dense4(dst[r*out+j:], x[r*in:], w[j:], b[j:], in, out)
		}
		for ; r < rows; r++ {
			dense1(dst[r*out+j:], x[r*in:], w[j:], b[j:], in, out)
		}
	}
	archsimd.ClearAVXUpperBits() // scalar code after dirty vector registers is slow, see backend.VZeroUpper
}

// dense8Wide computes a tile of 8 rows and 32 columns with AVX-512. It is in assembly because the compiler uses 15 of
// the 32 registers, and broadcasts inputs from registers, in the time of an addition, instead of from memory. dst, w
// and b start at the tile's first column; in is at least 1. Nothing is checked.
//
//go:noescape
func dense8Wide(dst, x, w, b *float32, in, out int)

// dense8Narrow is dense8Wide with 16 columns.
//
//go:noescape
func dense8Narrow(dst, x, w, b *float32, in, out int)

// dense4 computes a tile of 4 rows and 16 columns. l and h hold columns 0..7 and 8..15, l0 to l3 and h0 to h3 the
// sums of each row. dst, w and b start at the tile's first column.
func dense4(dst, x, w, b []float32, in, out int) {
	x0, x1, x2, x3 := x[:in], x[in:][:in], x[2*in:][:in], x[3*in:][:in]
	l, h := vector.LoadFloat32x8((*[8]float32)(b)), vector.LoadFloat32x8((*[8]float32)(b[8:]))
	l0, l1, l2, l3 := l, l, l, l
	h0, h1, h2, h3 := h, h, h, h
	for i := range x0 {
		row := (*[16]float32)(w[i*out:]) // one check of the bounds for both loads
		l, h = vector.LoadFloat32x8((*[8]float32)(row[:])), vector.LoadFloat32x8((*[8]float32)(row[8:]))
		v := archsimd.BroadcastFloat32x8(x0[i])
		l0, h0 = v.MulAdd(l, l0), v.MulAdd(h, h0)
		v = archsimd.BroadcastFloat32x8(x1[i])
		l1, h1 = v.MulAdd(l, l1), v.MulAdd(h, h1)
		v = archsimd.BroadcastFloat32x8(x2[i])
		l2, h2 = v.MulAdd(l, l2), v.MulAdd(h, h2)
		v = archsimd.BroadcastFloat32x8(x3[i])
		l3, h3 = v.MulAdd(l, l3), v.MulAdd(h, h3)
	}
	storeReLU(dst, l0, h0)
	storeReLU(dst[out:], l1, h1)
	storeReLU(dst[2*out:], l2, h2)
	storeReLU(dst[3*out:], l3, h3)
}

// dense1 computes 16 columns of one row.
func dense1(dst, x, w, b []float32, in, out int) {
	l, h := vector.LoadFloat32x8((*[8]float32)(b)), vector.LoadFloat32x8((*[8]float32)(b[8:]))
	for i, f := range x[:in] {
		v, row := archsimd.BroadcastFloat32x8(f), w[i*out:]
		l = v.MulAdd(vector.LoadFloat32x8((*[8]float32)(row)), l)
		h = v.MulAdd(vector.LoadFloat32x8((*[8]float32)(row[8:])), h)
	}
	storeReLU(dst, l, h)
}

// storeReLU stores max(0, v) for the 16 values of l and h.
func storeReLU(dst []float32, l, h archsimd.Float32x8) {
	var zero archsimd.Float32x8
	vector.StoreFloat32x8(l.Max(zero), (*[8]float32)(dst))
	vector.StoreFloat32x8(h.Max(zero), (*[8]float32)(dst[8:]))
}
