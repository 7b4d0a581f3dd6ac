package scenes

import (
	"fmt"

	"counterpoise/physics"
)

// StepTo is Step with an absolute action, as CALVIN's recorded trajectories have them: the running target becomes the
// given pose; grip < 0 closes the fingers. An action that is not finite is an error.
func (t *Tabletop) StepTo(target physics.Pose, grip float32) error {
	r := &target.R
	if !target.P.IsFinite() || !r.X.IsFinite() || !r.Y.IsFinite() || !r.Z.IsFinite() || grip != grip {
		return fmt.Errorf("scenes: the absolute action %v, gripper %v, is not finite", target, grip)
	}
	t.control.moveTo(target, t.TCP())
	t.advance(grip)
	return nil
}
