package runner

import (
	"bufio"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"counterpoise/bench/record"
	"counterpoise/policies/backend"
)

// CurrentProvenance returns the provenance of records that this process makes. It never fails: what the system
// does not report stays empty. It is computed once: none of it changes while the process runs. Commit and
// Modified come from the version control stamp of go build and are empty without one.
var CurrentProvenance = sync.OnceValue(func() record.Provenance {
	o := record.Provenance{Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, CPU: cpu(),
		Cores: runtime.NumCPU()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return o
	}
	o.Program = info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			o.Commit = s.Value
		case "vcs.modified":
			o.Modified = s.Value == "true"
		// A list of experiments, separated by commas.
		case "GOEXPERIMENT":
			o.SIMD = strings.Contains(","+s.Value+",", ",simd,")
		}
	}
	return o
})

// cpu returns the processor's name on Linux, and the empty string elsewhere. It is the first "model name" of
// /proc/cpuinfo; some ARM kernels have none.
func cpu() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if key, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Backend names what trainings of this process compute on: XLA with its plugin's version, or gomlx's Go backend with
// SIMD kernels or without. It stands in every record, and tables name it.
func Backend() string { return backend.Current().Name }

// CurrentDevice returns what trainings of this process compute on, in the form of records. A cell gives the same bytes
// on the same device only, because devices sum in different orders. record.Device.For adds the revision of the network,
// which changes the order too.
func CurrentDevice() record.Device {
	d := backend.Current()
	name := CurrentProvenance().CPU
	if d.Device == backend.CUDA {
		name = d.Instructions
	}
	kernels := ""
	if d.Plain {
		kernels = record.PlainKernels
	}
	return record.Device{Kind: string(d.Device), Name: name, Plugin: d.Plugin, Instructions: d.Instructions,
		Kernels: kernels, Options: d.Options}
}
