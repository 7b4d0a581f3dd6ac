//go:build !(unix && goexperiment.simd && amd64)

package main

// stopPreemption does nothing: either there are no vector kernels, or the system cannot replace a process.
func stopPreemption() {}
