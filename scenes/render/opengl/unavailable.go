//go:build !gl || !linux

package opengl

// New returns ErrNotBuilt.
func New() (Renderer, error) { return nil, ErrNotBuilt }

// OpenWindow returns ErrNotBuilt.
func OpenWindow(title string, width, height int) (Window, error) { return nil, ErrNotBuilt }
