package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// This file holds what the initial states of several tasks have in common.

const (
	// settleSteps is how long everything comes to rest before a task begins (control steps).
	settleSteps = 10
	// minBlockDistance is the smallest distance between the centres of two blocks in placeBlocksApart (m). The half
	// diagonals of the two longest blocks add up to 0.079 m, so no two blocks overlap, however they are turned.
	minBlockDistance = 0.085
)

// region is a rectangle for the centre of a block on the table or the shelf (world x and y, m).
type region struct{ x0, x1, y0, y1 float64 }

// sample draws a point of the region uniformly.
func (g region) sample(r *rand.Rand) (x, y float64) {
	return uniform(r, g.x0, g.x1), uniform(r, g.y0, g.y1)
}

// uniform draws from [lo, hi).
func uniform(r *rand.Rand, lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }

// The rectangles for the centres of blocks: CALVIN's surfaces in scene D (conf/scene/calvin_scene_D.yaml), of which the
// two of the shelf are drawn in by 1 cm on every side and that of the table by 2 cm at the cabinet.
var (
	tableRegion  = region{0.00, 0.35, -0.15, -0.05}                                 // clear of the button
	shelfRegions = [2]region{{-0.31, -0.17, 0.06, 0.11}, {-0.04, 0.12, 0.06, 0.11}} // left, right
)

// clearFor calls Clear for the reset of a task with n behaviours. It returns an error if behaviour is not one of them.
func (t *Tabletop) clearFor(task string, behaviour, n int) error {
	if behaviour < 0 || behaviour >= n {
		return fmt.Errorf("scenes: %s has behaviours 0 to %d, not %d", task, n-1, behaviour)
	}
	t.Clear()
	return nil
}

// settleNearHome places the robot near its home pose, lets everything come to rest and calls Begin: the last step of
// every reset. Each joint is up to jitter (rad) from its home angle, either way.
func (t *Tabletop) settleNearHome(r *rand.Rand, jitter float64) error {
	q := Home
	for i := range physics.Joints {
		q[i] += uniform(r, -jitter, jitter)
	}
	q[physics.Fingers] = t.control.open
	if err := t.PlaceArm(q); err != nil {
		return err
	}
	t.Settle(settleSteps)
	t.Begin()
	return nil
}

// placeOthers places the blue and the pink block: the first n of them, in random order, on the table, the rest on the
// shelf, one in each of its regions. Points on the table are uniform by rejection sampling: all are drawn again until
// each is at least clear (m) from the red block and from the other.
func (t *Tabletop) placeOthers(r *rand.Rand, n int, clear float64) error {
	others := [2]int{Blue, Pink}
	if r.IntN(2) == 1 {
		others = [2]int{Pink, Blue}
	}
	red := t.Block(Red).P
	var at [2]physics.Vec
	for {
		apart := true
		for i := range at {
			region := shelfRegions[i]
			if i < n {
				region = tableRegion
			}
			at[i] = physics.Vec{Z: red.Z}
			at[i].X, at[i].Y = region.sample(r)
			apart = apart && at[i].Sub(red).Norm() >= clear
		}
		if apart && (n < 2 || at[0].Sub(at[1]).Norm() >= clear) {
			break
		}
	}
	for i, block := range others {
		if err := t.PlaceBlock(block, at[i].X, at[i].Y, uniform(r, -math.Pi, math.Pi)); err != nil {
			return err
		}
	}
	return nil
}

// placeBlocksApart places each block in a random region with a random yaw, by rejection sampling until no two centres
// are closer than minBlockDistance.
func (t *Tabletop) placeBlocksApart(r *rand.Rand) error {
	regions := [3]region{tableRegion, shelfRegions[0], shelfRegions[1]}
	for {
		var at [blockCount]physics.Vec
		for i := range at {
			at[i].X, at[i].Y = regions[r.IntN(len(regions))].sample(r)
		}
		tooClose := func(i, j int) bool { return at[i].Sub(at[j]).Norm() < minBlockDistance }
		if tooClose(0, 1) || tooClose(0, 2) || tooClose(1, 2) {
			continue
		}
		for i, p := range at {
			if err := t.PlaceBlock(i, p.X, p.Y, uniform(r, -math.Pi, math.Pi)); err != nil {
				return err
			}
		}
		return nil
	}
}
