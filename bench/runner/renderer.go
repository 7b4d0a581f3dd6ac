package runner

import (
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Renderer draws the pictures of both cameras, for policies that observe them. It is used by one goroutine at a
// time. Close releases it. Different renderers give different pixels, so the name is part of the record and of
// the digest of features.
type Renderer interface {
	demos.Renderer
	Name() string // of the renderer, for the record
}

// draw fills in the pictures of an observation from its numbers, so that demonstrations and rollouts are drawn alike,
// whether or not the tabletop still exists. A nil renderer draws nothing. The pictures that the observation has are not
// read: the snapshot is what its numbers say.
func draw(r Renderer, o *scenes.Observation) error {
	if r == nil {
		return nil
	}
	s := scenes.SnapshotOf(o)
	if err := r.Render(&s, o); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	return nil
}
