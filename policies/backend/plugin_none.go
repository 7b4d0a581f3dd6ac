//go:build !xla

package backend

import (
	"errors"

	"github.com/gomlx/compute"
)

// loadsPlugins reports whether this program was built to load XLA plugins.
const loadsPlugins = false

// openPlugin returns an error that says how to build a program that loads plugins.
func openPlugin(plugin, Device) (compute.Backend, Info, error) {
	return nil, Info{}, errors.New("the plugin is installed, but this program was built without XLA; " +
		"build it with -tags xla and a C compiler, as ./counterpoise does")
}
