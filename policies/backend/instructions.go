package backend

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// Vector returns the widest vector instructions of the processor that matrix products use, "AVX-512" or "AVX2"; empty
// where it has neither. AVX-512 counts with the extensions F, VL, BW and DQ, which all server processors since 2017
// have.
func Vector() string {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ:
		return "AVX-512"
	case cpu.X86.HasAVX2:
		return "AVX2"
	}
	return ""
}

// hostInstructions are the vector instructions that XLA compiles for: the processor's. Without vector extensions that
// Vector knows it is the architecture.
func hostInstructions() string {
	if v := Vector(); v != "" {
		return v
	}
	return runtime.GOARCH
}

// goInstructions are the vector instructions that the Go backend uses in this build. Its plain kernels are compiled for
// the architecture alone.
func goInstructions() string {
	if simdKernels {
		return hostInstructions()
	}
	return runtime.GOARCH
}
