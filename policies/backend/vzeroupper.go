//go:build !(goexperiment.simd && amd64)

package backend

// VZeroUpper does nothing in a build without vector kernels.
func VZeroUpper() {}
