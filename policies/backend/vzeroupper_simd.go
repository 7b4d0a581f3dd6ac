//go:build goexperiment.simd && amd64

package backend

import "simd/archsimd"

// simdKernels reports whether this build has the vector kernels of the Go backend.
const simdKernels = true

// VZeroUpper clears the upper halves of the vector registers of the calling thread (the instruction VZEROUPPER).
// The kernels of the Go backend leave them set, and then every scalar floating-point instruction in SSE encoding
// has to merge with them. Without the call, math.Exp in the physics and rendering between two actions of a policy
// was 140 times slower.
func VZeroUpper() {
	if archsimd.X86.AVX() {
		archsimd.ClearAVXUpperBits()
	}
}
