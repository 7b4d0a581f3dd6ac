//go:build unix && goexperiment.simd && amd64

package main

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// stopPreemption starts the program anew, in the same process, with GODEBUG=asyncpreemptoff=1 unless the environment
// says something about it: asynchronous preemption lands inside the vector kernels of matrix products and costs far
// more than it gives. The runtime reads this setting when a process starts. Where the system refuses, the program goes
// on, slower, and doctor says so. Stats multiplies no matrices of networks, so it starts once.
func stopPreemption() {
	if len(os.Args) > 1 && os.Args[1] == "stats" {
		return
	}
	settings := os.Getenv("GODEBUG")
	if strings.Contains(settings, "asyncpreemptoff=") {
		return
	}
	path, err := os.Executable()
	if err != nil {
		return
	}
	os.Setenv("GODEBUG", strings.TrimPrefix(settings+",asyncpreemptoff=1", ","))
	unix.Exec(path, os.Args, os.Environ())
	os.Setenv("GODEBUG", settings)
}
