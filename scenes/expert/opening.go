package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
	"counterpoise/scenes"
)

func init() { Skills.Add("opening", open) }

// Where the handles are gripped, and how far they are pulled (m). CALVIN's own experts use the same points.
var (
	doorGrip    = physics.Vec{X: 0.04, Y: 0.013, Z: 0.575}
	doorPull    = physics.Vec{X: -0.20}
	drawerGrip  = physics.Vec{X: 0.18, Y: -0.25, Z: 0.37}
	drawerPull  = physics.Vec{Y: -0.17}
	doorBefore  = physics.Vec{Y: -0.12, Z: 0.05} // from the grip: in front of the door
	drawerAbove = physics.Vec{Z: 0.13}           // from the grip: over the drawer's handle
)

const (
	handleError = 0.005 // how far off its middle a handle is gripped along its length, at most (m)
	pullSpeed   = 0.5   // share of the greatest speed while something moves along
)

// open opens the drawer or moves the door to the left, as the behaviour says.
func open(_ *scenes.Tabletop, behaviour int, r *rand.Rand) *route {
	if behaviour == 1 {
		return openDrawer(r)
	}
	return slideDoor(r)
}

// slideDoor grips the door's handle from the front, fingers left and right of it, and takes it to the left.
func slideDoor(r *rand.Rand) *route {
	over := physics.FromEuler(physics.Vec{X: math.Pi, Z: math.Pi/2 + uniform(r, -graspTwist, graspTwist)})
	grip := doorGrip.Add(physics.Vec{Z: uniform(r, -handleError, handleError)})
	return pull(r, over, grip, doorBefore, doorPull, [2]physics.Vec{{X: -fingerRoom}, {X: fingerRoom}})
}

// openDrawer grips the drawer's handle from above, one finger on either side of the bar, and pulls.
func openDrawer(r *rand.Rand) *route {
	over := physics.FromEuler(physics.Vec{X: math.Pi, Z: uniform(r, -graspTwist, graspTwist)})
	grip := drawerGrip.Add(physics.Vec{X: uniform(r, -0.06, 0.06)})
	return pull(r, over, grip, drawerAbove, drawerPull, [2]physics.Vec{{Z: 0.05}, {Y: -fingerRoom}})
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
