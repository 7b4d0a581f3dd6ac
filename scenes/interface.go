package scenes

// Action is what a policy commands for one control step (1/30 s), CALVIN's relative action:
//
//	0-2  end-effector translation in the world frame, in units of MaxTranslation (0.02 m), in [-1, 1]
//	3-5  end-effector rotation, fixed-axis Euler increments (x, y, z), in units of MaxRotation (0.05 rad), in [-1, 1]
//	6    gripper: < 0 closes, >= 0 opens (binary; experts write -1 and +1)
//
// Translation and rotation add to a running target pose, not to the measured one. Components outside their range are
// clipped; NaN is an error.
type Action [7]float32

// Observation is what a policy may see at one control step.
type Observation struct {
	// Robot is CALVIN's robot_obs (15): TCP position (m), TCP fixed-axis Euler angles (rad), gripper width
	// (0..0.08 m), seven joint angles (rad), last gripper command (-1, +1).
	Robot [15]float32
	// Scene is CALVIN's scene_obs (24): slider, drawer, button, switch (m), bulb, LED (0/1), then position (m) and
	// fixed-axis Euler angles (rad) of the red, blue and pink block. Privileged: state policies read it, picture policies must not.
	Scene [24]float32
	// Static (200x200x3) and Ego (84x84x3) are 8-bit RGB pictures, row-major from the top; nil when nothing was drawn.
	Static, Ego []uint8
}

// State is the study's proprioception: seven joint angles (rad) and the gripper width (m).
func (o *Observation) State() [8]float32 {
	var s [8]float32
	copy(s[:7], o.Robot[7:14])
	s[7] = o.Robot[6]
	return s
}
