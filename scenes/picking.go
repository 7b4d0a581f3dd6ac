package scenes

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Tasks.Add("picking", picking{}) }

// picking: lift the red block. Behaviours are named after the third of the work surface that it starts in
// (the study's "left", "middle", "right"; CALVIN has no such regions, so they are stated here).
type picking struct{}

// pickingRegions are thirds of scene D's spawn strip (x 0..0.35), 25 mm apart, so that a block is clearly in one of
// them. They reach from the table's front to where the hand still clears the door's handle (behind the left region) and
// the switch (behind the right one) when it comes down from above.
var pickingRegions = []struct {
	name string
	region
}{
	{"left", region{0.000, 0.100, -0.150, -0.090}},
	{"middle", region{0.125, 0.225, -0.150, -0.090}},
	{"right", region{0.250, 0.350, -0.150, -0.090}},
}

const (
	// liftHeight is how far a block must rise to count as lifted (m): CALVIN's lift_red_block_table.
	liftHeight = 0.05
	// pickYaw is how far the red block is turned from "long side away from the robot" at most, either way (rad):
	// CALVIN's evaluation draws from the same range.
	pickYaw = math.Pi / 8
	// pickingHorizon is CALVIN's limit for a task (control steps, 12 s).
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

// Reset puts the red block somewhere in the region of the behaviour, the other two on the shelf in either order, and
// the robot near home.
func (picking) Reset(t *Tabletop, behaviour int, r *rand.Rand) error {
	if err := t.clearFor("picking", behaviour, len(pickingRegions)); err != nil {
		return err
	}
	x, y := pickingRegions[behaviour].draw(r)
	if err := t.PlaceBlock(Red, x, y, math.Pi/2+uniform(r, -pickYaw, pickYaw)); err != nil {
		return err
	}
	if err := t.shelve(r, Blue, Pink); err != nil {
		return err
	}
	return t.start(r)
}

// Success is CALVIN's oracle: the block has risen by more than liftHeight and nothing but the robot touches it.
func (picking) Success(t *Tabletop) bool {
	return t.Block(Red).P.Z-t.startBlock[Red].Z > liftHeight && t.held(Red)
}

// Goal is the red block, until it has risen far enough.
func (picking) Goal(t *Tabletop) Goal {
	at := t.Block(Red).P
	return Goal{
		Part: physics.Part{Kind: physics.FreeBody, Index: Red}, At: at,
		Missing: max(0, liftHeight-(at.Z-t.startBlock[Red].Z)),
	}
}
