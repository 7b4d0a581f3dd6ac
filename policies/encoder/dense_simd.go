//go:build goexperiment.simd && amd64

package encoder

import "simd/archsimd"

// vectors says whether the processor has what the kernels take.
var vectors = archsimd.X86.AVX2() && archsimd.X86.FMA()

// kernels names how layers are computed: sums differ in the last bits from plain Go's.
func kernels() string {
	if vectors {
		return "AVX2"
	}
	return "plain Go"
}

// dense is a rectified layer, see densePlain: four rows by sixteen columns at a time, eight numbers to a register. Every sum
// runs over the inputs in order, whichever row it is for, so a row's result does not depend on where it stands.
func dense(dst, x, w, b []float32, rows, in, out int) {
	if !vectors {
		densePlain(dst, x, w, b, rows, in, out)
		return
	}
	for j := 0; j < out; j += 16 {
		r := 0
		for ; r+4 <= rows; r += 4 {
			dense4(dst[r*out+j:], x[r*in:], w[j:], b[j:], in, out)
		}
		for ; r < rows; r++ {
			dense1(dst[r*out+j:], x[r*in:], w[j:], b[j:], in, out)
		}
	}
	archsimd.ClearAVXUpperBits()
}

func dense4(dst, x, w, b []float32, in, out int) {
	x0, x1, x2, x3 := x[:in], x[in:][:in], x[2*in:][:in], x[3*in:][:in]
	l, h := archsimd.LoadFloat32x8Slice(b), archsimd.LoadFloat32x8Slice(b[8:])
	l0, l1, l2, l3 := l, l, l, l
	h0, h1, h2, h3 := h, h, h, h
	for i := range x0 {
		row := w[i*out:]
		l, h = archsimd.LoadFloat32x8Slice(row), archsimd.LoadFloat32x8Slice(row[8:])
		v := archsimd.BroadcastFloat32x8(x0[i])
		l0, h0 = v.MulAdd(l, l0), v.MulAdd(h, h0)
		v = archsimd.BroadcastFloat32x8(x1[i])
		l1, h1 = v.MulAdd(l, l1), v.MulAdd(h, h1)
		v = archsimd.BroadcastFloat32x8(x2[i])
		l2, h2 = v.MulAdd(l, l2), v.MulAdd(h, h2)
		v = archsimd.BroadcastFloat32x8(x3[i])
		l3, h3 = v.MulAdd(l, l3), v.MulAdd(h, h3)
	}
	rectified(dst, l0, h0)
	rectified(dst[out:], l1, h1)
	rectified(dst[2*out:], l2, h2)
	rectified(dst[3*out:], l3, h3)
}

func dense1(dst, x, w, b []float32, in, out int) {
	l, h := archsimd.LoadFloat32x8Slice(b), archsimd.LoadFloat32x8Slice(b[8:])
	for i, f := range x[:in] {
		v, row := archsimd.BroadcastFloat32x8(f), w[i*out:]
		l = v.MulAdd(archsimd.LoadFloat32x8Slice(row), l)
		h = v.MulAdd(archsimd.LoadFloat32x8Slice(row[8:]), h)
	}
	rectified(dst, l, h)
}

// rectified stores sixteen numbers, negative ones as zero.
func rectified(dst []float32, l, h archsimd.Float32x8) {
	var zero archsimd.Float32x8
	l.Max(zero).StoreSlice(dst)
	h.Max(zero).StoreSlice(dst[8:])
}
