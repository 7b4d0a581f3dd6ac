package backend

import (
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
)

func TestGoIsSingleThreaded(t *testing.T) {
	b, err := Go()
	if err != nil {
		t.Fatal(err)
	}
	if d := b.Description(); !strings.Contains(d, "parallelism=0") {
		t.Errorf("backend is %s", d)
	}
}

// The check of a newly loaded plugin accepts a backend that computes correctly.
func TestSelfTestAcceptsGo(t *testing.T) {
	b, err := Go()
	if err != nil {
		t.Fatal(err)
	}
	if err := selfTest(b); err != nil {
		t.Error(err)
	}
}

// Trainings compute on the backend of UseBackend, under its name, until Use selects a device.
func TestUseBackend(t *testing.T) {
	want := anotherBackend(t)
	if got, d, err := ForTraining(); err != nil || got != want || d.Device != XLACPU {
		t.Errorf("ForTraining: %v, error %v", got, err)
	}
	if name := Current().Name; name != "another" {
		t.Errorf("device %q, want another", name)
	}
	if err := Use(GoCPU); err != nil {
		t.Fatal(err)
	}
	if b, _ := Go(); Current().Device != GoCPU {
		t.Errorf("device %+v after Use(GoCPU)", Current())
	} else if got, d, err := ForTraining(); err != nil || got != b || d.Device != GoCPU {
		t.Errorf("ForTraining after Use(GoCPU): %v, error %v", got, err)
	}
}

// An error of loading a plugin becomes an error of one line that begins with the path.
func TestPluginErrorsAreOneLine(t *testing.T) {
	_, _, err := plugin{path: "missing.so"}.open(XLACPU)
	if err == nil || !strings.HasPrefix(err.Error(), "missing.so: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
}

func TestRelease(t *testing.T) {
	v := tensors.FromFlatDataAndDimensions([]float32{1, 2}, 2)
	Release([]*tensors.Tensor{v})
	if v.Ok() {
		t.Error("the tensor is still valid")
	}
}

// anotherBackend makes the trainings of a test compute on a new backend, until the test ends.
func anotherBackend(t *testing.T) compute.Backend {
	t.Helper()
	b, err := OpenGo()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Use(GoCPU) })
	UseBackend(b, Info{Device: XLACPU, Name: "another"})
	return b
}
