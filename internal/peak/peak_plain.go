//go:build !(goexperiment.simd && amd64)

package peak

import "math"

// peak is unknown without vector kernels: shares of it are not a number.
func FLOPS() float64 { return math.NaN() }
