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

// takesPlugins says whether this program was built to load plugins of XLA.
const takesPlugins = true

// openPlugin loads a plugin by its path, so go-xla's search and its downloads have no part in it. Matrix products are
// computed in full float32 unless the options say tf32=true, whose 10 bits of mantissa would make a policy's training on
// the card another training than on the processor.
func openPlugin(p plugin) (compute.Backend, string, error) {
	quiet()
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
	return b, fmt.Sprintf("XLA by %s (PJRT %d.%d) on %s", filepath.Base(p.path), major, minor, b.DeviceDescription(0)), nil
}

// quiet keeps go-xla's log from the terminal: what goes wrong there comes as an error too.
func quiet() {
	log := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(log)
	for _, set := range [][2]string{{"logtostderr", "false"}, {"stderrthreshold", "FATAL"}} {
		if err := log.Set(set[0], set[1]); err != nil {
			panic(err) // these flags are klog's own
		}
	}
	klog.SetOutput(io.Discard)
}
