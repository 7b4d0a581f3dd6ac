package scenes

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Tasks.Add("picking", picking{}) }

// picking is the task of lifting the red block. Its behaviours are named after the third of the work surface in which
// the block starts: the study's "left", "middle" and "right". CALVIN has no such regions; they are defined here.
type picking struct{}

// pickingRegions are the regions of the block's centre, one for each behaviour: thirds of scene D's spawn strip
// (x from 0 to 0.35 m), 25 mm apart, so that no start is ambiguous. In y they reach from the front edge of the table to
// where the hand, coming down from above, still clears the door's handle (behind the left region) and the switch
// (behind the right region).
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
	// pickYaw bounds how far the block's long side is turned away from the y axis (rad), either way: the range from
	// which CALVIN's evaluation draws.
	pickYaw = math.Pi / 8
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

// Reset places the red block uniformly in the region of the behaviour, the other two blocks on the shelf in random
// order, and the robot near its home pose.
func (picking) Reset(t *Tabletop, behaviour int, r *rand.Rand) error {
	if err := t.clearFor("picking", behaviour, len(pickingRegions)); err != nil {
		return err
	}
	x, y := pickingRegions[behaviour].sample(r)
	if err := t.PlaceBlock(Red, x, y, math.Pi/2+uniform(r, -pickYaw, pickYaw)); err != nil {
		return err
	}
	if err := t.placeOnShelf(r, Blue, Pink); err != nil {
		return err
	}
	return t.settleNearHome(r)
}

// GraspPoint is the centre of the red block, whatever the behaviour.
func (picking) GraspPoint(t *Tabletop, _ int) GraspPoint {
	return GraspPoint{Part: physics.Part{Kind: physics.FreeBody, Index: Red}, At: t.Block(Red).P}
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
