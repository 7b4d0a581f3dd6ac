package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/sys/cpu"

	"counterpoise/bench"
	"counterpoise/bench/runner"
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
		Use:   "doctor",
		Short: "Say what is on, and how to switch on what is off",
		Long:  doctorAbout,
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			for _, l := range diagnose(examine()) {
				fmt.Fprintf(w, "%s\t%s\n", l[0], l[1])
			}
			return w.Flush()
		},
	}
}

// machine is what doctor finds out about the machine.
type machine struct {
	bench.Provenance
	vector  string // the widest vector instructions of the processor that the Go backend knows, or none
	godebug string // the environment's GODEBUG
	memory  string // "23.5 GiB", or why it is not known
	drawer  string // OpenGL's device, empty if there is none
	card    bool   // the device is a graphics card
	noGL    string // why there is no device
	display string // address of the X server, empty if there is no display
	trainer string // what trains instead of the processor, empty if the processor does
	noGPU   string // why it does
}

// examine finds out what the machine and the build offer. It opens a renderer and a plugin, and closes both again.
func examine() machine {
	f := machine{
		Provenance: runner.CurrentProvenance(), vector: vector(), godebug: os.Getenv("GODEBUG"), memory: memory(),
	}
	f.display = os.Getenv("DISPLAY")
	f.trainer, f.noGPU = trainer()
	r, err := opengl.New()
	if err != nil {
		f.noGL = strings.TrimPrefix(err.Error(), "opengl: ")
		return f
	}
	defer r.Close()
	f.drawer, f.card = strings.TrimPrefix(r.Name(), "opengl: "), r.Hardware()
	return f
}

// trainer selects the graphics card for training, and then the processor again. It returns the name of what would
// train, or why the card cannot.
func trainer() (name, why string) {
	defer backend.Use(backend.CPU)
	if err := backend.Use(backend.CUDA); err != nil {
		return "", strings.TrimPrefix(err.Error(), "the processor trains: ")
	}
	return backend.AcceleratorName(), ""
}

// diagnose returns lines of a name and a sentence, in the order in which they are printed.
func diagnose(f machine) [][2]string {
	lines := [][2]string{
		{"Go", f.Go + " " + f.System},
		{"SIMD", simd(f)},
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
		return "off, although the processor has " + f.vector + ": build with GOEXPERIMENT=simd, as ./counterpoise does"
	case !strings.Contains(f.godebug, "asyncpreemptoff=1"):
		return "on (" + f.vector + "), but slowed: set GODEBUG=asyncpreemptoff=1, as ./counterpoise does"
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

// gpu says which accelerator trains, or why the processor does.
func gpu(f machine) string {
	if f.trainer == "" {
		return "off, the processor trains: " + f.noGPU
	}
	return "on: " + f.trainer + "; train uses it, and run with --device cuda"
}

// vector names the widest vector instructions that the processor has and the Go backend uses; empty where it has
// none.
func vector() string {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ:
		return "AVX-512"
	case cpu.X86.HasAVX2:
		return "AVX2"
	}
	return ""
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
