package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Tasks.Add("picking", picking{}) }

// picking: lift the red block. Behaviours are named after the third of the work surface that it starts in
// (the study's "left", "middle", "right"; CALVIN has no such regions, so they are stated here).
type picking struct{}

// region is a rectangle on the table (m) for the centre of a block.
type region struct{ x0, x1, y0, y1 float64 }

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

// shelfPlaces are where the distractors start: CALVIN's spawn areas on the shelf.
var shelfPlaces = [2]region{{-0.31, -0.17, 0.06, 0.11}, {-0.04, 0.12, 0.06, 0.11}}

const (
	// liftHeight is how far a block must rise to count as lifted (m): CALVIN's lift_red_block_table.
	liftHeight = 0.05
	// pickYaw is how far the red block is turned from "long side away from the robot" at most, either way (rad):
	// CALVIN's evaluation draws from the same range.
	pickYaw = math.Pi / 8
	// startJitter is how far each joint starts from home at most, either way (rad).
	startJitter = 0.1
	// pickingHorizon is CALVIN's limit for a task (control steps, 12 s).
	pickingHorizon = 360
	// settleSteps is how long things may come to rest before a task begins (control steps).
	settleSteps = 10
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
	if behaviour < 0 || behaviour >= len(pickingRegions) {
		return fmt.Errorf("scenes: picking has behaviours 0 to %d, not %d", len(pickingRegions)-1, behaviour)
	}
	t.Clear()
	x, y := pickingRegions[behaviour].draw(r)
	if err := t.PlaceBlock(Red, x, y, math.Pi/2+uniform(r, -pickYaw, pickYaw)); err != nil {
		return err
	}
	if err := t.shelve(r, Blue, Pink); err != nil {
		return err
	}
	if err := t.startArm(r); err != nil {
		return err
	}
	t.Settle(settleSteps)
	t.Begin()
	return nil
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

// shelve puts two blocks on the shelf, one on each place, in random order.
func (t *Tabletop) shelve(r *rand.Rand, a, b int) error {
	if r.IntN(2) == 1 {
		a, b = b, a
	}
	for i, block := range [2]int{a, b} {
		x, y := shelfPlaces[i].draw(r)
		if err := t.PlaceBlock(block, x, y, uniform(r, -math.Pi, math.Pi)); err != nil {
			return err
		}
	}
	return nil
}

// startArm puts the robot near home.
func (t *Tabletop) startArm(r *rand.Rand) error {
	q := Home
	for i := range physics.Joints {
		q[i] += uniform(r, -startJitter, startJitter)
	}
	return t.PlaceArm(q)
}

func (g region) draw(r *rand.Rand) (x, y float64) {
	return uniform(r, g.x0, g.x1), uniform(r, g.y0, g.y1)
}

// uniform draws from [lo, hi).
func uniform(r *rand.Rand, lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }
