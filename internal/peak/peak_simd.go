//go:build goexperiment.simd && amd64

package peak

import (
	"runtime"
	"simd/archsimd"
	"time"

	"counterpoise/internal/vector"
)

// FLOPS measures the greatest number of float32 operations a second of one core, with vectors of 16 numbers if the
// processor has AVX-512, else of 8. It times independent fused multiply-adds (two operations each) on registers,
// ten chains to hide their latency, and returns the best of five runs of some milliseconds each. A matrix product
// that never waited for memory would reach this rate.
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

// fma16 performs 10 fused multiply-adds of 16 numbers in each round. The chains start with different numbers: of equal
// ones the compiler would compute one.
func fma16(rounds int) {
	x, start := archsimd.BroadcastFloat32x16(0.5), archsimd.BroadcastFloat32x16
	a, b, c, d, e := start(1), start(2), start(3), start(4), start(5)
	f, g, h, i, j := start(6), start(7), start(8), start(9), start(10)
	for range rounds {
		a, b, c, d, e = x.MulAdd(a, x), x.MulAdd(b, x), x.MulAdd(c, x), x.MulAdd(d, x), x.MulAdd(e, x)
		f, g, h, i, j = x.MulAdd(f, x), x.MulAdd(g, x), x.MulAdd(h, x), x.MulAdd(i, x), x.MulAdd(j, x)
	}
	var out [16]float32
	vector.StoreFloat32x16(a.Add(b).Add(c).Add(d).Add(e).Add(f).Add(g).Add(h).Add(i).Add(j), &out)
	runtime.KeepAlive(&out)
}

// fma8 performs 10 fused multiply-adds of 8 numbers in each round. It needs AVX2 and FMA.
func fma8(rounds int) {
	x, start := archsimd.BroadcastFloat32x8(0.5), archsimd.BroadcastFloat32x8
	a, b, c, d, e := start(1), start(2), start(3), start(4), start(5)
	f, g, h, i, j := start(6), start(7), start(8), start(9), start(10)
	for range rounds {
		a, b, c, d, e = x.MulAdd(a, x), x.MulAdd(b, x), x.MulAdd(c, x), x.MulAdd(d, x), x.MulAdd(e, x)
		f, g, h, i, j = x.MulAdd(f, x), x.MulAdd(g, x), x.MulAdd(h, x), x.MulAdd(i, x), x.MulAdd(j, x)
	}
	var out [8]float32
	vector.StoreFloat32x8(a.Add(b).Add(c).Add(d).Add(e).Add(f).Add(g).Add(h).Add(i).Add(j), &out)
	runtime.KeepAlive(&out)
}
