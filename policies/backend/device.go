package backend

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Device is the hardware that computes trainings. It is not part of a policy's configuration, because the same
// training on another device gives the same policy up to rounding.
type Device string

const (
	// Auto is CUDA if a plugin for it is found, and otherwise CPU.
	Auto Device = "auto"
	// CPU is the processor, with gomlx's Go backend. Every build has it.
	CPU Device = "cpu"
	// CUDA is an NVIDIA GPU, through an XLA plugin. It needs a build with the tag xla.
	CUDA Device = "cuda"
)

// Devices lists the devices that Use accepts.
func Devices() []Device { return []Device{Auto, CPU, CUDA} }

// accelerator is the backend that replaces the Go backend in trainings, or nil, and its name in records.
var accelerator struct {
	sync.Mutex
	backend compute.Backend
	name    string
}

// Use selects the device of all trainings that start in this process after the call. Before the first call, and
// after an error, it is CPU. An error is one line that says what is missing and how to install it; a caller may
// print it and go on with the processor. Auto without a plugin, or in a build without the tag xla, is not an error
// unless the environment variable GOMLX_BACKEND requests XLA.
//
// The device affects training only. Policies always act on the processor, so that a rollout does not depend on the
// device that trained its policy.
func Use(d Device) error {
	var b compute.Backend
	var name string
	var err error
	switch d {
	case Auto:
		_, missing := findPlugin()
		if strings.HasPrefix(os.Getenv("GOMLX_BACKEND"), "xla") || missing == nil && loadsPlugins {
			b, name, err = accelerate()
		}
	case CPU:
	case CUDA:
		b, name, err = accelerate()
	default:
		return fmt.Errorf("backend: unknown device %q; known: %q", string(d), Devices())
	}
	UseBackend(b, name)
	if err != nil {
		return fmt.Errorf("the processor trains: %w", err)
	}
	return nil
}

// UseBackend makes all trainings that start after the call compute on b. Records store the name. A nil backend
// selects the Go backend, whose name is empty.
func UseBackend(b compute.Backend, name string) {
	accelerator.Lock()
	defer accelerator.Unlock()
	accelerator.backend, accelerator.name = b, name
}

// AcceleratorName returns the name under which records store the accelerator: the plugin, its PJRT version and its
// device. It is empty if the processor trains.
func AcceleratorName() string {
	accelerator.Lock()
	defer accelerator.Unlock()
	return accelerator.name
}

// ForTraining returns the backend for a training that starts now.
func ForTraining() (compute.Backend, error) {
	accelerator.Lock()
	defer accelerator.Unlock()
	if accelerator.backend != nil {
		return accelerator.backend, nil
	}
	return Go()
}

// accelerate opens the plugin that findPlugin returns.
func accelerate() (compute.Backend, string, error) {
	p, err := findPlugin()
	if err != nil {
		return nil, "", err
	}
	return p.open()
}

// open loads the plugin and tests it with a small product. A panic in the plugin becomes an error.
func (p plugin) open() (b compute.Backend, name string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		if err != nil {
			line := strings.Join(strings.Fields(err.Error()), " ") // messages of XLA have several lines
			b, name, err = nil, "", fmt.Errorf("%s: %s", p.path, line)
		}
	}()
	if b, name, err = openPlugin(p); err != nil {
		return nil, "", err
	}
	return b, name, selfTest(b)
}

// selfTest multiplies two matrices of small integers, whose product is exact in every precision, and compares the
// result.
func selfTest(b compute.Backend) error {
	x := tensors.FromFlatDataAndDimensions([]float32{1, 2, 3, 4}, 2, 2)
	defer x.MustFinalizeAll()
	y, err := graph.CallOnce(b, func(x *graph.Node) *graph.Node { return graph.Dot(x, x).Product() }, x)
	if err != nil {
		return fmt.Errorf("self-test: %w", err)
	}
	defer y.MustFinalizeAll()
	if got, want := tensors.MustCopyFlatData[float32](y), []float32{7, 10, 15, 22}; !slices.Equal(got, want) {
		return fmt.Errorf("self-test: product %v, want %v", got, want)
	}
	return nil
}
