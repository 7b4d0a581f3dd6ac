//go:build !(goexperiment.simd && amd64)

package policies

import "math"

// peak is unknown without vector kernels: shares of it are not a number.
func peak() float64 { return math.NaN() }
