package ridge

import (
	"math"

	"counterpoise/internal/seed"
)

// fourier maps standardised features to D numbers whose inner products approximate a Gaussian kernel (Rahimi & Recht
// 2007, "Random Features for Large-Scale Kernel Machines", Algorithm 1):
//
//	φ_0 = 1,   φ_d(x) = sqrt(2/D) cos(ω_d·x + b_d),   ω_d ~ N(0, I)/width,   b_d ~ U[0, 2π)
//
//	φ(x)·φ(y) - 1 ≈ exp(-|x - y|²/(2 width²))
//
// φ_0 is the intercept. The error of the approximation has a standard deviation of order 1/sqrt(D).
type fourier struct {
	omega [][]float64 // ω_d [D-1][features], radians per standard deviation of a feature
	phase []float64   // b_d [D-1], radians
}

// newFourier draws the frequencies and phases of size = D features for inputs of some standardised features. The key
// decides every draw, and the order of the draws is part of what a key means.
func newFourier(size, features int, width float64, k seed.Key) fourier {
	r := k.Rand()
	f := fourier{make([][]float64, size-1), make([]float64, size-1)}
	for d := range f.omega {
		f.omega[d] = make([]float64, features)
		for i := range f.omega[d] {
			f.omega[d][i] = r.NormFloat64() / width
		}
		f.phase[d] = 2 * math.Pi * r.Float64()
	}
	return f
}

// size returns D.
func (f fourier) size() int { return len(f.phase) + 1 }

// encode writes φ(x) to dst, D numbers, in O(D features) time.
func (f fourier) encode(dst []float64, x []float32) {
	dst[0] = 1
	scale := math.Sqrt(2 / float64(f.size()))
	for d, omega := range f.omega {
		at := f.phase[d]
		for i, w := range omega {
			at += w * float64(x[i])
		}
		dst[d+1] = scale * math.Cos(at)
	}
}
