package scenes

import (
	"fmt"
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

// How far a recorded number may lie beyond its range. Bullet's limits are soft, so CALVIN records states beyond them:
// in 9,000 frames of random motion of calvin_env at commit 797142c, fingers that the table pushes were up to 18.6 mm
// beyond their range, the switch 16.2 mm and joints 0.076 rad; in 40 recordings of its experts nothing was more than
// 0.09 mm. Such a number is taken for the end of its range. One at twice that distance means something else, such as
// degrees.
const (
	restoreLengths = 0.04 // mechanisms and the gripper's opening (m)
	restoreAngles  = 0.2  // joints (rad)
)

// Least distances beyond a range that Restore reports: rounding and the recordings of experts stay below them.
const (
	reportedLengths = 1e-4 // m
	reportedAngles  = 1e-3 // rad
)

// bulbTolerance is how far from the middle of its travel the switch may be while the bulb is not as it has it (m): the
// bulb follows in the next step.
const bulbTolerance = 1e-3

// Excess is a number of a recorded state beyond its range, for which Restore took the end of the range.
type Excess struct {
	Component string  `json:"component"` // such as robot_obs[6]
	What      string  `json:"what"`      // what it is, such as "opening of the gripper"
	Recorded  float64 `json:"recorded"`
	Set       float64 `json:"set"`
	Unit      string  `json:"unit"` // "m" or "rad"
}

// By is how far the number lies beyond its range, in its unit.
func (e Excess) By() float64 { return math.Abs(e.Recorded - e.Set) }

// Restore puts the tabletop into the state that an observation was taken of, at rest, and calls Begin: joints, fingers,
// last gripper command, mechanisms, lamps and blocks. It does what CALVIN's reset does with a robot_obs and a scene_obs
// (robot.py, play_table_scene.py): velocities are zero, the drives hold the arm where it is, and the running target is
// the pose of the tool centre point. Three things are otherwise in CALVIN: the last gripper command and whether the
// button was down stay as they were before the reset, so that a button which is recorded as pressed may flip the LED in
// the first step; and the reset ends with a substep of the physics.
//
// The position and the orientation of the tool centre point (Robot[0:6]) follow from the joints and are not read.
// Pictures are ignored. The state is the one that the numbers say: of a task with the knob Noise, a state some
// millimetres from the one in which they were recorded, which is observed exactly.
//
// A number a little beyond its range, as CALVIN records them, is taken for the end of the range; Restore returns these
// but for the smallest. One that is not finite or lies farther outside is an error, and so is a bulb that is not as the
// switch has it, and a LookAlike outside [0, 1]; the tabletop is then in the state of Clear.
func (t *Tabletop) Restore(o *Observation) ([]Excess, error) {
	t.Clear()
	beyond, err := t.restore(o)
	if err != nil {
		t.Clear()
		return nil, fmt.Errorf("scenes: the state cannot be set: %w", err)
	}
	t.lookAlike = float64(o.LookAlike)
	t.Begin()
	return beyond, nil
}

// restore sets everything but the start of the rollout.
func (t *Tabletop) restore(o *Observation) ([]Excess, error) {
	if i := num.FirstNonFinite(o.Robot[:]); i >= 0 {
		return nil, fmt.Errorf("robot_obs[%d] is %v, not finite", i, o.Robot[i])
	}
	if i := num.FirstNonFinite(o.Scene[:]); i >= 0 {
		return nil, fmt.Errorf("scene_obs[%d] is %v, not finite", i, o.Scene[i])
	}
	if !(o.LookAlike >= 0 && o.LookAlike <= 1) {
		return nil, fmt.Errorf("the likeness of the blocks' colours, LookAlike, is %v, outside [0, 1]", o.LookAlike)
	}
	beyond, err := t.restoreArm(o)
	if err != nil {
		return nil, err
	}
	if err := t.restoreSliders(o, &beyond); err != nil {
		return nil, err
	}
	if err := t.restoreLamps(o); err != nil {
		return nil, err
	}
	for i := range blockCount {
		block := o.Scene[BlockIndex(i):]
		at := physics.Pose{P: vecAt(block[BlockPosition:]), R: physics.FromEuler(vecAt(block[BlockEuler:]))}
		if err := t.world.PlaceBody(i, at); err != nil {
			return nil, fmt.Errorf("scene_obs[%d:%d] (%s): %w", BlockIndex(i), BlockIndex(i)+SceneBlockSize,
				blockNames[i], err)
		}
	}
	return beyond, nil
}

// restoreSliders sets the mechanisms, and what the last step saw of the button.
func (t *Tabletop) restoreSliders(o *Observation, beyond *excesses) error {
	for i, s := range sliderSpecs() {
		upper := s.Upper
		if s.Stiffness > 0 {
			upper += buttonGive
		}
		q, err := beyond.inRange(Excess{
			Component: fmt.Sprintf("scene_obs[%d]", SceneSliders+i), What: "position of the " + sliderNames[i],
			Recorded: float64(o.Scene[SceneSliders+i]), Unit: "m",
		}, s.Lower, upper)
		if err != nil {
			return err
		}
		if err := t.PlaceSlider(i, q); err != nil {
			return err
		}
	}
	t.buttonDown = t.Slider(Button) > ButtonTravel/2
	return nil
}

// restoreLamps sets the LED, and checks that the bulb is as the switch has it.
func (t *Tabletop) restoreLamps(o *Observation) error {
	for i, name := range [...]string{"bulb", "LED"} {
		if x := o.Scene[SceneBulb+i]; x != 0 && x != 1 {
			return fmt.Errorf("scene_obs[%d] (%s) is %v, neither 0 nor 1", SceneBulb+i, name, x)
		}
	}
	if lit := o.Scene[SceneBulb] == 1; lit != t.Bulb() && math.Abs(t.Slider(Switch)-SwitchTravel/2) > bulbTolerance {
		return fmt.Errorf("scene_obs[%d] (bulb) is %v with the switch at %.4f m; the bulb is lit (1) beyond "+
			"%.4f m alone", SceneBulb, o.Scene[SceneBulb], t.Slider(Switch), SwitchTravel/2)
	}
	t.SetLED(o.Scene[SceneLED] == 1)
	return nil
}

// restoreArm sets joints, fingers and the last gripper command.
func (t *Tabletop) restoreArm(o *Observation) (beyond excesses, err error) {
	var q [physics.DOF]float64
	for i := range physics.Joints {
		d := &t.arm.Drives[i]
		q[i], err = beyond.inRange(Excess{
			Component: fmt.Sprintf("robot_obs[%d]", RobotJoints+i), What: fmt.Sprintf("angle of joint %d", i+1),
			Recorded: float64(o.Robot[RobotJoints+i]), Unit: "rad",
		}, d.Lower, d.Upper)
		if err != nil {
			return nil, err
		}
	}
	width, err := beyond.inRange(Excess{
		Component: fmt.Sprintf("robot_obs[%d]", RobotWidth), What: "opening of the gripper",
		Recorded: float64(o.Robot[RobotWidth]), Unit: "m",
	}, 0, 2*MaxOpening)
	if err != nil {
		return nil, err
	}
	q[physics.Fingers] = width / 2
	if err := t.PlaceArm(q); err != nil {
		return nil, err
	}
	if t.control.grip = 1; o.Robot[RobotGrip] <= 0 {
		t.control.grip = -1
	}
	return beyond, nil
}

// excesses collects the numbers of a state that lie beyond their ranges.
type excesses []Excess

// inRange returns the recorded number of x, or the end of [lo, hi] beyond which it lies, and appends x where that is
// worth reporting. A number too far beyond is an error.
func (e *excesses) inRange(x Excess, lo, hi float64) (float64, error) {
	slack, reported := restoreLengths, reportedLengths
	if x.Unit == "rad" {
		slack, reported = restoreAngles, reportedAngles
	}
	x.Set = num.Clamp(x.Recorded, lo, hi)
	if x.By() > slack {
		return 0, fmt.Errorf("%s (%s) is %.5g, outside [%.4g, %.4g] %s by more than %v %s, farther than any recording "+
			"of CALVIN; convert it to that unit, or leave the frame out",
			x.Component, x.What, x.Recorded, lo, hi, x.Unit, slack, x.Unit)
	}
	if x.By() > reported {
		*e = append(*e, x)
	}
	return x.Set, nil
}
