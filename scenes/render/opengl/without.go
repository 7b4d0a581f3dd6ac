//go:build !gl || !linux

package opengl

// New answers ErrNotBuilt.
func New() (Renderer, error) { return nil, ErrNotBuilt }

// Open answers ErrNotBuilt.
func Open(title string, width, height int) (Window, error) { return nil, ErrNotBuilt }
