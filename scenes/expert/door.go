package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// doorBefore is the waypoint in front of the door, relative to the middle of its handle (m): that of CALVIN's own
// expert.
var doorBefore = physics.Vec{Y: -0.12, Z: 0.05}

// doorPull is how far the door is moved (m): 5 cm beyond the threshold of success.
const doorPull = 0.20

// doorError bounds how far off its middle the handle is gripped along its length (m).
const doorError = 0.005

// slideDoor plans to grip the door's handle from the front, a finger on its left and one on its right, and to move it
// to the left from its present position at (m).
func slideDoor(r *rand.Rand, grasp scenes.GraspPoint, at float64) *route {
	hand := physics.FromEuler(physics.Vec{X: math.Pi, Z: math.Pi/2 + uniform(r, -graspTwist, graspTwist)})
	grip := grasp.At.Add(physics.Vec{Z: uniform(r, -doorError, doorError)})
	after := physics.Vec{X: -pullLength(doorPull, at, scenes.DoorTravel)}
	return pull(r, hand, grasp, grip, doorBefore, after, [2]physics.Vec{{X: -fingerRoom}, {X: fingerRoom}})
}
