//go:build !(goexperiment.simd && amd64)

package peak

import "math"

// FLOPS returns NaN: a build without vector kernels cannot measure the rate of the vector units.
func FLOPS() float64 { return math.NaN() }
