//go:build !(goexperiment.simd && amd64)

package backend

// clearUpper has nothing to do where the backend runs no vector kernels.
func VZeroUpper() {}
