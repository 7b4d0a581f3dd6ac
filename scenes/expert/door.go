package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// The waypoints for moving the sliding door to the left (m): those of CALVIN's own expert.
var (
	doorGrip   = physics.Vec{X: 0.04, Y: 0.013, Z: 0.575} // middle of the handle when the door is shut
	doorBefore = physics.Vec{Y: -0.12, Z: 0.05}           // relative to it: in front of the door
	doorPull   = physics.Vec{X: -0.20}                    // relative to it: 5 cm beyond the threshold of success
)

// doorError bounds how far off its middle the handle is gripped along its length (m).
const doorError = 0.005

// slideDoor plans to grip the door's handle from the front, a finger on its left and one on its right, and to move it
// to the left.
func slideDoor(r *rand.Rand) *route {
	hand := physics.FromEuler(physics.Vec{X: math.Pi, Z: math.Pi/2 + uniform(r, -graspTwist, graspTwist)})
	grip := doorGrip.Add(physics.Vec{Z: uniform(r, -doorError, doorError)})
	return pull(r, hand, grip, doorBefore, doorPull, [2]physics.Vec{{X: -fingerRoom}, {X: fingerRoom}})
}
