//go:build xla

package backend

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/pjrt"
	"k8s.io/klog/v2"
)

// loadsPlugins reports whether this program was built to load XLA plugins.
const loadsPlugins = true

// openPlugin loads a plugin and returns its backend and its name for records. The plugin is loaded by path, which
// bypasses go-xla's search and downloads. Matrix products are computed in full float32 unless the options contain
// tf32=true: TF32 has 10 bits of mantissa, and with it a training on the GPU departs from one on the processor.
func openPlugin(p plugin) (compute.Backend, string, error) {
	silenceLog()
	xla.EnableAutoInstall(false)
	if flags := p.flags(os.Getenv("XLA_FLAGS")); flags != "" {
		if err := os.Setenv("XLA_FLAGS", flags); err != nil {
			return nil, "", err
		}
	}
	b, err := xla.New(p.path + "," + p.settings())
	if err != nil {
		return nil, "", err
	}
	lib, err := pjrt.GetPlugin(p.path)
	if err != nil {
		return nil, "", err
	}
	major, minor := lib.Version()
	name := fmt.Sprintf("XLA by %s (PJRT %d.%d) on %s", filepath.Base(p.path), major, minor, b.DeviceDescription(0))
	return b, name, nil
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
