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

// Device is where trainings compute. It is no setting of a policy, so it is no part of Config: the same training on
// another device is meant to give the same policy, but for rounding.
type Device string

const (
	// Auto is CUDA where a plugin for it is found, and otherwise CPU.
	Auto Device = "auto"
	// CPU is gomlx's Go backend, which is always there.
	CPU Device = "cpu"
	// CUDA is a graphics card, reached through a plugin of XLA. It takes a build with the tag xla.
	CUDA Device = "cuda"
)

// Devices are the devices that Use takes.
func Devices() []Device { return []Device{Auto, CPU, CUDA} }

// accelerator is what trains instead of the Go backend; its backend is nil where nothing does.
var accelerator struct {
	sync.Mutex
	backend compute.Backend
	name    string
}

// Use chooses where the trainings of this process compute that start from now on; before it is called, and after an
// error, on the processor. An error says in one line what is missing and what would bring it: a caller may print it
// and go on. Auto is content with the processor where there is no plugin, or a build that takes none, unless GOMLX_BACKEND
// asks for one.
//
// Only training moves. Policies act on the processor whatever trained them, so that a rollout depends on the policy
// alone. Nothing is ever downloaded: a plugin that is not there is not used.
func Use(d Device) error {
	var b compute.Backend
	var name string
	var err error
	switch d {
	case Auto:
		if _, none := findPlugin(); strings.HasPrefix(os.Getenv("GOMLX_BACKEND"), "xla") || none == nil && takesPlugins {
			b, name, err = accelerate()
		}
	case CPU:
	case CUDA:
		b, name, err = accelerate()
	default:
		return fmt.Errorf("policies: unknown device %q; there is %q", string(d), Devices())
	}
	UseBackend(b, name)
	if err != nil {
		return fmt.Errorf("the processor trains: %w", err)
	}
	return nil
}

// UseBackend makes the trainings of this process compute on b from now on, under a name for records. A nil backend is the
// Go backend.
func UseBackend(b compute.Backend, name string) {
	accelerator.Lock()
	defer accelerator.Unlock()
	accelerator.backend, accelerator.name = b, name
}

// Accelerator names what trains instead of the processor, as records name it: the plugin, its version and the device. It
// is empty where the processor trains.
func AcceleratorName() string {
	accelerator.Lock()
	defer accelerator.Unlock()
	return accelerator.name
}

// trainingBackend is what a training computes on that starts now.
func ForTraining() (compute.Backend, error) {
	accelerator.Lock()
	defer accelerator.Unlock()
	if accelerator.backend != nil {
		return accelerator.backend, nil
	}
	return Go()
}

// accelerate opens the plugin that there is.
func accelerate() (compute.Backend, string, error) {
	p, err := findPlugin()
	if err != nil {
		return nil, "", err
	}
	return p.open()
}

// open loads the plugin and lets it compute something. What goes wrong in a plugin may be an error or a panic.
func (p plugin) open() (b compute.Backend, name string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it failed: %v", r)
		}
		if err != nil {
			words := strings.Join(strings.Fields(err.Error()), " ") // XLA's messages have several lines
			b, name, err = nil, "", fmt.Errorf("%s: %s", p.path, words)
		}
	}()
	if b, name, err = openPlugin(p); err != nil {
		return nil, "", err
	}
	return b, name, proven(b)
}

// proven has a backend multiply two matrices whose product is known and exact in any precision.
func proven(b compute.Backend) error {
	x := tensors.FromFlatDataAndDimensions([]float32{1, 2, 3, 4}, 2, 2)
	defer x.MustFinalizeAll()
	y, err := graph.CallOnce(b, func(x *graph.Node) *graph.Node { return graph.Dot(x, x).Product() }, x)
	if err != nil {
		return fmt.Errorf("it does not compute: %w", err)
	}
	defer y.MustFinalizeAll()
	if got, want := tensors.MustCopyFlatData[float32](y), []float32{7, 10, 15, 22}; !slices.Equal(got, want) {
		return fmt.Errorf("it computes %v where %v is right", got, want)
	}
	return nil
}
