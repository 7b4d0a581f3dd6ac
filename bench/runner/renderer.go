package runner

import (
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Painter draws what the cameras see, for policies that look at pictures. One goroutine uses it at a time.
type Renderer interface {
	demos.Renderer
	Name() string // of the renderer, for the record
}

// paint draws the moment of an observation as its numbers tell it: demonstrations and rollouts are drawn alike, whether
// or not the tabletop is still there. Without an eye it does nothing.
func draw(eye Renderer, o *scenes.Observation) error {
	if eye == nil {
		return nil
	}
	s := scenes.SnapshotOf(o)
	if err := eye.Render(&s, o); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	return nil
}
