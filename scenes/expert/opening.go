package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
	"counterpoise/scenes"
)

func init() { Skills.Add("opening", open) }

// pullSpeed is the share of the greatest speed while something moves along.
const pullSpeed = 0.5

// open opens the drawer or moves the door to the left, as the behaviour says.
func open(_ *scenes.Tabletop, behaviour int, r *rand.Rand) *route {
	if behaviour == 1 {
		return openDrawer(r)
	}
	return slideDoor(r)
}

// pull goes to a place before the handle, to the handle, closes the fingers and pulls. beside are two ways to
// miss the handle.
func pull(r *rand.Rand, over physics.Mat, grip, before, by physics.Vec, beside [2]physics.Vec) *route {
	speed := uniform(r, slowest, 1)
	via := grip.Add(before)
	wide := via.Add(physics.Vec{X: uniform(r, -viaSpread, viaSpread), Y: uniform(r, -viaSpread, 0), Z: uniform(r, 0, viaSpread)})
	leg := func(phase string, p physics.Vec, claw float32, share, near float64) waypoint {
		return waypoint{phase, physics.Pose{P: p, R: over}, claw, speed * share, near, 0.1, 0, 120}
	}
	return &route{beside: beside, goal: 3, legs: []waypoint{
		leg("approach", wide, 1, 1, 0.03),
		leg("align", via, 1, 1, 0.012),
		leg("reach", grip, 1, 1, 0.006),
		{"grasp", physics.Pose{P: grip, R: over}, -1, speed, math.Inf(1), math.Inf(1), closeSteps, closeSteps + 1},
		leg("pull", grip.Add(by), -1, pullSpeed, 0.012),
	}}
}
