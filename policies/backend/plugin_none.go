//go:build !xla

package backend

import (
	"errors"

	"github.com/gomlx/compute"
)

// takesPlugins says whether this program was built to load plugins of XLA.
const takesPlugins = false

func openPlugin(plugin) (compute.Backend, string, error) {
	return nil, "", errors.New("the plugin is here, but this program was built without XLA; build it with -tags xla and a C compiler, as ./counterpoise does")
}
