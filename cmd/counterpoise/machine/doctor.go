package machine

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/backend"
	"counterpoise/scenes/render/opengl"
)

const doctorAbout = `
doctor says what this machine and this build offer, one line each, and how to switch on what is off.
Nothing that is off keeps a run from working.`

func init() { register(program.doctor) }

// doctor is the command that reports what the machine and the build offer. It changes nothing and never fails for
// what it does not find.
func (p program) doctor() *cobra.Command {
	return &cobra.Command{
		Use:     "doctor",
		GroupID: "look",
		Short:   "Say what is on, and how to switch on what is off",
		Long:    doctorAbout,
		Example: p.Named("  NAME doctor\n  NAME doctor > doctor.txt     to send with a question"),
		Args:    cli.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			w := p.NewTable(0)
			for _, l := range diagnose(p.examine()) {
				fmt.Fprintf(w, "%s\t%s\n", l[0], l[1])
			}
			return w.Flush()
		},
	}
}

// machine is what doctor finds out about the machine.
type machine struct {
	record.Provenance
	vector  string // the widest vector instructions of the processor that the Go backend knows, or none
	godebug string // the environment's GODEBUG
	memory  string // "23.5 GiB", or why it is not known
	drawer  string // OpenGL's device, empty if there is none
	card    bool   // the device is a graphics card
	noGL    string // why there is no device
	display string // address of the X server, empty if there is no display
	trainer string // what trains with --device auto
	xla     string // XLA on the CPU with its plugin, empty if it cannot be used
	noXLA   string // why
	gpu     string // XLA on a graphics card, empty if it cannot be used
	noGPU   string // why
}

// examine finds out what the machine and the build offer. It opens a renderer and a plugin, and closes both again.
func (p program) examine() machine {
	f := machine{
		Provenance: runner.CurrentProvenance(), vector: backend.Vector(), godebug: os.Getenv("GODEBUG"),
		memory: memory(),
	}
	f.display = os.Getenv("DISPLAY")
	f.gpu, f.noGPU = p.trainer(backend.CUDA)
	f.xla, f.noXLA = p.trainer(backend.XLACPU)
	f.trainer, _ = p.trainer(backend.Auto)
	r, err := opengl.New()
	if err != nil {
		f.noGL = strings.TrimPrefix(p.Said(err), "opengl: ")
		return f
	}
	defer r.Close()
	f.drawer, f.card = strings.TrimPrefix(r.Name(), "opengl: "), r.Hardware()
	return f
}

// trainer selects a device for training, and then the default again. It returns the name of what would train, with the
// beginning of its plugin's digest, or why the device cannot.
func (p program) trainer(d backend.Device) (name, why string) {
	defer backend.Use(backend.GoCPU)
	if err := backend.Use(d); err != nil && d != backend.Auto {
		return "", p.Said(err)
	}
	found := backend.Current()
	if name = found.Name; found.Plugin != "" {
		name += ", plugin " + found.Plugin[:12]
	}
	return name, ""
}

// diagnose returns lines of a name and a sentence, in the order in which they are printed.
func diagnose(f machine) [][2]string {
	lines := [][2]string{
		{"Go", f.Go + " " + f.System},
		{"SIMD", simd(f)},
		{"training", f.trainer + "; --device chooses another"},
		{"XLA", xlaCPU(f)},
		{"renderer", "soft, in pure Go: the same bytes on every machine"},
		{"OpenGL", openGL(f)},
		{"GPU training", gpu(f)},
		{"cores", fmt.Sprintf("%d (%s); run --workers N uses fewer", f.Cores, cmp.Or(f.CPU, "unknown processor"))},
		{"memory", f.memory},
	}
	if parts := leftOut(f.System); parts != "" {
		lines = append(lines, [2]string{"left out", parts})
	}
	return lines
}

// simd says whether matrix products use vector instructions. Asynchronous preemption interrupts the vector kernels
// and costs more than they gain, hence the second condition.
func simd(f machine) string {
	switch {
	case f.vector == "":
		return "off: this processor has neither AVX2 nor AVX-512; training takes longer"
	case !f.SIMD:
		return "off, although the processor has " + f.vector + ": training on the Go backend takes three times as " +
			"long, simulation up to a fifth longer; build with GOEXPERIMENT=simd and Go 1.26, or by ./counterpoise " +
			"with 1.27"
	case !strings.Contains(f.godebug, "asyncpreemptoff=1"):
		return "on (" + f.vector + "), but slowed: set GODEBUG=asyncpreemptoff=1"
	}
	return "on (" + f.vector + ")"
}

// openGL says which device draws the window, or why there is no window.
func openGL(f machine) string {
	switch {
	case f.drawer == "":
		return "off: " + f.noGL
	case f.display == "":
		return "on: " + f.drawer + "; no window (view), because there is no display (DISPLAY is empty)"
	case f.card:
		return "on: " + f.drawer
	}
	return "on: " + f.drawer + ", on the processor: good enough for the window (view)"
}

// xlaCPU says whether XLA can train on the processor, or why not. Where no card trains, the Go backend then does, which
// takes three (network "mlp") to fifteen ("cnn") times as long for a training step, see package backend.
func xlaCPU(f machine) string {
	switch {
	case f.xla == "" && f.gpu != "":
		return "off: " + f.noXLA
	case f.xla == "":
		return "off, training takes 3 to 15 times as long: " + f.noXLA
	}
	return "on: " + f.xla
}

// gpu says which graphics card trains, or why none does.
func gpu(f machine) string {
	if f.gpu == "" {
		return "off: " + f.noGPU
	}
	return "on: " + f.gpu
}

// memory is the machine's memory in all and available, as /proc/meminfo on Linux has it.
func memory() string {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return "unknown on this system"
	}
	defer f.Close()
	var total, free float64
	for s := bufio.NewScanner(f); s.Scan(); {
		fmt.Sscanf(s.Text(), "MemTotal: %f kB", &total)
		fmt.Sscanf(s.Text(), "MemAvailable: %f kB", &free)
	}
	const gib = 1 << 20 // in units of 1024 bytes, which /proc/meminfo calls kB
	return fmt.Sprintf("%.1f GiB, %.1f GiB of it free", total/gib, free/gib)
}
