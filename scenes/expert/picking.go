package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
	"counterpoise/scenes"
)

func init() { Skills.Add("picking", pick) }

// What varies from one pick to the next. Lengths in metres.
const (
	slowest = 0.6 // share of the greatest speed; the fastest is 1

	viaSpread   = 0.04 // how far the point above the block is off to the side, at most, on each axis
	viaLow      = 0.10 // and how high over the table it is
	viaHigh     = 0.16
	graspError  = 0.003             // how far off the middle the block is gripped, at most, on each axis
	graspTwist  = 5 * math.Pi / 180 // how far from square, at most (rad)
	graspDepth  = 0.02              // how high the tool centre point grips over the table
	hover       = 0.05              // over the grip, before the last stretch down
	liftBy      = 0.13              // how high it lifts
	tableMiddle = 0.175             // x in the middle of the work surface that blocks start on
	frontRoom   = 0.055             // how far to the front the fingers clear a block
	fingerRoom  = 0.09              // how far to the side the open hand clears a block or a handle
	closeSteps  = 8                 // control steps that the fingers get to close
)

// pick goes over the block, down, grips across its narrow side and lifts.
func pick(t *scenes.Tabletop, _ int, r *rand.Rand) *route {
	block := t.Block(scenes.Red)
	yaw := gripYaw(&block, t) + uniform(r, -graspTwist, graspTwist)
	over := physics.FromEuler(physics.Vec{X: math.Pi, Z: yaw})
	grip := block.P.Add(physics.Vec{X: uniform(r, -graspError, graspError), Y: uniform(r, -graspError, graspError)})
	grip.Z = scenes.TableHeight + graspDepth
	via := grip.Add(physics.Vec{
		X: uniform(r, -viaSpread, viaSpread), Y: uniform(r, -viaSpread, viaSpread),
		Z: uniform(r, viaLow, viaHigh) - graspDepth,
	})
	high := grip.Add(physics.Vec{Z: hover})
	up := grip.Add(physics.Vec{Z: liftBy})
	speed := uniform(r, slowest, 1)
	leg := func(phase string, p physics.Vec, claw float32, near float64, wait int) waypoint {
		return waypoint{phase, physics.Pose{P: p, R: over}, claw, speed, near, 0.1, wait, 90}
	}
	return &route{beside: pickBeside(&block), goal: 3, legs: []waypoint{
		leg("approach", via, 1, 0.03, 0),
		leg("align", high, 1, 0.012, 0),
		leg("descend", grip, 1, 0.004, 0),
		{"grasp", physics.Pose{P: grip, R: over}, -1, speed, math.Inf(1), math.Inf(1), closeSteps, closeSteps + 1},
		leg("lift", up, -1, 0.015, 0),
	}}
}

// pickBeside are two ways to miss the block without touching anything: nearer to the robot, so that the fingers close in
// front of it, or towards the middle of the table.
func pickBeside(block *physics.Pose) [2]physics.Vec {
	middle := physics.Vec{X: fingerRoom}
	if block.P.X > tableMiddle {
		middle.X = -fingerRoom
	}
	return [2]physics.Vec{{Y: -frontRoom}, middle}
}

// gripYaw is the turn of the hand (rad) whose fingers close across the block's narrow side, of the two possible the one
// nearer to how the hand is turned now. A hand that points down with yaw ψ opens along (cos(ψ-π/2), sin(ψ-π/2)).
func gripYaw(block *physics.Pose, t *scenes.Tabletop) float64 {
	long := block.R.Euler().Z // direction of the long side
	now := t.TCP().R
	yaw := now.Euler().Z
	return yaw + math.Remainder(long-yaw, math.Pi)
}
