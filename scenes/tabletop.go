package scenes

import (
	"errors"
	"fmt"
	"math"

	"counterpoise/physics"
)

// Tabletop is the scene in motion: the robot, the mechanisms and the blocks. It is a value that its owner alone uses; any
// number run side by side.
type Tabletop struct {
	world    *physics.World
	arm      *physics.Arm
	control  controller
	pristine []byte // the world as built

	buttonDown bool // past half travel at the last control step
	led        bool
	steps      int                     // control steps since Reset
	startBlock [blockCount]physics.Vec // block positions when the task began
	startRail  [sliderCount]float64    // slider positions when the task began
	travel     [sliderCount]float64    // the farthest that each slider has been from there
}

// NewTabletop builds the scene: robot at home, all mechanisms at zero, the blocks in a row on the shelf.
// It fails only if the scene's own numbers are wrong, which a test excludes; so it panics then.
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
		panic(fmt.Sprintf("scenes: the tabletop can't be built: %v", err))
	}
	t.pristine = w.Save(nil)
	t.Clear()
	return t
}

// Clear puts everything back to where NewTabletop had it.
func (t *Tabletop) Clear() {
	if err := t.world.Load(t.pristine); err != nil {
		panic(err) // the bytes are our own
	}
	t.control.reset(t.arm, Home)
	t.buttonDown, t.led = false, false
	t.Begin()
}

// Begin makes the present state the one that success is measured from.
func (t *Tabletop) Begin() {
	t.steps = 0
	for i := range t.startBlock {
		t.startBlock[i] = t.world.BodyPose(i).P
	}
	for i := range t.startRail {
		t.startRail[i], _ = t.world.SliderState(i)
		t.travel[i] = 0
	}
}

// PlaceArm puts the robot at coordinates q (seven joints in rad, finger opening in m), at rest.
func (t *Tabletop) PlaceArm(q [physics.DOF]float64) error {
	if err := t.world.PlaceArm(q); err != nil {
		return err
	}
	t.control.reset(t.arm, q)
	return nil
}

// PlaceBlock puts a block (Red, Blue, Pink) flat at (x, y) on the table or shelf, turned by yaw (rad).
func (t *Tabletop) PlaceBlock(i int, x, y, yaw float64) error {
	return t.world.PlaceBody(i, physics.Pose{P: physics.Vec{X: x, Y: y, Z: TableHeight + BlockHalf}, R: physics.RotZ(yaw)})
}

// PlaceSlider puts a mechanism (Door, Drawer, Button, Switch) at position q (m).
func (t *Tabletop) PlaceSlider(i int, q float64) error { return t.world.PlaceSlider(i, q) }

// Settle lets the physics run for some control steps without a command.
func (t *Tabletop) Settle(steps int) {
	for range steps * Substeps {
		t.world.Step()
	}
}

// Step takes one relative action and advances the scene by one control step (1/30 s).
func (t *Tabletop) Step(a Action) error {
	for i, x := range a {
		if x != x {
			return fmt.Errorf("scenes: component %d of the action %v is NaN", i, a)
		}
	}
	t.control.relative(&a, t.TCP())
	t.advance(a[ActionGripper])
	return nil
}

// StepTo is Step with an absolute action: the tool centre point is to go to a pose; grip < 0 closes the fingers.
func (t *Tabletop) StepTo(target physics.Pose, grip float32) error {
	if !target.P.IsFinite() || !target.R.X.IsFinite() || !target.R.Y.IsFinite() || !target.R.Z.IsFinite() || grip != grip {
		return fmt.Errorf("scenes: the absolute action %v, gripper %v, is not finite", target, grip)
	}
	t.control.moveTo(target, t.TCP())
	t.advance(grip)
	return nil
}

func (t *Tabletop) advance(grip float32) {
	t.control.gripper(grip)
	q, _ := t.world.ArmState()
	t.control.solve(t.arm, &q)
	t.world.SetTarget(&t.control.joints)
	for range Substeps {
		t.world.Step()
	}
	t.steps++
	t.toggle()
	for i := range t.travel {
		t.travel[i] = math.Max(t.travel[i], math.Abs(t.Slider(i)-t.startRail[i]))
	}
}

// toggle flips the LED when the button passes half its travel. It is an edge: holding the button does nothing more.
func (t *Tabletop) toggle() {
	q, _ := t.world.SliderState(Button)
	down := q > ButtonTravel/2
	if down && !t.buttonDown {
		t.led = !t.led
	}
	t.buttonDown = down
}

// TCP is where the tool centre point is.
func (t *Tabletop) TCP() physics.Pose {
	q, _ := t.world.ArmState()
	return tcp(t.arm, &q)
}

// Target is where the tool centre point is being sent: the running target that relative actions add to.
func (t *Tabletop) Target() physics.Pose { return t.control.target }

// Block is where a block is.
func (t *Tabletop) Block(i int) physics.Pose { return t.world.BodyPose(i) }

// Slider is the position of a mechanism (m).
func (t *Tabletop) Slider(i int) float64 {
	q, _ := t.world.SliderState(i)
	return q
}

// Bulb says whether the bulb is lit: the switch is past half its travel.
func (t *Tabletop) Bulb() bool { return t.Slider(Switch) > SwitchTravel/2 }

// SetLED switches the LED.
func (t *Tabletop) SetLED(on bool) { t.led = on }

// LED says whether the LED is lit.
func (t *Tabletop) LED() bool { return t.led }

// Steps counts the control steps since the task began.
func (t *Tabletop) Steps() int { return t.steps }

// Observe fills the vectors of an observation. The pictures are the renderers' part and stay as they are.
func (t *Tabletop) Observe(o *Observation) {
	q, _ := t.world.ArmState()
	at := tcp(t.arm, &q)
	putVec(o.Robot[RobotTCP:], at.P)
	putVec(o.Robot[RobotEuler:], at.R.Euler())
	o.Robot[RobotWidth] = float32(2 * q[physics.Fingers])
	for i := range physics.Joints {
		o.Robot[RobotJoints+i] = float32(q[i])
	}
	o.Robot[RobotGrip] = t.control.grip
	for i := range sliderCount {
		o.Scene[SceneSliders+i] = float32(t.Slider(i))
	}
	o.Scene[SceneBulb], o.Scene[SceneLED] = lamp(t.Bulb()), lamp(t.led)
	for i := range blockCount {
		block, pose := o.Scene[BlockIndex(i):], t.Block(i)
		putVec(block[BlockPosition:], pose.P)
		putVec(block[BlockEuler:], pose.R.Euler())
	}
}

// putVec writes a vector to the first three numbers of dst.
func putVec(dst []float32, v physics.Vec) {
	dst[0], dst[1], dst[2] = float32(v.X), float32(v.Y), float32(v.Z)
}

// vecAt reads a vector from the first three numbers of src.
func vecAt(src []float32) physics.Vec {
	return physics.Vec{X: float64(src[0]), Y: float64(src[1]), Z: float64(src[2])}
}

func lamp(on bool) float32 {
	if on {
		return 1
	}
	return 0
}

// held says whether the robot touches block i and nothing else does: CALVIN's test of a lifted block.
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
