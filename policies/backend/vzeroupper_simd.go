//go:build goexperiment.simd && amd64

package backend

import "simd/archsimd"

// clearUpper clears the upper halves of this thread's vector registers. The backend's kernels leave them dirty, and until
// something clears them scalar floating-point instructions of the older encoding drag them along: physics and
// rendering run between two calls of Act, and math.Exp was 140 times slower there.
func VZeroUpper() {
	if archsimd.X86.AVX() {
		archsimd.ClearAVXUpperBits()
	}
}
