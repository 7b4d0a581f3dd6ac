package scenes

import (
	"errors"
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Tasks.Add("picking", picking{Yaw: 75, Opening: 2000 * MaxOpening, Start: 0.1, Speed: 1}) }

// picking is the task of lifting the red block. Its behaviours are named after the third of the work surface in which
// the block starts: the study's "left", "middle" and "right". CALVIN has no such regions; they are defined here.
//
// Its fields are its knobs. A wide Yaw or Start makes demonstrations short of variety: between two of them lie states
// that none shows. A narrow Opening makes the task short of precision: the block is 40 mm wide, so at 50 mm the open
// hand must come down within 5 mm of its middle. Noise makes it short of precision too: the policy is told the places
// of block and hand inexactly. Clutter and LookAlike make the picture ambiguous: with both at their greatest, three
// blocks of one colour lie on the table, and only the one that is 56 mm long, not 40 or 80, is to be lifted. A slow
// hand (Speed) shows more frames of the same motion, between which less changes. The default Opening is CALVIN's.
// CALVIN's evaluation turns its blocks by at most 22.5 degrees; the default Yaw was calibrated on balanced data
// (bench/calibration.go).
type picking struct {
	Yaw       float64 `range:"[0, 90]" help:"greatest turn of the block from lying along y, either way (degrees)"`
	Opening   float64 `range:"[48, 80]" help:"width of the open gripper (mm); the block is 40 mm wide"`
	Start     float64 `range:"[0, 0.2]" help:"greatest distance of each joint from its home angle at the start (rad)"`
	Clutter   int     `range:"[0, 2]" help:"other blocks that lie on the table too"`
	LookAlike float64 `range:"[0, 1]" help:"likeness of the other blocks' colours to red; at 1 lengths alone differ"`
	Speed     float64 `range:"[0.5, 1]" help:"pace of the demonstrator's hand, as a share of its usual one"`
	Noise     float64 `range:"[0, 10]" help:"standard deviation of observation errors (mm; joints 0.11 degrees a mm)"`
}

// pickingRegions are the regions of the block's centre, one for each behaviour: thirds of scene D's spawn strip
// (x from 0 to 0.35 m), 25 mm apart, so that no start is ambiguous. In y they reach from the front edge of the table to
// where the hand, coming down from above, still clears the cabinet however the block is turned.
var pickingRegions = []struct {
	name string
	region
}{
	{"left", region{0.000, 0.100, -0.150, -0.090}},
	{"middle", region{0.125, 0.225, -0.150, -0.090}},
	{"right", region{0.250, 0.350, -0.150, -0.090}},
}

const (
	// liftHeight is how far the block must rise (m): the threshold of CALVIN's lift_red_block_table.
	liftHeight = 0.05
	// clutterDistance is the smallest distance of the other blocks' centres from the red block's on the table (m): the
	// outer face of an open finger is 0.065 m from the middle of the hand, and the longest block has a half diagonal of
	// 0.045 m, so that no block stands where a finger comes down.
	clutterDistance = 0.115
	// pickingHorizon is CALVIN's limit for one task (control steps; 12 s).
	pickingHorizon = 360
)

func (picking) Behaviours() []string {
	names := make([]string, len(pickingRegions))
	for i := range pickingRegions {
		names[i] = pickingRegions[i].name
	}
	return names
}

func (picking) Horizon() int { return pickingHorizon }

// Reset places the red block uniformly in the region of the behaviour, the other two blocks on the table or the shelf,
// and the robot near its home pose.
//
// The door stands open to the left and the switch is up, so that no region is harder for its furniture. With the door
// shut and the switch down, the door's handle is behind the left region and the switch behind the right one, and the
// hand touches them where the block is turned by more than 60 degrees. TestNoRegionIsHarder counts what it touches.
func (p picking) Reset(t *Tabletop, behaviour int, r *rand.Rand) error {
	if err := t.clearFor("picking", behaviour, len(pickingRegions)); err != nil {
		return err
	}
	if err := errors.Join(t.PlaceSlider(Door, DoorTravel), t.PlaceSlider(Switch, SwitchTravel)); err != nil {
		return err
	}
	p.Equip(t)
	x, y, turn := p.place(behaviour, r)
	if err := t.PlaceBlock(Red, x, y, math.Pi/2+turn); err != nil {
		return err
	}
	if err := t.placeOthers(r, p.Clutter, clutterDistance); err != nil {
		return err
	}
	if err := t.settleNearHome(r, p.Start); err != nil {
		return err
	}
	t.observeInexactly(p.Noise)
	return nil
}

// place draws where the red block lies and by how much it is turned from lying along y. They are the first numbers that
// Reset draws.
func (p picking) place(behaviour int, r *rand.Rand) (x, y, turn float64) {
	x, y = pickingRegions[behaviour].sample(r)
	yaw := p.Yaw * math.Pi / 180
	return x, y, uniform(r, -yaw, yaw)
}

// StartTurn is the turn of the red block, within the knob Yaw.
func (p picking) StartTurn(behaviour int, r *rand.Rand) float64 {
	_, _, turn := p.place(behaviour, r)
	return turn
}

// Equip sets the opening of the gripper and the colours of the other blocks.
func (p picking) Equip(t *Tabletop) {
	t.control.open, t.lookAlike = p.Opening/2000, p.LookAlike
}

// Likeness is the knob LookAlike.
func (p picking) Likeness() float64 { return p.LookAlike }

// GraspPoint is the centre of the red block, whatever the behaviour.
func (p picking) GraspPoint(t *Tabletop, _ int) GraspPoint {
	return GraspPoint{
		Part: physics.Part{Kind: physics.FreeBody, Index: Red}, At: t.Block(Red).P, Room: p.Opening/2000 - BlockHalf,
		Speed: p.Speed,
	}
}

// Goal is that the red block rises by liftHeight.
func (p picking) Goal(t *Tabletop) Goal {
	return Goal{
		GraspPoint: p.GraspPoint(t, 0),
		Distance:   liftHeight,
		Missing:    max(0, liftHeight-(t.Block(Red).P.Z-t.startBlock[Red].Z)),
	}
}

// Outcome judges by CALVIN's oracle for a lift: the block has risen by more than liftHeight and touches nothing but the
// robot. No state shows another behaviour than the requested one, since all of them lift one block.
func (p picking) Outcome(t *Tabletop) Outcome {
	return t.judge(t.Block(Red).P.Z-t.startBlock[Red].Z > liftHeight && t.held(Red), p.GraspPoint(t, 0).Part)
}

// OutcomeOf is Outcome, whatever the behaviour: the regions differ in the start alone.
func (p picking) OutcomeOf(t *Tabletop, _ int) Outcome { return p.Outcome(t) }
