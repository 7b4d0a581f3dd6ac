//go:build goexperiment.simd && amd64

package peak

import (
	"simd/archsimd"
	"time"
)

// peak is the most floating-point operations a second that a core's vector units do, measured: fused multiplications and additions
// on registers alone, ten in flight, 16 numbers wide where the processor has AVX-512 and 8 elsewhere. A product of matrices that
// never waited for memory would reach it.
func FLOPS() float64 {
	const rounds = 2_000_000
	best := 0.0
	for range 5 {
		start := time.Now()
		width := 8
		if archsimd.X86.AVX512() {
			width = 16
			fma16(rounds)
		} else {
			fma8(rounds)
		}
		archsimd.ClearAVXUpperBits()
		best = max(best, 2*10*float64(width*rounds)/time.Since(start).Seconds())
	}
	return best
}

func fma16(rounds int) {
	x := archsimd.BroadcastFloat32x16(0.5)
	var a, b, c, d, e, f, g, h, i, j archsimd.Float32x16
	for range rounds {
		a, b, c, d, e = x.MulAdd(a, x), x.MulAdd(b, x), x.MulAdd(c, x), x.MulAdd(d, x), x.MulAdd(e, x)
		f, g, h, i, j = x.MulAdd(f, x), x.MulAdd(g, x), x.MulAdd(h, x), x.MulAdd(i, x), x.MulAdd(j, x)
	}
	var out [16]float32
	a.Add(b).Add(c).Add(d).Add(e).Add(f).Add(g).Add(h).Add(i).Add(j).Store(&out)
	keep += out[0]
}

func fma8(rounds int) {
	x := archsimd.BroadcastFloat32x8(0.5)
	var a, b, c, d, e, f, g, h, i, j archsimd.Float32x8
	for range rounds {
		a, b, c, d, e = x.MulAdd(a, x), x.MulAdd(b, x), x.MulAdd(c, x), x.MulAdd(d, x), x.MulAdd(e, x)
		f, g, h, i, j = x.MulAdd(f, x), x.MulAdd(g, x), x.MulAdd(h, x), x.MulAdd(i, x), x.MulAdd(j, x)
	}
	var out [8]float32
	a.Add(b).Add(c).Add(d).Add(e).Add(f).Add(g).Add(h).Add(i).Add(j).Store(&out)
	keep += out[0]
}

// keep stops the compiler from removing work whose result nothing reads.
var keep float32
