package machine

import "strings"

// leftOut names what a build for an operating system and processor, such as "windows/amd64", does without, whatever
// is installed there. It is empty for linux/amd64, which has everything.
//
//   - OpenGL and the window need EGL through dlopen (build tag gl, Linux).
//   - XLA's plugins for NVIDIA cards exist for Linux alone (build tag xla).
//   - The vector kernels of the Go backend are for amd64 (GOEXPERIMENT=simd).
//   - Locks on record files are flock's. Without them processes still write files of their own and lose nothing, but
//     they do not merge their files, and two of them may make the same record.
//   - The processor's name and the memory are read from /proc.
func leftOut(system string) string {
	goos, arch, _ := strings.Cut(system, "/")
	var parts []string
	if goos != "linux" {
		parts = append(parts, "OpenGL and the window", "training on NVIDIA cards")
	}
	if arch != "amd64" {
		parts = append(parts, "vector instructions")
	}
	if goos == "windows" {
		parts = append(parts, "locks (let one process at a time write to a folder of results)")
	}
	if goos != "linux" {
		parts = append(parts, "the processor's name and the memory")
	}
	return strings.Join(parts, "; ")
}
