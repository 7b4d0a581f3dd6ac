package scenes

import (
	"math"

	"counterpoise/physics"
)

const (
	// ControlRate is the number of actions a second (Hz): CALVIN's.
	ControlRate = 30
	// Substeps is the number of physics steps in one control step: physics runs at 240 Hz, as in CALVIN.
	Substeps = 8
	// MaxTranslation (m) and MaxRotation (rad) are what a component of 1 in an action adds to the running target:
	// CALVIN's (max_rel_pos and max_rel_orn of calvin_env/robot/robot.py).
	MaxTranslation = 0.02
	MaxRotation    = 0.05
	// MaxReach is the greatest distance of the running target from the robot's base (m). CALVIN has no bound. Up to a
	// height of 0.9 m the joint limits let the tool centre point come 1.14 m from the base (TestReach); only stretched
	// upwards does it come farther than this bound. So the bound changes no motion over the table; it keeps a target
	// that runs away from becoming so far that its floating-point numbers lose the increments.
	MaxReach = 1.2
	// maxAngle is the greatest Euler angle of the running target (rad): greater ones lose whole turns, which do not
	// change the orientation.
	maxAngle = 100
)

// controller converts actions into joint targets as CALVIN's robot does (calvin_env/robot/robot.py, apply_action). It
// keeps a running target pose of the tool centre point, and solves the inverse kinematics for it once a control step.
//
// The target is independent of the measured pose: the arm follows at most at 2 rad/s a joint, so a fast target gets
// ahead of it, and a target inside an obstacle stays there while the drives push with the force that they have.
type controller struct {
	target physics.Pose         // running target of the tool centre point
	euler  physics.Vec          // fixed-axis Euler angles of target.R (rad), not wrapped: relative actions add to them
	joints [physics.DOF]float64 // targets of the drives: joints (rad), opening of the fingers (m)
	grip   float32              // last gripper command, -1 or +1
	clips  int                  // actions since Begin whose target was beyond MaxReach
	open   float64              // opening of each finger when the gripper is commanded to open (m)
}

// reset makes the controller hold the arm at coordinates q, with the command to open.
func (c *controller) reset(arm *physics.Arm, q [physics.DOF]float64) {
	c.target, c.joints, c.grip = tcp(arm, &q), q, 1
	c.euler = c.target.R.Euler()
}

// tcp returns the pose of the tool centre point at coordinates q.
func tcp(arm *physics.Arm, q *[physics.DOF]float64) physics.Pose {
	_, hand := arm.Kinematics(q)
	return handToTCP(hand)
}

// handToTCP returns the pose of the tool centre point for a pose of the hand: TCPOffset further along the hand's z
// axis.
func handToTCP(hand physics.Pose) physics.Pose {
	return physics.Pose{P: hand.P.AddScaled(TCPOffset, hand.R.Z), R: hand.R}
}

// relative adds an action to the position and to the Euler angles of the running target (robot.py,
// relative_to_absolute with use_target_pose):
//
//	p' = p + MaxTranslation a[0:3],  ε' = ε + MaxRotation a[3:6]
func (c *controller) relative(a *Action) {
	c.moveTo(
		c.target.P.AddScaled(MaxTranslation, vecAt(a[ActionTranslation:])),
		c.euler.AddScaled(MaxRotation, vecAt(a[ActionRotation:])),
	)
}

// moveTo sets the running target. A position beyond MaxReach moves onto that sphere along the line to the base, and
// the action is counted in clips.
func (c *controller) moveTo(at, euler physics.Vec) {
	lead := at.Sub(BasePosition)
	if n := lead.Norm(); n > MaxReach {
		at = BasePosition.AddScaled(MaxReach/n, lead)
		c.clips++
	}
	c.euler = physics.Vec{X: unwind(euler.X), Y: unwind(euler.Y), Z: unwind(euler.Z)}
	c.target = physics.Pose{P: at, R: physics.FromEuler(c.euler)}
}

// unwind takes whole turns from an angle (rad) beyond maxAngle. The loop ends because each pass leaves at most half a
// turn and the rounding error of x, 1e-16 of it.
func unwind(x float64) float64 {
	for math.Abs(x) > maxAngle {
		x -= float64(2 * math.Pi * math.Round(x/(2*math.Pi)))
	}
	return x
}

// gripper sets the target of the fingers: open for a command above zero, else closed, as CALVIN's evaluation reads a
// policy's output (calvin_env/envs/play_lmp_wrapper.py).
func (c *controller) gripper(command float32) {
	c.grip, c.joints[physics.Fingers] = -1, 0
	if command > 0 {
		c.grip, c.joints[physics.Fingers] = 1, c.open
	}
}
