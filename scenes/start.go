package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// What the initial states of the tasks have in common.

const (
	// startJitter is how far each joint starts from home at most, either way (rad): the tool starts some centimetres from
	// where it did last time. Part of the calibrated difficulty.
	startJitter = 0.1
	// settleSteps is how long things may come to rest before a task begins (control steps).
	settleSteps = 10
	// apart (m) is how far the middles of two strewn blocks are from each other at least: two long blocks end to end.
	apart = 0.085
)

// region is a rectangle on the table or shelf (m) for the centre of a block.
type region struct{ x0, x1, y0, y1 float64 }

func (g region) draw(r *rand.Rand) (x, y float64) {
	return uniform(r, g.x0, g.x1), uniform(r, g.y0, g.y1)
}

// uniform draws from [lo, hi).
func uniform(r *rand.Rand, lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }

// CALVIN's surfaces for blocks in scene D: the table (keeping clear of the button), and the shelf left and right.
var (
	tablePlace  = region{0.00, 0.35, -0.15, -0.05}
	shelfPlaces = [2]region{{-0.31, -0.17, 0.06, 0.11}, {-0.04, 0.12, 0.06, 0.11}}
)

// clearFor puts everything back for a task with n behaviours, of which behaviour must be one.
func (t *Tabletop) clearFor(task string, behaviour, n int) error {
	if behaviour < 0 || behaviour >= n {
		return fmt.Errorf("scenes: %s has behaviours 0 to %d, not %d", task, n-1, behaviour)
	}
	t.Clear()
	return nil
}

// start puts the robot near home, lets everything come to rest and begins the task.
func (t *Tabletop) start(r *rand.Rand) error {
	q := Home
	for i := range physics.Joints {
		q[i] += uniform(r, -startJitter, startJitter)
	}
	if err := t.PlaceArm(q); err != nil {
		return err
	}
	t.Settle(settleSteps)
	t.Begin()
	return nil
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

// strew puts each block on one of the surfaces, anyhow turned, until none is near another.
func (t *Tabletop) strew(r *rand.Rand) error {
	places := [3]region{tablePlace, shelfPlaces[0], shelfPlaces[1]}
	for {
		var at [blockCount]physics.Vec
		for i := range at {
			at[i].X, at[i].Y = places[r.IntN(len(places))].draw(r)
		}
		if at[0].Sub(at[1]).Norm() < apart || at[0].Sub(at[2]).Norm() < apart || at[1].Sub(at[2]).Norm() < apart {
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
