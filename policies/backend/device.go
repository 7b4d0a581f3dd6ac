package backend

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Device is a kind of hardware with the software that computes on it. It is not part of a policy's configuration,
// because the same training on another device gives the same policy up to rounding. Records name it (Current).
type Device string

const (
	// Auto is CUDA where a plugin for it finds a card, otherwise XLACPU where its plugin is, and otherwise GoCPU.
	Auto Device = "auto"
	// GoCPU is the processor with gomlx's Go backend. Every build has it.
	GoCPU Device = "go"
	// XLACPU is the processor with XLA's plugin for it. It needs a build with the tag xla.
	XLACPU Device = "xla-cpu"
	// CUDA is an NVIDIA card with XLA's plugin for it. It needs a build with the tag xla.
	CUDA Device = "cuda"
)

// Devices lists the devices that Use accepts.
func Devices() []Device { return []Device{Auto, GoCPU, XLACPU, CUDA} }

// Info describes the device that computes. Two trainings with equal settings give the same bytes if Device, Plugin,
// Instructions, Plain and Options are equal and both processes selected the device by Use, or both by UseAlone.
type Info struct {
	Device       Device // GoCPU, XLACPU or CUDA
	Name         string // for people: the software, its version and the hardware
	Plugin       string // SHA-256 of the plugin's file, hexadecimal; empty for GoCPU
	Instructions string // vector instructions in use, such as "AVX-512"; for a card its name
	Plain        bool   // the program's own code has no vector instructions; of GoCPU, Instructions say it
	Options      string // settings of XLA from the environment that may change bits; usually empty
}

// selected is the device in use. The zero value stands for the Go backend.
var selected struct {
	sync.Mutex
	backends []compute.Backend // that trainings take in turn; empty: the Go backend
	next     int
	info     Info
}

// Use selects the device of all trainings that start in this process after the call. Before the first call, and after
// an error, it is GoCPU.
//
// A device that is requested by name and cannot be had is an error of one line, which says what to do. Auto always
// selects a device; its error says, for information, why not a faster one: a plugin is installed and does not work, or
// the environment variable GOMLX_BACKEND requests one. A missing plugin is no error of Auto.
//
// The device affects training. Policies act on the Go backend unless UseForActing is called, so that a rollout does not
// depend on the device that trained its policy; but where a card trains, they act on the card too (ForActing).
func Use(d Device) error {
	all, info, err := find(d)
	use(all, info)
	return err
}

// find opens the backends of a device. There are none for the Go backend.
func find(d Device) ([]compute.Backend, Info, error) {
	switch d {
	case GoCPU:
		return nil, Info{}, nil
	case CUDA, XLACPU:
		return accelerate(d)
	case Auto:
	default:
		return nil, Info{}, fmt.Errorf("backend: unknown device %q; known: %q", string(d), Devices())
	}
	requested := strings.HasPrefix(os.Getenv("GOMLX_BACKEND"), "xla")
	var first error
	for _, d := range []Device{CUDA, XLACPU} {
		_, missing := findPlugin(d)
		if !requested && (missing != nil || !LoadsPlugins) {
			continue
		}
		b, info, err := accelerate(d)
		if err == nil {
			return b, info, nil
		}
		// A plugin for cards on a machine without one is no fault: pip installs it with jax.
		if d != CUDA || requested {
			if first == nil || first.Error() != err.Error() { // the file is no plugin at all
				first = errors.Join(first, err)
			}
		}
	}
	if first != nil {
		return nil, Info{}, fmt.Errorf("the Go backend computes: %s", strings.ReplaceAll(first.Error(), "\n", "; "))
	}
	return nil, Info{}, nil
}

// UseBackend makes all trainings that start after the call compute on b, under a description for records. A nil backend
// selects the Go backend. It serves tests of several packages; programs select a Device by Use.
func UseBackend(b compute.Backend, info Info) {
	if b == nil {
		use(nil, Info{})
		return
	}
	use([]compute.Backend{b}, info)
}

// use makes trainings take backends in turn.
func use(all []compute.Backend, info Info) {
	selected.Lock()
	defer selected.Unlock()
	selected.backends, selected.next, selected.info = all, 0, info
}

// Current describes the device of trainings that start now.
func Current() Info {
	selected.Lock()
	defer selected.Unlock()
	if len(selected.backends) > 0 {
		return selected.info
	}
	return goInfo()
}

// ForTraining returns the backend for a training that starts now, and its description.
func ForTraining() (compute.Backend, Info, error) {
	selected.Lock()
	defer selected.Unlock()
	if n := len(selected.backends); n > 0 {
		b := selected.backends[selected.next%n]
		selected.next++
		return b, selected.info, nil
	}
	b, err := Go()
	return b, goInfo(), err
}

