//go:build !xla

package backend

import "github.com/gomlx/compute"

// LoadsPlugins reports whether this program was built to load XLA's plugins.
const LoadsPlugins = false

// openPlugin returns ErrNotBuilt.
func openPlugin(plugin, Device) (compute.Backend, Info, error) { return nil, Info{}, ErrNotBuilt }
