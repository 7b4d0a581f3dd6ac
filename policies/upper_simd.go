//go:build goexperiment.simd && amd64

package policies

import "simd/archsimd"

// clearUpper clears the upper halves of this thread's vector registers. The backend's kernels leave them dirty, and until
// something clears them every scalar floating-point instruction of this thread drags them along: physics and
// rendering, which run between two calls of Act,.
func clearUpper() {
	if archsimd.X86.AVX() {
		archsimd.ClearAVXUpperBits()
	}
}
