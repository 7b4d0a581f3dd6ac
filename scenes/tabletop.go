package scenes

import (
	"errors"
	"fmt"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

// Tabletop is one simulated scene: the robot, the mechanisms and the blocks. A Tabletop must not be used by two
// goroutines at once; separate ones share nothing.
type Tabletop struct {
	world    *physics.World
	arm      *physics.Arm
	control  controller
	pristine []byte // the saved world as NewTabletop built it

	buttonDown bool // whether the button was past half its travel at the last control step
	led        bool
	misleading bool                    // whether the instruction that the scene shows is the wrong one, see opening
	noise      noise                   // errors of the observations
	lookAlike  float64                 // likeness of the other blocks' colours to red, in [0, 1], see lookAlike
	steps      int                     // control steps since Begin
	startBlock [blockCount]physics.Vec // positions of the blocks at Begin (m)
	startRail  [sliderCount]float64    // positions of the mechanisms at Begin (m)
	travels    [partCount]travel       // of the mechanisms, then of the blocks, since Begin
}

// NewTabletop builds the scene with the robot at home, all mechanisms at zero and the blocks in a row on the shelf. It
// panics if the constants of the scene are inconsistent, which the tests exclude.
func NewTabletop() *Tabletop {
	w, err := physics.NewWorld(physics.Settings{Gravity: physics.Vec{Z: -9.8}, Step: 1.0 / (ControlRate * Substeps)})
	t := &Tabletop{world: w, arm: NewPanda()}
	err = errors.Join(err, w.SetArm(t.arm, Home))
	for _, b := range armBoxes() {
		err = errors.Join(err, w.AddBox(physics.Part{Kind: physics.ArmPart, Index: b.part}, b.box))
	}
	for i, h := range BlockLengths {
		_, e := w.AddBody(physics.Body{
			Pose: physics.At(-0.25+float64(0.15*float64(i)), 0.09, TableHeight+BlockHalf),
			Half: physics.Vec{X: h, Y: BlockHalf, Z: BlockHalf}, Mass: blockMass, Surface: paint,
		})
		err = errors.Join(err, e)
	}
	for _, s := range sliderSpecs() {
		_, e := w.AddSlider(s)
		err = errors.Join(err, e)
	}
	for _, b := range sliderBoxes() {
		err = errors.Join(err, w.AddBox(physics.Part{Kind: physics.Rail, Index: b.part}, b.box))
	}
	for i := range fixedBoxes {
		_, e := w.AddStatic(fixedBoxes[i].box)
		err = errors.Join(err, e)
	}
	if err != nil {
		panic(fmt.Sprintf("scenes: the tabletop cannot be built: %v", err))
	}
	t.pristine = w.Save(nil)
	t.Clear()
	return t
}

// Clear restores the state that NewTabletop returned.
func (t *Tabletop) Clear() {
	if err := t.world.Load(t.pristine); err != nil {
		panic(err) // NewTabletop saved these bytes
	}
	t.control.reset(t.arm, Home)
	t.control.open = MaxOpening
	t.buttonDown, t.led, t.misleading = false, false, false
	t.noise, t.lookAlike = noise{}, 0
	t.Begin()
}

// Begin makes the present state the start of a rollout: Steps counts from it, and tasks measure success against it.
func (t *Tabletop) Begin() {
	t.steps, t.control.clips = 0, 0
	for i := range t.startBlock {
		t.startBlock[i] = t.world.BodyPose(i).P
	}
	for i := range t.startRail {
		t.startRail[i], _ = t.world.SliderState(i)
	}
	for i := range t.travels {
		t.travels[i].clear()
	}
}

// PlaceArm places the robot at coordinates q (seven joint angles in rad, opening of each finger in m), at rest, with
// the controller's target there. Coordinates outside the joint limits are an error.
func (t *Tabletop) PlaceArm(q [physics.DOF]float64) error {
	if err := t.world.PlaceArm(q); err != nil {
		return err
	}
	t.control.reset(t.arm, q)
	return nil
}

// PlaceBlock lays a block (Red, Blue, Pink) flat on the table or the shelf, with its centre at world (x, y) in metres
// and its long axis turned by yaw from the x axis (rad).
func (t *Tabletop) PlaceBlock(i int, x, y, yaw float64) error {
	at := physics.At(x, y, TableHeight+BlockHalf)
	at.R = physics.RotZ(yaw)
	if err := t.world.PlaceBody(i, at); err != nil {
		return err
	}
	t.placed(physics.Part{Kind: physics.FreeBody, Index: i})
	return nil
}

// PlaceSlider places a mechanism (Door, Drawer, Button, Switch) at position q (m), at rest. A position beyond its
// stops is an error, except for the button's lower one, which gives way.
func (t *Tabletop) PlaceSlider(i int, q float64) error {
	if err := t.world.PlaceSlider(i, q); err != nil {
		return err
	}
	t.placed(physics.Part{Kind: physics.Rail, Index: i})
	return nil
}

// Settle advances the physics by a number of control steps while the controller's target stays. They do not count as
// steps of a rollout.
func (t *Tabletop) Settle(steps int) {
	for range steps * Substeps {
		t.world.Step()
	}
}

// Step executes one relative action and advances the scene by one control step (1/30 s). An action with a
// component that is not finite is an error, and the state stays unchanged.
func (t *Tabletop) Step(a Action) error {
	if i := num.FirstNonFinite(a[:]); i >= 0 {
		return fmt.Errorf("scenes: component %d of the action %v is not finite", i, a)
	}
	t.control.relative(&a)
	t.advance(a[ActionGripper])
	return nil
}

// StepAbsolute executes one absolute action and advances the scene by one control step (1/30 s). The running target
// becomes the commanded pose, so that relative actions after it go on from there. In CALVIN they go on from the running
// target before it, which absolute actions leave alone (robot.py, apply_action); recordings have one kind alone. An
// action with a component that is not finite is an error, and the state stays unchanged.
func (t *Tabletop) StepAbsolute(a AbsoluteAction) error {
	if i := num.FirstNonFinite(a[:]); i >= 0 {
		return fmt.Errorf("scenes: component %d of the absolute action %v is not finite", i, a)
	}
	t.control.moveTo(vecAt(a[ActionTranslation:]), vecAt(a[ActionRotation:]))
	t.advance(a[ActionGripper])
	return nil
}

// advance moves the fingers and follows the controller's target for one control step.
func (t *Tabletop) advance(grip float32) {
	t.control.gripper(grip)
	q, _ := t.world.ArmState()
	t.control.solve(t.arm, &q)
	_ = t.world.SetTarget(&t.control.joints) // an error only of a state that is not finite, which goes on as it is
	for range Substeps {
		t.world.Step()
		t.attribute()
	}
	t.steps++
	t.toggle()
	t.measureTravels()
}

// toggle flips the LED when the button passes half its travel on the way down. Holding the button has no further
// effect.
func (t *Tabletop) toggle() {
	q, _ := t.world.SliderState(Button)
	down := q > ButtonTravel/2
	if down && !t.buttonDown {
		t.led = !t.led
	}
	t.buttonDown = down
}

// TCP returns the pose of the tool centre point, between the fingertips, in the world frame.
func (t *Tabletop) TCP() physics.Pose {
	q, _ := t.world.ArmState()
	return tcp(t.arm, &q)
}

// Target returns the running target pose of the tool centre point, to which relative actions are added.
func (t *Tabletop) Target() physics.Pose { return t.control.target }

// TargetEuler returns the fixed-axis Euler angles of the running target (rad), to which relative actions are added.
// They are not wrapped: an angle may be beyond ±π.
func (t *Tabletop) TargetEuler() physics.Vec { return t.control.euler }

// ClippedTargets returns the number of actions since Begin that put the running target more than MaxReach from the
// base: it was moved back to that distance.
func (t *Tabletop) ClippedTargets() int { return t.control.clips }

// Block returns the pose of a block (Red, Blue, Pink) in the world frame.
func (t *Tabletop) Block(i int) physics.Pose { return t.world.BodyPose(i) }

// Slider returns the position of a mechanism (Door, Drawer, Button, Switch) on its rail (m).
func (t *Tabletop) Slider(i int) float64 {
	q, _ := t.world.SliderState(i)
	return q
}

// Bulb reports whether the bulb is lit: whether the switch is past half its travel.
func (t *Tabletop) Bulb() bool { return t.Slider(Switch) > SwitchTravel/2 }

// SetLED switches the LED on or off.
func (t *Tabletop) SetLED(on bool) { t.led = on }

// LED reports whether the LED is lit.
func (t *Tabletop) LED() bool { return t.led }

// Steps returns the number of control steps since Begin.
func (t *Tabletop) Steps() int { return t.steps }

// Observe writes Robot, Scene and LookAlike of an observation, with the errors that the task's knob Noise gives them.
// Observing again in the same state writes the same. It leaves the pictures unchanged: renderers make those.
func (t *Tabletop) Observe(o *Observation) {
	q, _ := t.world.ArmState()
	o.Robot[RobotGrip] = t.control.grip
	o.LookAlike = float32(t.lookAlike)
	o.Scene[SceneBulb], o.Scene[SceneLED] = flag(t.Bulb()), flag(t.led)
	if t.Inexact() {
		t.measure(o, q)
		return
	}
	o.putArm(t.arm, &q)
	for i := range sliderCount {
		o.Scene[SceneSliders+i] = float32(t.Slider(i))
	}
	for i := range blockCount {
		pose := t.Block(i)
		o.putBlock(i, &pose)
	}
}

// putArm writes joints, width of the gripper and pose of the tool centre point for the arm's coordinates q.
func (o *Observation) putArm(arm *physics.Arm, q *[physics.DOF]float64) {
	at := tcp(arm, q)
	putVec(o.Robot[RobotTCP:], at.P)
	putVec(o.Robot[RobotEuler:], at.R.Euler())
	o.Robot[RobotWidth] = float32(2 * q[physics.Fingers])
	for i := range physics.Joints {
		o.Robot[RobotJoints+i] = float32(q[i])
	}
}

// putBlock writes the pose of a block (Red, Blue, Pink).
func (o *Observation) putBlock(i int, pose *physics.Pose) {
	block := o.Scene[BlockIndex(i):]
	putVec(block[BlockPosition:], pose.P)
	putVec(block[BlockEuler:], pose.R.Euler())
}

// putVec writes a vector to the first three numbers of dst.
func putVec(dst []float32, v physics.Vec) {
	dst[0], dst[1], dst[2] = float32(v.X), float32(v.Y), float32(v.Z)
}

// vecAt reads a vector from the first three numbers of src.
func vecAt(src []float32) physics.Vec {
	return physics.Vec{X: float64(src[0]), Y: float64(src[1]), Z: float64(src[2])}
}

// flag returns 1 for true, else 0.
func flag(on bool) float32 {
	if on {
		return 1
	}
	return 0
}

// held reports whether the robot touches block i and nothing else does: CALVIN's condition for a lifted block.
func (t *Tabletop) held(i int) bool {
	robot, other := false, false
	block := physics.Part{Kind: physics.FreeBody, Index: i}
	for c := range t.world.Contacts {
		touching := c.A
		if c.A == block {
			touching = c.B
		} else if c.B != block {
			continue
		}
		robot = robot || touching.Kind == physics.ArmPart
		other = other || touching.Kind != physics.ArmPart
	}
	return robot && !other
}