// goInfo describes the Go backend.
func goInfo() Info {
	name := "gomlx's Go backend"
	if simdKernels {
		name += " with SIMD"
	}
	return Info{Device: GoCPU, Name: name, Instructions: goInstructions()}
}

// acting is the device of policies that act. The zero value stands for the card that trains, or the Go backend.
var acting struct {
	sync.Mutex
	backend compute.Backend // nil: the Go backend
	info    Info
}

// UseForActing selects the device on which policies act that are made or loaded after the call; with GoCPU, and after
// an error, it is that of ForActing. Errors are those of Use. Measured with the default policy (BenchmarkAct of package
// policies), one observation takes XLA on the CPU as long as the Go backend, and 64 a fifth of it.
func UseForActing(d Device) error {
	all, info, err := find(d)
	acting.Lock()
	defer acting.Unlock()
	acting.backend, acting.info = nil, info
	if len(all) > 0 {
		acting.backend = all[0]
	}
	return err
}

// ForActing returns the backend on which a policy acts that is made now, and its description: that of UseForActing,
// otherwise a card that trains, otherwise the Go backend. A residual network takes the Go backend a tenth of a second
// an observation, so that 300 rollouts of a policy that a card trains in ten seconds would take it some minutes.
func ForActing() (compute.Backend, Info, error) {
	acting.Lock()
	defer acting.Unlock()
	if acting.backend != nil {
		return acting.backend, acting.info, nil
	}
	if Current().Device == CUDA {
		return ForTraining()
	}
	b, err := Go()
	return b, goInfo(), err
}

// accelerate opens the plugin of a device, once a process: a later call returns the same backends.
func accelerate(d Device) ([]compute.Backend, Info, error) {
	if !LoadsPlugins {
		return nil, Info{}, ErrNotBuilt
	}
	p, err := findPlugin(d)
	if err != nil {
		return nil, Info{}, err
	}
	opened.Lock()
	defer opened.Unlock()
	for _, o := range opened.all {
		if o.plugin == p && o.info.Device == d {
			return o.backends, o.info, nil
		}
	}
	b, info, err := p.open(d)
	if err != nil {
		return nil, Info{}, err
	}
	all := []compute.Backend{b}
	for len(all) < clients(d, runtime.NumCPU()) {
		b, _, err := openPlugin(p, d)
		if err != nil {
			return nil, Info{}, err
		}
		all = append(all, b)
	}
	opened.all = append(opened.all, openedPlugin{p, all, info})
	return all, info, nil
}

// clients returns how many backends a device has on a machine with a number of cores. One of XLA on the CPU has a pool
// of poolThreads threads, whatever the machine, so that bits do not depend on it: a machine with more cores has
// several, which trainings take in turn. On 16 cores with one backend, 16 trainings side by side got no further than
// four would, and on two cores two got less far than with a backend each (docs/performance.md).
func clients(d Device, cores int) int {
	if d == XLACPU {
		return max(min(cores, 2), cores/poolThreads)
	}
	return 1
}

// UseAlone is Use for a process that trains one policy at a time: on XLACPU its products are shared out to threads. It
// must be the first use of XLA in the process, since a plugin is set up when it is loaded. Networks with attention get
// other bits than by Use (package comment), so commands that write records have Use always.
func UseAlone(d Device) error {
	opened.Lock()
	opened.alone = true
	opened.Unlock()
	return Use(d)
}

// opened holds the plugins that this process has loaded. They stay loaded: XLA cannot be unloaded, and compiled graphs
// belong to a client.
var opened struct {
	sync.Mutex
	all   []openedPlugin
	alone bool // one training has the machine for itself, see UseAlone
}

type openedPlugin struct {
	plugin   plugin
	backends []compute.Backend
	info     Info
}

// open checks the plugin's file and XLA_FLAGS, loads it and tests it with a small product. A panic in the plugin
// becomes an error.
func (p plugin) open(d Device) (b compute.Backend, info Info, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		if err != nil {
			line := oneLine(err) // messages of XLA have several lines
			b, info, err = nil, Info{}, fmt.Errorf("%s: %s", p.path, line)
		}
	}()
	if err = checkComma(p.path); err != nil {
		return nil, Info{}, err
	}
	if err = checkPlugin(p.path); err != nil {
		return nil, Info{}, err
	}
	if err = p.checkFlags(os.Getenv("XLA_FLAGS")); err != nil {
		return nil, Info{}, err
	}
	if b, info, err = openPlugin(p, d); err != nil {
		return nil, Info{}, err
	}
	if info.Plugin, err = digest(p.path); err != nil {
		return nil, Info{}, err
	}
	return b, info, selfTest(b)
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
