package scenes

import (
	"fmt"
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

// How far a recorded number may lie beyond its range and still be taken for the end of the range. Bullet's limits are
// soft: CALVIN records fingers that are open by some micrometres more than they can be, and mechanisms that have passed
// their stops.
const (
	restoreLengths = 1e-3 // mechanisms and the gripper's opening (m)
	restoreAngles  = 1e-2 // joints (rad)
)

// Restore puts the tabletop into the state that an observation was taken of, at rest, and calls Begin: joints, fingers,
// last gripper command, mechanisms, lamps and blocks. It does what CALVIN's reset does with a robot_obs and a scene_obs
// (robot.py, play_table_scene.py): velocities are zero, the drives hold the arm where it is, and the running target is
// the pose of the tool centre point.
//
// The position and the orientation of the tool centre point (Robot[0:6]) follow from the joints and are not read.
// Pictures are ignored. The state is the one that the numbers say: of a task with the knob Noise, a state some
// millimetres from the one in which they were recorded, which is observed exactly. A number that is not finite or lies
// outside its range is an error, and so is a bulb that is not as the switch has it; the tabletop is then in the state
// of Clear.
func (t *Tabletop) Restore(o *Observation) error {
	t.Clear()
	if err := t.restore(o); err != nil {
		t.Clear()
		return fmt.Errorf("scenes: the state cannot be set: %w", err)
	}
	t.lookAlike = float64(o.LookAlike)
	t.Begin()
	return nil
}

// restore sets everything but the start of the rollout.
func (t *Tabletop) restore(o *Observation) error {
	if i := num.FirstNonFinite(o.Robot[:]); i >= 0 {
		return fmt.Errorf("robot_obs[%d] is %v, not finite", i, o.Robot[i])
	}
	if i := num.FirstNonFinite(o.Scene[:]); i >= 0 {
		return fmt.Errorf("scene_obs[%d] is %v, not finite", i, o.Scene[i])
	}
	if err := t.restoreArm(o); err != nil {
		return err
	}
	for i, s := range sliderSpecs() {
		upper := s.Upper
		if s.Stiffness > 0 {
			upper += buttonGive
		}
		q, err := inRange(o.Scene[SceneSliders+i], s.Lower, upper, restoreLengths)
		if err != nil {
			return fmt.Errorf("scene_obs[%d] (position of the %s) %w m", SceneSliders+i, sliderNames[i], err)
		}
		if err := t.PlaceSlider(i, q); err != nil {
			return err
		}
	}
	for i, name := range [...]string{"bulb", "LED"} {
		if x := o.Scene[SceneBulb+i]; x != 0 && x != 1 {
			return fmt.Errorf("scene_obs[%d] (%s) is %v, neither 0 nor 1", SceneBulb+i, name, x)
		}
	}
	if lit := o.Scene[SceneBulb] == 1; lit != t.Bulb() && math.Abs(t.Slider(Switch)-SwitchTravel/2) > restoreLengths {
		return fmt.Errorf("scene_obs[%d] (bulb) is %v with the switch at %.4f m; the bulb is lit (1) beyond %.4f m "+
			"alone", SceneBulb, o.Scene[SceneBulb], t.Slider(Switch), SwitchTravel/2)
	}
	t.SetLED(o.Scene[SceneLED] == 1)
	t.buttonDown = t.Slider(Button) > ButtonTravel/2
	for i := range blockCount {
		block := o.Scene[BlockIndex(i):]
		at := physics.Pose{P: vecAt(block[BlockPosition:]), R: physics.FromEuler(vecAt(block[BlockEuler:]))}
		if err := t.world.PlaceBody(i, at); err != nil {
			return fmt.Errorf("scene_obs[%d:%d] (%s): %w", BlockIndex(i), BlockIndex(i)+SceneBlockSize,
				blockNames[i], err)
		}
	}
	return nil
}

// restoreArm sets joints, fingers and the last gripper command.
func (t *Tabletop) restoreArm(o *Observation) error {
	var q [physics.DOF]float64
	for i := range physics.Joints {
		d := &t.arm.Drives[i]
		x, err := inRange(o.Robot[RobotJoints+i], d.Lower, d.Upper, restoreAngles)
		if err != nil {
			return fmt.Errorf("robot_obs[%d] (angle of joint %d) %w rad", RobotJoints+i, i+1, err)
		}
		q[i] = x
	}
	width, err := inRange(o.Robot[RobotWidth], 0, 2*MaxOpening, restoreLengths)
	if err != nil {
		return fmt.Errorf("robot_obs[%d] (opening of the gripper) %w m", RobotWidth, err)
	}
	q[physics.Fingers] = width / 2
	if err := t.PlaceArm(q); err != nil {
		return err
	}
	if t.control.grip = 1; o.Robot[RobotGrip] <= 0 {
		t.control.grip = -1
	}
	return nil
}

// inRange returns x, or the end of [lo, hi] beyond which x lies by no more than slack. The error reads as the end of a
// sentence: "is 3, outside [0, 1]".
func inRange(x float32, lo, hi, slack float64) (float64, error) {
	v := float64(x)
	if v < lo-slack || v > hi+slack {
		return 0, fmt.Errorf("is %v, outside [%.4g, %.4g]", x, lo, hi)
	}
	return num.Clamp(v, lo, hi), nil
}
