package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

func init() { Skills.Add("picking", pick) }

// What varies from one pick to the next, and the heights of the motion.
const (
	slowest = 0.6 // lowest speed as a share of the greatest; the highest is 1

	viaSpread   = 0.04              // greatest offset of the point above the block, on each axis (m)
	viaLow      = 0.10              // lowest height of that point over the table (m)
	viaHigh     = 0.16              // highest height of that point over the table (m)
	graspError  = 0.003             // greatest distance of the grip from the block's centre, on each axis (m)
	graspNear   = 0.004             // distance from the grip at which the hand has arrived (m)
	graspShare  = 0.25              // both are at most this share of the room between finger and part
	alignNear   = 0.012             // distance from the point before the last stretch at which the hand has arrived (m)
	alignShare  = 0.65              // it is at most this share of the room between finger and part
	wideRoom    = 0.012             // below this room the hand comes to the part more slowly, in proportion to it (m)
	graspTwist  = 5 * math.Pi / 180 // greatest turn of the hand away from square to the object (rad)
	graspDepth  = 0.02              // height of the tool centre point over the table while it grips (m)
	hover       = 0.05              // height over the grip before the last stretch down (m)
	liftBy      = 0.13              // how high it lifts (m): 8 cm beyond the threshold of success
	tableMiddle = 0.175             // x of the middle of the work surface on which blocks start (m)
	frontRoom   = 0.055             // offset to the front at which the fingers miss a block (m)
	fingerRoom  = 0.09              // offset to the side at which the open hand misses a block or a handle (m)
	closeSteps  = 8                 // control steps for closing the fingers
	tableWide   = 2 * tableMiddle   // greatest x of a block at the start (m); the least is 0
	emptyRoom   = 0.1               // least distance of a wrong place from the block along x (m), beyond fingerRoom
)

// pick plans to move over the block, down, to grip it across its narrow side, and to lift it.
func pick(t *scenes.Tabletop, grasp scenes.GraspPoint, r *rand.Rand) *route {
	block := t.Block(grasp.Part.Index)
	yaw := gripYaw(&block) + uniform(r, -graspTwist, graspTwist)
	hand := physics.FromEuler(physics.Vec{X: math.Pi, Z: yaw})
	off := min(graspError, float64(graspShare*grasp.Room))
	grip := block.P.Add(physics.Vec{X: uniform(r, -off, off), Y: uniform(r, -off, off)})
	grip.Z = scenes.TableHeight + graspDepth
	via := grip.Add(physics.Vec{
		X: uniform(r, -viaSpread, viaSpread), Y: uniform(r, -viaSpread, viaSpread),
		Z: uniform(r, viaLow, viaHigh) - graspDepth,
	})
	high := grip.Add(physics.Vec{Z: hover})
	up := grip.Add(physics.Vec{Z: liftBy})
	pace := paceOf(grasp)
	speed := float64(pace * uniform(r, slowest, 1))
	careful := min(1, grasp.Room/wideRoom)
	move := func(phase string, p physics.Vec, gripper float32, share, near float64) waypoint {
		at := physics.Pose{P: p, R: hand}
		return waypoint{phase, at, gripper, float64(speed * share), near, 0.1, 0, patience(90, pace)}
	}
	plan := &route{
		misses: missesOf(&block), beside: besideBlock(grip, yaw), away: sideways, exact: careful < 1, grasp: 3,
		pace:  pace,
		other: func(r *rand.Rand) *route { return pick(t, grasp, r).shifted(elsewhere(block.P.X, r)) },
	}
	plan.waypoints = []waypoint{
		move("approach", via, 1, 1, 0.03),
		move("align", high, 1, careful, min(alignNear, float64(alignShare*grasp.Room))),
		move("descend", grip, 1, careful, min(graspNear, float64(graspShare*grasp.Room))),
		{"grasp", physics.Pose{P: grip, R: hand}, -1, speed, math.Inf(1), math.Inf(1), closeSteps, closeSteps + 1},
		move("lift", up, -1, 1, 0.015),
	}
	return plan
}

// sideways draws a horizontal direction.
func sideways(r *rand.Rand) physics.Vec {
	s, c := num.Sincos(uniform(r, -math.Pi, math.Pi))
	return physics.Vec{X: c, Y: s}
}

// elsewhere draws the offset to a place at which the table is empty (m): along x, in which the block lies at x, within
// the work surface on which blocks start.
func elsewhere(x float64, r *rand.Rand) physics.Vec {
	left, right := max(0, x-emptyRoom), max(0, tableWide-emptyRoom-x) // lengths of the places on either side
	u := uniform(r, 0, left+right)
	if u < left {
		return physics.Vec{X: u - x}
	}
	return physics.Vec{X: emptyRoom + u - left}
}

// missesOf returns two offsets at which the hand does not grasp the block (m): nearer to the robot, so that the fingers
// close in front of it, and towards the middle of the table. Where the block is turned, a finger may come down on it.
func missesOf(block *physics.Pose) [2]physics.Vec {
	middle := physics.Vec{X: fingerRoom}
	if block.P.X > tableMiddle {
		middle.X = -fingerRoom
	}
	return [2]physics.Vec{{Y: -frontRoom}, middle}
}

// besideBlock returns two offsets at which the open hand comes down beside a block that it is to grip at a place with a
// yaw (m): along the block's long side, where both fingers pass its end, and across, where a finger passes its long
// side. Fingers and offsets turn with the hand, so they miss the block however it is turned; with missesOf, whose
// offsets do not turn, one hand in seven came down on the block. Of the two ways along each line the hand takes the one
// that ends nearer to clearPoint.
func besideBlock(grip physics.Vec, yaw float64) [2]physics.Vec {
	s, c := num.Sincos(yaw)
	offsets := [2]physics.Vec{{X: float64(frontRoom * c), Y: float64(frontRoom * s)}, {
		X: float64(fingerRoom * s), Y: -float64(fingerRoom * c)}}
	for i, d := range offsets {
		if d.Dot(clearPoint.Sub(grip)) < 0 {
			offsets[i] = d.Scale(-1)
		}
	}
	return offsets
}

// clearPoint is in front of the middle of the table, away from cabinet, door and switch; its height does not matter.
var clearPoint = physics.Vec{X: tableMiddle, Y: -0.3}

// gripYaw returns the yaw of the hand (rad) at which the fingers close across the block's narrow side: of the two
// possible ones, the one nearer to π/2, at which the hand opens along x. A hand that points down with yaw ψ opens along
// (cos(ψ-π/2), sin(ψ-π/2)).
//
// The choice depends on the block alone, so a picture shows it. It changes over where the block's long side lies along
// x: for a policy that sees the half circle of yaws this is the one place where almost equal blocks are grasped with
// opposite hands, and no choice can avoid one. The knob Yaw of the task reaches it at its greatest value only.
func gripYaw(block *physics.Pose) float64 {
	long := block.R.Euler().Z // direction of the long side
	return math.Pi/2 + math.Remainder(long-math.Pi/2, math.Pi)
}
