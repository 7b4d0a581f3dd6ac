package render

import "counterpoise/scenes"

// Pictures draws the pictures of observations with a renderer. It implements the interface that demonstrations,
// policies and rollouts take, so that they depend on no renderer.
type Pictures struct{ Renderer }

// Render sets o.Static and o.Gripper to the two cameras' pictures of a snapshot.
func (p Pictures) Render(s *scenes.Snapshot, o *scenes.Observation) error {
	return DrawObservation(p.Renderer, s, o)
}
