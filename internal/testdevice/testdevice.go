// Package testdevice has the device on which tests compute graphs: the Go backend, or another one by
// COUNTERPOISE_TEST_DEVICE=xla-cpu and a build with the tag xla.
package testdevice

import (
	"os"
	"sync"
	"testing"

	"github.com/gomlx/compute"

	"counterpoise/policies/backend"
)

// Backend returns the backend of all graphs of a process's tests. Graphs that share tensors must share it too, while
// backend.ForTraining gives each training the next one of a device that has several.
func Backend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// opened opens it once.
var opened = sync.OnceValues(func() (compute.Backend, error) {
	d := os.Getenv("COUNTERPOISE_TEST_DEVICE")
	if d == "" {
		return backend.Go()
	}
	if err := backend.Use(backend.Device(d)); err != nil {
		return nil, err
	}
	b, _, err := backend.ForTraining()
	return b, err
})
