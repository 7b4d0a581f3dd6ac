//go:build xla

package backend

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/pjrt"
	"k8s.io/klog/v2"
)

// LoadsPlugins reports whether this program was built to load XLA's plugins.
const LoadsPlugins = true

// nvidiaFolder is where NVIDIA's driver for Linux describes each card of the machine, in a file GPU/information.
const nvidiaFolder = "/proc/driver/nvidia/gpus"

// poolVariable sets the number of threads of XLA's pool.
const poolVariable = "PJRT_NPROC"

// userThreads is the variable as the user set it. A second plugin of a process would find what the first one set.
var userThreads = os.Getenv(poolVariable)

// openPlugin loads a plugin for a device and returns its backend and its description, without the digest. The plugin is
// loaded by path, which bypasses go-xla's search and downloads. Matrix products are computed in full float32 unless
// the options contain tf32=true: TF32 has 10 bits of mantissa, and with it a training on a card departs from one on
// the processor. Convolutions have XLA's default precision whatever the options (go-xla v0.4.1, package compute/xla),
// which allows a card TF32.
func openPlugin(p plugin, d Device) (compute.Backend, Info, error) {
	silenceLog()
	xla.EnableAutoInstall(false)
	// XLA reads the variables once, when the plugin is loaded. Another plugin may not know the flags.
	env := os.Getenv("XLA_FLAGS")
	if err := os.Setenv("XLA_FLAGS", p.flags(d, env, opened.alone)); err != nil {
		return nil, Info{}, err
	}
	defer os.Setenv("XLA_FLAGS", env)
	options := []string{p.options, env}
	if userThreads != "" {
		options = append(options, poolVariable+"="+userThreads)
	} else if err := os.Setenv(poolVariable, strconv.Itoa(poolThreads)); err != nil {
		return nil, Info{}, err
	}
	name := p.path
	if d == XLACPU {
		keepMemory()
		var err error
		if name, err = goXLAName(p.path); err != nil {
			return nil, Info{}, err
		}
	}
	notForCards := fmt.Errorf("not a plugin for NVIDIA cards; use --device %s", XLACPU)
	client, err := xla.New(name + "," + p.settings())
	if err != nil && d == CUDA {
		if computesOnCPU(name) {
			return nil, Info{}, notForCards // it refused options for cards
		}
		return nil, Info{}, fmt.Errorf("%s; without a card use --device %s or %s", reason(err, name), XLACPU, Auto)
	}
	if err != nil {
		return nil, Info{}, errors.New(reason(err, name))
	}
	b := client.(*xla.Backend)
	// A device describes itself as cpu:0, TFRT_CPU_0 or cuda:0, while b.IsCPU and b.IsCUDA know the path alone.
	onCPU := strings.Contains(strings.ToLower(b.DeviceDescription(0)), "cpu")
	switch {
	case d == CUDA && onCPU:
		return nil, Info{}, notForCards
	case d == CUDA && !b.IsCUDA():
		return nil, Info{}, errors.New("a plugin for NVIDIA cards must have cuda in its path; link it to such a path")
	case d == XLACPU && !onCPU:
		return nil, Info{}, fmt.Errorf("not a plugin for the CPU; use --device %s", CUDA)
	}
	lib, err := pjrt.GetPlugin(name)
	if err != nil {
		return nil, Info{}, err
	}
	major, minor := lib.Version()
	info := Info{Device: d, Plain: !simdKernels, Options: strings.Join(strings.Fields(strings.Join(options, " ")), " ")}
	if d == CUDA {
		info.Instructions = cmp.Or(cardNames(nvidiaFolder), b.DeviceDescription(0))
		info.Name = fmt.Sprintf("XLA (PJRT %d.%d) on %s", major, minor, info.Instructions)
	} else {
		info.Instructions = hostInstructions()
		info.Name = fmt.Sprintf("XLA on the CPU (PJRT %d.%d, %s)", major, minor, info.Instructions)
	}
	return b, info, nil
}

// reason is the text of an error of xla.New without the name of the plugin and a full stop: "while creating plugin NAME
// for backend "xla": PJRT error (code=9): No visible GPU devices." So an error that begins with the plugin's path does
// not name it twice.
func reason(err error, name string) string {
	text := strings.TrimPrefix(oneLine(err), fmt.Sprintf("while creating plugin %s for backend %q: ", name, "xla"))
	return strings.TrimSuffix(text, ".")
}

// computesOnCPU reports whether a plugin that go-xla opens by name says that it computes on the CPU.
func computesOnCPU(name string) bool {
	lib, err := pjrt.GetPlugin(name)
	if err != nil {
		return false
	}
	client, err := lib.NewClient(nil)
	if err != nil {
		return false
	}
	defer client.Destroy()
	return client.Platform() == "cpu"
}

// silenceLog discards the log of go-xla, which would go to the terminal. Its errors are also returned.
func silenceLog() {
	log := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(log)
	for _, set := range [][2]string{{"logtostderr", "false"}, {"stderrthreshold", "FATAL"}} {
		if err := log.Set(set[0], set[1]); err != nil {
			panic(err) // both flags are defined by klog, so Set cannot fail
		}
	}
	klog.SetOutput(io.Discard)
}
