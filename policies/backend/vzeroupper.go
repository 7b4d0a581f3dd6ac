//go:build !(goexperiment.simd && amd64)

package backend

// simdKernels reports whether this build has the vector kernels of the Go backend.
const simdKernels = false

// VZeroUpper does nothing in a build without vector kernels.
func VZeroUpper() {}
